import FeedText

/// A start tag in the text that it was read from: where its parts stand.
public struct XMLTagPlace: Sendable {
    /// The byte at which the tag's `<` stands.
    public let offset: Int
    /// The byte behind the tag.
    public let end: Int
    private let attributes: [(name: Range<Int>, value: Range<Int>)]

    /// The tag whose `<` stands at an offset, however it is written; nil if none does.
    public init?(at offset: Int, in text: Span<UInt8>) {
        var scan = XMLTagScan()
        scan.attributeLimit = XMLLimits().attributes
        guard offset >= 0, offset < text.count, text[offset] == UInt8(ascii: "<"),
            scan.scan(text, at: offset) == .tag
        else { return nil }
        self.offset = offset
        end = scan.end
        attributes = scan.attributes.map { ($0.name, $0.value) }
    }

    /// Where the value of the attribute with a qualified name begins; nil if there is none.
    public func value(of name: String, in text: Span<UInt8>) -> Range<Int>? {
        attributes.first { text.extracting($0.name).isEqual(name.utf8.span) }?.value
    }

    /// Where the text of the element begins: its first byte that is no white space, and no CDATA section's beginning.
    public func textStart(in text: Span<UInt8>) -> Int {
        var position = end
        while position < text.count, text[position].isXMLSpace { position += 1 }
        if text.starts(with: "<![CDATA[", at: position) { position += 9 }
        while position < text.count, text[position].isXMLSpace { position += 1 }
        return position < text.count ? position : end
    }
}
