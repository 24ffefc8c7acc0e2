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

    /// A number that differs from name to name, as far as ten bits go.
    var slot: Int {
        let mixed = (first ^ second &* 31) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 54)
    }

    private mutating func append(_ byte: UInt8) {
        second = second << 8 | first >> 56
        first = first << 8 | UInt64(byte)
    }
}
