import FeedText

extension Span<UInt8> {
    /// Whether a scheme and its colon are at a position (RFC 3986 §3.1).
    func hasScheme(at start: Int) -> Bool {
        guard start < count, self[start].isASCIILetter else { return false }
        var at = start + 1
        while at < count {
            switch self[at] {
            case UInt8(ascii: ":"): return true
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): at += 1
            case let byte where byte.isASCIILetter || byte.isASCIIDigit: at += 1
            default: return false
            }
        }
        return false
    }
}
