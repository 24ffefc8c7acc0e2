/// What a `Content-Type` header or a `type` attribute says, read leniently (RFC 9110 §8.3.1).
public struct MediaType: Sendable, Hashable {
    /// Type and subtype in lower case, as in `application/atom+xml`.
    public var essence: String
    /// The `charset` parameter as written, without quotes; nil when there is none.
    public var charset: String?

    /// A type in lower case and its charset.
    public init(essence: String, charset: String? = nil) {
        self.essence = essence
        self.charset = charset
    }

    /// Reads a media type; nil when there is no `type/subtype` at its beginning.
    ///
    /// Parameters may be parted by semicolons, commas or spaces alone; of two charsets the first counts.
    public init?(parsing text: String) {
        let bytes = text.utf8.span
        let whole = bytes.trimmedRange
        var end = whole.lowerBound
        var slash: Int?
        while end < whole.upperBound, !MediaType.endsToken(bytes[end]) {
            if bytes[end] == UInt8(ascii: "/") { slash = slash ?? end }
            end += 1
        }
        guard let slash, slash > whole.lowerBound, slash + 1 < end else { return nil }
        essence = bytes.text(in: whole.lowerBound..<end).asciiLowercased
        charset = MediaType.charset(bytes, in: end..<whole.upperBound)
    }

    /// The type as `Content-Type` has it, with its charset.
    public var text: String { essence + (charset.map { "; charset=\"\($0)\"" } ?? "") }

    /// Whether the content is XML of some kind (RFC 7303).
    public var isXML: Bool { essence == "application/xml" || essence == "text/xml" || essence.hasSuffix("+xml") }

    /// Whether the content is JSON of some kind.
    public var isJSON: Bool { essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json") }

    /// Whether the content is HTML or XHTML.
    public var isHTML: Bool { essence == "text/html" || essence == "application/xhtml+xml" }
}

// MARK: - Private

extension MediaType {
    private static func endsToken(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",") || byte.isASCIIWhitespace
    }

    private static func charset(_ bytes: Span<UInt8>, in range: Range<Int>) -> String? {
        var index = range.lowerBound
        while index < range.upperBound {
            if endsToken(bytes[index]) {
                index += 1
                continue
            }
            let name = index
            while index < range.upperBound, bytes[index] != UInt8(ascii: "="), !endsToken(bytes[index]) { index += 1 }
            let isCharset = bytes.equals(lowercase: "charset", in: name..<index)
            while index < range.upperBound, bytes[index].isASCIIWhitespace { index += 1 }
            guard index < range.upperBound, bytes[index] == UInt8(ascii: "=") else { continue }
            index += 1
            while index < range.upperBound, bytes[index].isASCIIWhitespace { index += 1 }
            let value = parameterValue(bytes, at: &index, end: range.upperBound)
            if isCharset, !value.isEmpty { return bytes.text(in: value) }
        }
        return nil
    }

    /// A value in double or single quotes, or a token.
    private static func parameterValue(_ bytes: Span<UInt8>, at index: inout Int, end: Int) -> Range<Int> {
        guard index < end, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
            let start = index
            while index < end, !endsToken(bytes[index]) { index += 1 }
            return start..<index
        }
        let quote = bytes[index]
        let start = index + 1
        index = start
        while index < end, bytes[index] != quote { index += 1 }
        let value = bytes.trimmedRange(within: start..<index)
        index = min(index + 1, end)
        return value
    }
}
