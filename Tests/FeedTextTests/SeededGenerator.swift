/// SplitMix64: the same numbers for the same seed, on every machine.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

extension [UInt8] {
    /// A few bytes replaced, removed or repeated.
    func mutated(using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = self
        for _ in 0...Int.random(in: 0...3, using: &generator) where !bytes.isEmpty {
            let index = Int.random(in: bytes.indices, using: &generator)
            switch Int.random(in: 0...3, using: &generator) {
            case 0: bytes.remove(at: index)
            case 1: bytes.insert(bytes[index], at: Int.random(in: bytes.indices, using: &generator))
            case 2: bytes[index] = UInt8.random(in: 0x20...0x7E, using: &generator)
            default: bytes[index] = UInt8.random(in: 0...255, using: &generator)
            }
        }
        return bytes
    }
}
