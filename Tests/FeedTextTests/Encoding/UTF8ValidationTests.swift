import FeedText
import Testing

@Suite("UTF-8 validation")
struct UTF8ValidationTests {
    @Test("says the same as the standard library on random bytes", arguments: [UInt64(31), 32])
    func agrees(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = ["a", "é", "窯", "🔥", "\u{10FFFF}", "plain ASCII of some length"].map { Array($0.utf8) }
        for _ in 0..<10_000 {
            var bytes = (0..<Int.random(in: 0...8, using: &generator))
                .flatMap { _ in pieces.randomElement(using: &generator) ?? [] }
            if Bool.random(using: &generator) { bytes = bytes.mutated(using: &generator) }
            let isValid = String(validating: bytes, as: UTF8.self) != nil
            let verdict = UTF8Validation.isValid(bytes.span)
            #expect(verdict == isValid, "\(bytes), seed \(seed)")
            guard !isValid, let found = UTF8Validation.firstMalformed(in: bytes.span) else { continue }
            #expect(String(validating: bytes[..<found.lowerBound], as: UTF8.self) != nil, "\(bytes), seed \(seed)")
            // What is replaced by one U+FFFD is the same too.
            let repaired = String(decoding: bytes[..<found.upperBound], as: UTF8.self)
            #expect(repaired.unicodeScalars.count(where: { $0 == "\u{FFFD}" }) == 1, "\(bytes), seed \(seed)")
        }
    }

    @Test(
        "edges of the table",
        arguments: [
            ([0xC1, 0xBF], false), ([0xE0, 0x9F, 0xBF], false), ([0xE0, 0xA0, 0x80], true),
            ([0xED, 0xA0, 0x80], false),
            ([0xF0, 0x8F, 0xBF, 0xBF], false), ([0xF4, 0x8F, 0xBF, 0xBF], true), ([0xF4, 0x90, 0x80, 0x80], false),
            ([0xF5, 0x80, 0x80, 0x80], false), ([0x80], false), ([0xE7, 0xAA], false), ([], true),
        ] as [([UInt8], Bool)])
    func edges(bytes: [UInt8], isValid: Bool) {
        let verdict = UTF8Validation.isValid(bytes.span)
        #expect(verdict == isValid)
    }
}
