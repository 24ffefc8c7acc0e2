import CBytes
import FeedText
import Glibc

/// Byte classes and byte-string comparisons of the XML scanners.
extension UInt8 {
    /// Space, tab, line feed or carriage return (XML 1.0 §2.3, `S`).
    var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

    /// Whether an ASCII byte, or the first byte of another scalar, may begin a name.
    var isNameStart: Bool {
        self >= 0x80 || (self | 0x20 >= 0x61 && self | 0x20 <= 0x7A) || self == 0x5F || self == 0x3A
    }

    /// Whether an ASCII byte, or any byte of another scalar, may stand in a name.
    var isNameByte: Bool { isNameStart || (self >= 0x30 && self <= 0x39) || self == 0x2D || self == 0x2E }
}

extension Span<UInt8> {
    /// The first `<` or `&` at or after a position, or the end.
    @inline(__always)
    func firstMarkup(from start: Int) -> Int {
        unsafe withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            return unsafe start
                + tributary_find(base + start, buffer.count - start, UInt8(ascii: "<"), UInt8(ascii: "&"))
        }
    }

    /// Whether U+FFFE or U+FFFF, which XML forbids, stands at a position.
    func isNoncharacter(at position: Int) -> Bool {
        count - position >= 3 && self[position] == 0xEF && self[position + 1] == 0xBF && self[position + 2] >= 0xBE
    }

    /// Whether two byte strings are equal.
    package func isEqual(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return unsafe withUnsafeBytes { bytes in
            unsafe other.withUnsafeBytes { others in
                guard let one = bytes.baseAddress, let other = others.baseAddress else { return true }
                return unsafe memcmp(one, other, bytes.count) == 0
            }
        }
    }

    /// Whether the bytes are those of an ASCII literal.
    func isEqual(_ literal: StaticString) -> Bool { count == literal.utf8CodeUnitCount && starts(with: literal) }
}

extension [UInt8] {
    /// Appends the bytes of an ASCII literal.
    mutating func append(_ literal: StaticString) {
        unsafe append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }
}
