import Testing

@testable import EntryConditions

@Suite("Folded comparison")
struct FoldedTextTests {
    private static let comparisons: [FoldedText.Comparison] = [.equal, .containing, .beginning, .ending]

    @Test("takes case, width and normal form as no difference")
    func folding() throws {
        for text in ["ｓｗｉｆｔ", "SWIFT", "Swift"] {
            #expect(try #require(FoldedText("swift")).holds(.equal, of: text))
        }
        #expect(try #require(FoldedText("ガイド")).holds(.equal, of: "ｶﾞｲﾄﾞ"))
        #expect(try #require(FoldedText("Café")).holds(.equal, of: "CAFE\u{301}"))
        #expect(try !#require(FoldedText("cafe")).holds(.containing, of: "cafe\u{301}"))
        #expect(FoldedText("") == nil)
    }

    @Test("answers without folding as it does after it, on random texts")
    func shortcut() throws {
        let seed = UInt64.random(in: 1...(.max))
        var generator = Generator(state: seed)
        let letters: [Unicode.Scalar] = ["a", "A", "b", "B", "e", "\u{301}", "Ａ", "é", "ｶ", "ﾞ", "\u{0}", "K"]
        func text(_ longest: Int) -> String {
            var text = ""
            for _ in 0..<Int.random(in: 0...longest, using: &generator) {
                text.unicodeScalars.append(letters.randomElement(using: &generator) ?? "a")
            }
            return text
        }
        for _ in 0..<20_000 {
            let source = text(4)
            let subject = text(8)
            guard let wanted = FoldedText(source) else { continue }
            let folded = FoldedText.fold(subject)
            for comparison in Self.comparisons
            where wanted.holds(comparison, of: subject) != wanted.holds(comparison, ofFolded: folded.span) {
                let scalars = (source.unicodeScalars.map(\.value), subject.unicodeScalars.map(\.value))
                Issue.record("seed \(seed): \(comparison) \(scalars)")
            }
        }
    }

    @Test("finds what a plain search finds, also where beginnings repeat")
    func repetition() throws {
        let wanted = try #require(FoldedText("aabaaab"))
        #expect(wanted.holds(.containing, of: "aabaaabaabaaab"))
        #expect(wanted.holds(.containing, of: "aabaaaabaaab"))
        #expect(!wanted.holds(.containing, of: "aabaabaabaaa"))
    }
}

/// SplitMix64.
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
