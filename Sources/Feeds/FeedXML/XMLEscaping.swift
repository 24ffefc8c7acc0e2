import FeedText

extension [UInt8] {
    /// Appends text as it may stand in XML or HTML, between tags and between double quotes alike.
    package mutating func append(escaping text: Span<UInt8>) {
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case UInt8(ascii: "\""): append("&quot;")
            default: append(text[index])
            }
        }
    }

    /// The bytes of a span.
    init(copying span: Span<UInt8>) {
        self = []
        append(copying: span)
    }
}
