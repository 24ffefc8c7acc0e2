import DecoderProbes
import TributaryTestKit

/// Changes inputs as a fuzzer does, the same for the same seed: single bits and bytes, pieces moved, cut and joined with
/// those of other inputs, and tokens of the kind.
struct ByteMutator {
    private let seeds: [[UInt8]]
    private let tokens: [[UInt8]]
    private let longest: Int
    private var generator: SeededGenerator

    /// A mutator of a probe's inputs; longer ones are cut to a random window.
    init(_ probe: DecoderProbe, fixtures: [Fixture], longest: Int, seed: UInt64) {
        seeds = probe.seeds(among: fixtures)
        tokens = probe.tokens.map { Array($0.utf8) }
        self.longest = longest
        generator = SeededGenerator(seed: seed)
    }

    /// The next input.
    mutating func next() -> [UInt8] {
        var bytes = window(of: seeds.randomElement(using: &generator) ?? [], longest)
        for _ in 0..<Int.random(in: 1...4, using: &generator) { change(&bytes) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        switch Int.random(in: 0..<7, using: &generator) {
        case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1 where place < bytes.count: bytes[place] = .random(in: 0...255, using: &generator)
        case 2: bytes.removeSubrange(place..<min(place + .random(in: 1...16, using: &generator), bytes.count))
        case 3: bytes.insert(contentsOf: window(of: bytes, 32), at: place)
        case 4: bytes.insert(contentsOf: window(of: seeds.randomElement(using: &generator) ?? [], 64), at: place)
        case 5: bytes.removeSubrange(place...)
        default: bytes.insert(contentsOf: tokens.randomElement(using: &generator) ?? [], at: place)
        }
    }

    private mutating func window(of bytes: [UInt8], _ longest: Int) -> [UInt8] {
        guard bytes.count > longest else { return bytes }
        // The beginning says what kind of document it is, so it is taken more often than any other place.
        let most = bytes.count - longest
        let start = Bool.random(using: &generator) ? 0 : Int.random(in: 0...most, using: &generator)
        return Array(bytes[start..<start + longest])
    }
}
