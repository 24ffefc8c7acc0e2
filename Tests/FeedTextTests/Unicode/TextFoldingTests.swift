import Testing

@testable import FeedText

@Suite("Folding of text")
struct TextFoldingTests {
    @Test("leaves each character that it copies as utf8proc does, before and after others")
    func everyCharacter() {
        let different = (UInt32(0)...0x2FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
            let text = String(scalar)
            return TextFolding.folded(text.utf8.span) != TextFolding.mapped(text)
        }
        #expect(different.isEmpty)
    }

    @Test("gives what utf8proc gives, on random texts of letters, kana, marks, jamo and what cannot be seen")
    func randomTexts() {
        let seed = UInt64.random(in: 1...(.max))
        var generator = SeededGenerator(seed: seed)
        let others: [Unicode.Scalar] = [
            "\u{301}", "\u{3099}", "\u{309A}", "ﾞ", "ｶ", "Ａ", "（", "　", "é", "É", "ß", "ﬁ", "㈱", "\u{200D}", "\u{AD}",
            "\u{1100}", "\u{1161}", "\u{11A8}", "😀", "\u{0}", "\u{FE0F}", "\u{323}",
        ]
        let plain: [Unicode.Scalar] = ["a", "E", "K", " ", "か", "ハ", "ウ", "ー", "漢", "字", "가", "각", "。"]
        for _ in 0..<5000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...30, using: &generator) {
                let isPlain = Int.random(in: 0..<4, using: &generator) > 0
                text.unicodeScalars.append((isPlain ? plain : others).randomElement(using: &generator) ?? "a")
            }
            if TextFolding.folded(text.utf8.span) != TextFolding.mapped(text) {
                Issue.record("seed \(seed): \(text.unicodeScalars.map(\.value))")
            }
        }
    }
}
