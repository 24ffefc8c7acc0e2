import FeedJSON
import Testing

@Suite("Reading value by value")
struct ReaderTests {
    private enum Member: String, CaseIterable, Sendable {
        case id, url
        case contentHTML = "content_html"
        case duration = "duration_in_seconds"
    }

    private static let names = JSONNameTable<Member>()

    @Test("names are found in the source, escaped or not, and unknown ones give their text")
    func names() throws {
        let text = #"{"id":1, "content_html":2, "con\u0074ent_html":3, "duration_in_seconds":4, "_x":5, "":6}"#
        let bytes = Array(text.utf8)
        let source = bytes.span
        var reader = JSONReader(source)
        var found: [String] = []
        try reader.beginObject(in: source)
        while let name = try reader.nextName(in: source) {
            let member = Self.names[name, source]
            let isExtension = name.hasFirst(UInt8(ascii: "_"), in: source)
            found.append("\(member?.rawValue ?? "-") \(name.text(in: source)) \(isExtension)")
            try reader.skipValue(in: source)
        }
        try reader.finish(in: source)
        #expect(
            found == [
                "id id false", "content_html content_html false", "content_html content_html false",
                "duration_in_seconds duration_in_seconds false", "- _x true", "-  false",
            ])
    }

    @Test("a name that only resembles a known one is unknown", arguments: ["ids", "i", "ur1", "content_htm1", "ID"])
    func resembling(name: String) throws {
        let bytes = Array("{\"\(name)\":0}".utf8)
        let source = bytes.span
        var reader = JSONReader(source)
        try reader.beginObject(in: source)
        let found = try #require(try reader.nextName(in: source))
        #expect(Self.names[found, source] == nil)
    }

    @Test(
        "skipping passes over exactly one value of any kind",
        arguments: [
            "0", "null", "\"]\\\"}\"", "[]", "{}", "[[1,{\"a\":[]}],{\"b\":{}}]", "{\"a\":[{},[]],\"b\":\"}\"}",
        ])
    func skipping(value: String) throws {
        let bytes = Array("[\(value), 7]".utf8)
        let source = bytes.span
        var reader = JSONReader(source)
        try reader.beginArray(in: source)
        #expect(try reader.nextElement(in: source))
        try reader.skipValue(in: source)
        #expect(try reader.nextElement(in: source))
        #expect(try reader.number(in: source).intValue == 7)
        #expect(try !reader.nextElement(in: source))
        try reader.finish(in: source)
    }

    @Test("the cursor stands on the first byte of the value that peek found")
    func offsets() throws {
        let bytes = Array("  [ 1,  \"a\"]".utf8)
        let source = bytes.span
        var reader = JSONReader(source)
        #expect(try reader.peek(in: source) == .array)
        #expect(reader.offset == 2)
        try reader.beginArray(in: source)
        #expect(try reader.nextElement(in: source))
        try reader.skipValue(in: source)
        #expect(try reader.nextElement(in: source))
        #expect(try reader.peek(in: source) == .string)
        #expect(reader.offset == 8)
    }

    @Test("asking for another kind than stands there is an error at the value")
    func wrongKind() throws {
        let bytes = Array("  true".utf8)
        #expect(throws: JSONSyntaxError(offset: 2, message: "expected a text in quotes")) {
            var reader = JSONReader(bytes.span)
            return try reader.string(in: bytes.span)
        }
    }

    @Test("numbers keep every digit", arguments: ["0.10", "123456789012345678901234567890", "-1E+05", "1e400"])
    func numbers(literal: String) throws {
        guard case .number(let number) = try JSONValue(parsing: Array(literal.utf8)) else {
            Issue.record("no number")
            return
        }
        #expect(number.literal == literal)
    }
}
