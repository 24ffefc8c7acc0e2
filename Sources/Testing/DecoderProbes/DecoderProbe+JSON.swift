import FeedJSON

extension DecoderProbe {
    /// The JSON reader: tree, value and cursor agree on any text, and what is written is read back as the same.
    static let json = DecoderProbe(
        "json", tokens: jsonTokens, takesFixture: { $0.suffix == "json" },
        probe: { bytes throws(BrokenPromise) in
            for options in [JSONReadingOptions(), [.commentsAndTrailingCommas, .controlCharactersInStrings]] {
                try read(bytes, options)
            }
        })

    /// What JSON is made of.
    static let jsonTokens = [
        "{", "}", "[", "]", ",", ":", "\"", "\\\"", "\\u0000", "\\ud83d", "\\ude00", "\\n", "null", "true", "false",
        "-0", "1e999", "0.1E-400", "123456789012345678901234567890", "//", "/*", "*/", "\"items\":[", "\"version\":",
        "\"https://jsonfeed.org/version/1.1\"", "\"id\":", "\"url\":", "\"content_html\":", "\"date_published\":",
        "\"attachments\":[{\"url\":\"a\",\"mime_type\":\"b\"}]", "\"authors\":[{\"name\":\"a\"}]", "\"tags\":[\"a\"]",
        "\"_x\":{\"a\":[1]}", "\u{FEFF}",
    ]

    private static func read(_ bytes: [UInt8], _ options: JSONReadingOptions) throws(BrokenPromise) {
        let (tree, treeError) = JSONNode.parse(bytes, options: options)
        let (value, error) = value(of: bytes, options)
        try expect(error == treeError, "tree: \(treeError, or: "none"), value: \(error, or: "none")")
        try expect(skipping(bytes, options) == error, "skipping ends otherwise than \(error, or: "none")")
        guard error == nil else { return }
        try expect(tree?.value == value, "tree and value differ")
        guard let value else { throw BrokenPromise("neither a value nor an error") }
        let written = value.bytes()
        try expect(self.value(of: written, []).value == value, "\(text(written)) is read as something else")
        try expect(
            self.value(of: value.bytes(layout: .indented), []).value == value, "indented it is read as something else")
        let canonical = value.canonicalText
        let again = self.value(of: Array(canonical.utf8), []).value?.canonicalText
        try expect(again == canonical, "\(canonical) becomes \(again ?? "nothing")")
    }

    private static func value(
        of bytes: [UInt8], _ options: JSONReadingOptions
    ) -> (value: JSONValue?, error: JSONSyntaxError?) {
        do throws(JSONSyntaxError) {
            return (try JSONValue(parsing: bytes, options: options), nil)
        } catch {
            return (nil, error)
        }
    }

    private static func skipping(_ bytes: [UInt8], _ options: JSONReadingOptions) -> JSONSyntaxError? {
        let source = bytes.span
        var reader = JSONReader(source, options: options)
        do throws(JSONSyntaxError) {
            try reader.skipValue(in: source)
            try reader.finish(in: source)
            return nil
        } catch {
            return error
        }
    }
}

extension DefaultStringInterpolation {
    fileprivate mutating func appendInterpolation(_ error: JSONSyntaxError?, or nothing: String) {
        appendLiteral(error.map { "\($0.message) at \($0.offset)" } ?? nothing)
    }
}
