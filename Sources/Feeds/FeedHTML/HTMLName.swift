import FeedText

/// A tag's or an attribute's name in lower case, packed so that names compare and hash without memory.
struct HTMLName: Hashable {
    private var first: UInt64 = 0
    private var second: UInt64 = 0

    /// The name that the bytes spell; all names of more than sixteen bytes, which HTML has none of, are one.
    init(_ bytes: Span<UInt8>, in range: Range<Int>) {
        if range.count <= 8, bytes.count - range.lowerBound >= 8, !range.isEmpty {
            let word = unsafe bytes.withUnsafeBytes { unsafe $0.word(at: range.lowerBound) }
            first = (word.byteSwapped >> UInt64(64 - 8 * range.count)).asciiLowercased
            return
        }
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

extension UInt64 {
    /// Eight bytes with `A` to `Z` made `a` to `z`.
    fileprivate var asciiLowercased: UInt64 {
        let low = self & 0x7F7F_7F7F_7F7F_7F7F
        // The sums carry into the high bit of a byte that is at least `A`, and of one beyond `Z`.
        let letters = (low &+ 0x3F3F_3F3F_3F3F_3F3F) & ~(low &+ 0x2525_2525_2525_2525) & ~self & 0x8080_8080_8080_8080
        return self | letters >> 2
    }
}
