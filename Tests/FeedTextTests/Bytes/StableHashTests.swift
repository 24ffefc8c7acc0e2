import FeedText
import Testing

@Suite("The stable hash")
struct StableHashTests {
    @Test(
        "Values that are in databases never change",
        arguments: [
            ("", 17_915_974_756_110_293_001 as UInt64), ("a", 5_804_004_897_362_875_459),
            ("12345678", 11_365_045_166_641_080_600), ("The entry's title 設計", 9_966_488_758_600_255_877),
        ])
    func pinned(text: String, hash: UInt64) {
        #expect(StableHash.hash(text) == hash)
    }

    @Test("Where a text is cut into pieces counts")
    func pieces() {
        #expect(hash("ab", "c") != hash("a", "bc"))
        #expect(hash("ab", "c") != StableHash.hash("abc"))
        #expect(hash("", "a") != hash("a", ""))
    }

    @Test("A text and its bytes have one hash")
    func bytes() {
        #expect(StableHash.hash("設計 and more") == StableHash.hash(Array("設計 and more".utf8)))
    }

    @Test("Short texts that differ in one bit do not meet")
    func noCollisions() {
        var seen: Set<UInt64> = []
        for number in 0..<50_000 { seen.insert(StableHash.hash("entry \(number)")) }
        #expect(seen.count == 50_000)
    }

    @Test("Of a text between tags, tags and white space are left out, and nothing else", arguments: [UInt64(71), 72])
    func betweenTags(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "<p class='a b'>", "</p>", "word", " ", "\n", "設計", "\u{B}", ">", "<", "a sentence of some length; ",
        ]
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 0...12, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            var (kept, isInTag): ([UInt8], Bool) = ([], false)
            for byte in text.utf8 {
                if byte == UInt8(ascii: "<") { isInTag = true }
                if !isInTag, ![0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(byte) { kept.append(byte) }
                if byte == UInt8(ascii: ">") { isInTag = false }
            }
            #expect(
                StableHash.hash(betweenTagsOf: text) == (kept.isEmpty ? nil : StableHash.hash(kept)),
                "\(text), seed \(seed)")
        }
    }

    private func hash(_ pieces: String...) -> UInt64 {
        var hash = StableHash()
        for piece in pieces { hash.combine(piece) }
        return hash.finish()
    }
}
