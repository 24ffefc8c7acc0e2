/// A media type with its charset: `application/atom+xml; charset=utf-8` (RFC 9110 §8.3).
public struct MediaType: Sendable, Hashable {
    /// Type and subtype, lower-case.
    public var essence: String
    /// The charset parameter as written, without quotes; nil where there is none.
    public var charset: String?

    /// A type and its charset.
    public init(essence: String, charset: String? = nil) {
        self.essence = essence
        self.charset = charset
    }

    /// Reads the value of a `Content-Type` field; nil where no type and subtype stand at its beginning.
    public init?(parsing text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard let first = parts.first else { return nil }
        let essence = Self.trimmed(first).lowercased()
        let slash = essence.utf8.firstIndex(of: UInt8(ascii: "/"))
        guard let slash, slash != essence.startIndex, essence.utf8.index(after: slash) != essence.endIndex else {
            return nil
        }
        self.essence = essence
        for part in parts.dropFirst() {
            guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { continue }
            guard Self.trimmed(part[..<equals]).lowercased() == "charset" else { continue }
            let value = Self.trimmed(part[part.index(after: equals)...])
            if !value.isEmpty { charset = value }
            return
        }
    }

    /// Whether it names XML: `text/xml`, `application/xml`, or any `+xml` (RFC 7303).
    public var isXML: Bool {
        essence == "text/xml" || essence == "application/xml" || essence.hasSuffix("+xml")
    }

    /// Whether it names JSON: `application/json`, or any `+json` (RFC 8259, RFC 6839).
    public var isJSON: Bool {
        essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json")
    }

    /// Whether it names HTML.
    public var isHTML: Bool {
        essence == "text/html" || essence == "application/xhtml+xml"
    }

    /// Without white space and quotes around it.
    private static func trimmed(_ text: Substring.UTF8View) -> String {
        let isMargin: (UInt8) -> Bool = { byte in
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\"")
                || byte == UInt8(ascii: "'")
        }
        guard let first = text.firstIndex(where: { !isMargin($0) }),
            let last = text.lastIndex(where: { !isMargin($0) })
        else { return "" }
        return String(Substring(text[first...last]))
    }
}
