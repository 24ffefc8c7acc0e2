import FeedText
import Testing

@Suite("Display text")
struct DisplayTextTests {
    @Test(
        "what can't be seen or does harm is taken out",
        arguments: [
            ("plain 設計 Größe", "plain 設計 Größe"), ("\u{1B}[31mred\u{7}\u{9B}1m", "[31mred1m"),
            ("a\r\nb\tc\u{85}d\u{2028}e", "a  b c d e"),
            ("abc\u{202E}cba\u{202C}\u{2066}x\u{2069}\u{200E}\u{200F}\u{61C}", "abccbax"),
            ("zero\u{200B}width\u{2060}\u{FEFF}\u{AD}", "zerowidth"),
            ("👨‍👩‍👧", "👨‍👩‍👧"), ("👩🏽‍💻 ❤️‍🔥", "👩🏽‍💻 ❤️‍🔥"), ("a\u{200D}b\u{200C}c", "abc"), ("\u{200D}👨\u{200D}", "👨"),
            ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("क्\u{200D}ष", "क्\u{200D}ष"),
            ("\u{E000}\u{FFFE}\u{10FFFF}\u{378}x", "x"),
            ("葛\u{E0100}城", "葛\u{E0100}城"), ("hid\u{E0041}\u{E0042}den", "hidden"), ("\u{FFFD}", "\u{FFFD}"),
            ("e\u{301}か\u{3099}", "e\u{301}か\u{3099}"),
            ("", ""),
        ])
    func printable(text: String, expected: String) {
        let printable = DisplayText.printable(text)
        #expect(
            printable.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(printable.unicodeScalars.map(\.value))")
        #expect(DisplayText.printable(printable).unicodeScalars.elementsEqual(printable.unicodeScalars))
    }

    @Test(
        "one line",
        arguments: [
            ("a  b", "a b"), (" a\n\tb ", "a b"), ("第1回　設計", "第1回　設計"), ("第1回　 設計", "第1回 設計"), ("a\u{A0}b", "a b"),
            ("clean text", "clean text"), ("\n", ""), ("", ""), ("a \u{200B} b", "a b"),
        ])
    func singleLine(text: String, expected: String) {
        #expect(DisplayText.singleLine(text) == expected)
    }

    @Test("folded text compares without case, width and compatibility forms")
    func folding() {
        #expect(TextFolding.folded("Ｓｗｉｆｔ ｶﾞ ㈱ Straße") == "swift ガ (株) strasse")
        #expect(TextFolding.folded("Cafe\u{301}") == TextFolding.folded("CAFÉ"))
        #expect(TextFolding.folded("plain") == "plain" && TextFolding.folded("PLAIN") == "plain")
        #expect(TextFolding.folded("resume") != TextFolding.folded("résumé"))
        #expect(TextFolding.folded("a\u{200B}\u{AD}b\0c") == "ab\0c")
    }
}
