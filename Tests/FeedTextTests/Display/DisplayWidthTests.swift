import FeedText
import Testing

@Suite("Display width")
struct DisplayWidthTests {
    @Test(
        "columns",
        arguments: [
            ("", 0), ("plain", 5), ("café", 4), ("cafe\u{301}", 4), ("設計 and more", 13), ("ｶﾅ", 2), ("ｶﾞﾊﾟ", 4),
            ("カナ", 4),
            ("ＡＢ", 4), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("👨‍👩‍👧‍👦", 2), ("🇯🇵", 2), ("👍🏽", 2), ("❤️", 2), ("1️⃣", 2),
            ("か\u{3099}", 2), ("葛\u{E0100}", 2), ("…“”", 3), ("тест", 4), ("a\u{200B}b", 2), ("☕", 2), ("©", 1),
        ])
    func columns(text: String, expected: Int) {
        #expect(DisplayWidth.columns(of: text) == expected)
    }

    @Test(
        "cut to a width",
        arguments: [
            ("plain", 5, "plain"), ("plain text", 7, "plain…"), ("plain", 4, "pla…"), ("設計図", 6, "設計図"),
            ("設計図", 5, "設計…"), ("設計図", 4, "設…"), ("設計図", 1, "…"), ("設計図", 0, ""), ("👨‍👩‍👧‍👦家族", 4, "👨‍👩‍👧‍👦…"),
            ("cafe\u{301}s", 4, "caf…"),
        ])
    func truncation(text: String, columns: Int, expected: String) {
        #expect(DisplayWidth.truncated(text, toColumns: columns) == expected)
    }

    @Test("an ellipsis of one's own, and padding")
    func padding() {
        #expect(DisplayWidth.truncated("abcdefgh", toColumns: 6, ellipsis: "...") == "abc...")
        #expect(DisplayWidth.truncated("abcdefgh", toColumns: 2, ellipsis: "...") == "ab")
        #expect(DisplayWidth.padded("設計", toColumns: 6) == "設計  ")
        #expect(DisplayWidth.padded("設計図", toColumns: 5) == "設計図")
    }

    @Test(
        "lines",
        arguments: [
            ("", 10, []), ("one two three", 7, ["one two", "three"]), ("one  two", 10, ["one  two"]),
            ("one two   three", 8, ["one two", "three"]), ("  one two", 5, ["  one", "two"]),
            ("a\n\nb\n", 5, ["a", "", "b", ""]), ("unbreakable", 4, ["unbr", "eaka", "ble"]),
            ("in unbreakable words", 6, ["in", "unbrea", "kable", "words"]), ("窯の記録です", 6, ["窯の記", "録です"]),
            ("これは、窯。", 6, ["これ", "は、", "窯。"]), ("見よ「窯」だ", 6, ["見よ", "「窯」", "だ"]),
            ("ポッタリー", 6, ["ポッタ", "リー"]), ("カップ", 4, ["カッ", "プ"]), ("Swiftで書くAPI設計", 9, ["Swiftで書", "くAPI設計"]),
            ("漢字 kana", 4, ["漢字", "kana"]), ("。。。。", 4, ["。。", "。。"]), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, ["👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"]), ("設計", 1, ["設", "計"]),
            ("가마에서 구운 그릇", 8, ["가마에서", "구운", "그릇"]), ("a\u{3000}b", 2, ["a", "b"]),
            ("a \u{301}b", 2, ["a \u{301}", "b"]),
        ])
    func wrapping(text: String, columns: Int, expected: [String]) {
        #expect(DisplayWidth.wrapped(text, toColumns: columns) == expected)
    }

    @Test("no line is too wide, no text is lost", arguments: [UInt64(41), 42])
    func wrappingProperties(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "word", "a", " ", "  ", "窯", "の記録", "、", "。", "「", "」", "ー", "っ", "👨‍👩‍👧‍👦", "🇯🇵", "e\u{301}", "longerthanaline",
            "\u{3000}",
            "한글", "\n", "\u{A0}", "(", ")", "ｶﾞ",
        ]
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 0...30, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let columns = Int.random(in: 2...12, using: &generator)
            let lines = DisplayWidth.wrapped(text, toColumns: columns)
            #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= columns }, "\(text), seed \(seed)")
            let isBlank: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace && $0 != "\u{A0}" }
            #expect(
                lines.joined().unicodeScalars.filter { !isBlank($0) }.elementsEqual(
                    text.unicodeScalars.filter { !isBlank($0) }), "\(text), seed \(seed)")
            #expect(
                DisplayWidth.columns(of: DisplayWidth.truncated(text, toColumns: columns)) <= columns,
                "\(text), seed \(seed)")
        }
    }
}
