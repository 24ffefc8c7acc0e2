import FeedJSON
import Testing

@Suite("Strings: escapes, and bytes that are no UTF-8")
struct StringTests {
    @Test(
        "an escape becomes its character",
        arguments: [
            (#""a\"b\\c\/d""#, "a\"b\\c/d"), (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9""#, "Aé"),
            (#""\u65E5\u672c""#, "日本"), (#""\ud83d\ude00!""#, "😀!"), (#""\u0000""#, "\u{0}"),
            (
                #""long enough for eight bytes at a time \" and on\n""#,
                "long enough for eight bytes at a time \" and on\n"
            ),
            (#""日本語の\t文章""#, "日本語の\t文章"),
        ] as [(String, String)])
    func unescapes(literal: String, text: String) throws {
        #expect(try JSONValue(parsing: Array(literal.utf8)) == .string(text))
    }

    @Test(
        "half a surrogate pair becomes U+FFFD and is counted",
        arguments: [
            (#""\ud83d""#, "\u{FFFD}", 1), (#""\ude00x""#, "\u{FFFD}x", 1), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀", 1),
            (#""\ud83dA\ud83d\n""#, "\u{FFFD}A\u{FFFD}\n", 2), (#""\ud83d\u0041""#, "\u{FFFD}A", 1),
        ] as [(String, String, Int)])
    func loneSurrogates(literal: String, text: String, repairs: Int) throws {
        try expect(Array(literal.utf8), reads: text, repairs: repairs)
    }

    @Test(
        "bytes that are no UTF-8 become U+FFFD and are counted",
        arguments: [
            ([0x22, 0x61, 0xFF, 0x62, 0x22], "a\u{FFFD}b", 1), ([0x22, 0xE3, 0x81, 0x22], "\u{FFFD}", 1),
            ([0x22, 0xC0, 0x80, 0x22], "\u{FFFD}\u{FFFD}", 2), ([0x22, 0xE9, 0x5C, 0x6E, 0x22], "\u{FFFD}\n", 1),
            ([0x22, 0xED, 0xA0, 0x80, 0x22], "\u{FFFD}\u{FFFD}\u{FFFD}", 3),
        ] as [([UInt8], String, Int)])
    func invalidBytes(bytes: [UInt8], text: String, repairs: Int) throws {
        try expect(bytes, reads: text, repairs: repairs)
    }

    @Test("the first repair's place is remembered")
    func firstRepair() throws {
        let bytes: [UInt8] = Array("[\"good\", \"".utf8) + [0xFF] + Array("\", \"\\udc00\"]".utf8)
        let source = bytes.span
        var reader = JSONReader(source)
        _ = try reader.value(in: source)
        #expect(reader.firstRepair == 9)
        #expect(reader.repairs == 2)
    }

    @Test("control characters pass where the option allows them")
    func controlCharacters() throws {
        let value = try JSONValue(parsing: Array("\"a\nb\tc\\n\"".utf8), options: .controlCharactersInStrings)
        #expect(value == "a\nb\tc\n")
    }

    private func expect(_ bytes: [UInt8], reads text: String, repairs: Int) throws {
        let source = bytes.span
        var reader = JSONReader(source)
        let string = try reader.string(in: source)
        #expect(Array(string.utf8) == Array(text.utf8))
        #expect(reader.repairs == repairs)
        try reader.finish(in: source)
    }
}
