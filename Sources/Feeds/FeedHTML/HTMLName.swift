import FeedText

/// A tag's or an attribute's name in lower case, packed so that names compare and hash without memory.
struct HTMLName: Hashable {
    private var first: UInt64 = 0
    private var second: UInt64 = 0

    /// The name that the bytes spell; all names of more than sixteen bytes, which HTML has none of, are one.
    init(_ bytes: Span<UInt8>, in range: Range<Int>) {
        guard range.count <= 16 else {
            first = .max
            second = .max
            return
        }
        for position in range { append(bytes[position].asciiLowercased) }
    }

    /// The name that a text of at most sixteen lower-case letters spells.
    init(_ text: String) {
        for byte in text.utf8 { append(byte) }
    }

    private mutating func append(_ byte: UInt8) {
        second = second << 8 | first >> 56
        first = first << 8 | UInt64(byte)
    }
}
