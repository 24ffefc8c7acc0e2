/// The named and numeric character references of HTML: what `&eacute;`, `&#8217;` and `&#x1F600;` stand for.
///
/// HTML §13.2.5.72 to §13.2.5.80 and §13.5.
public enum HTMLEntities {
    /// The one or two characters that a named reference stands for.
    public struct Expansion: Sendable, Hashable {
        /// The first character, for all but 93 names the only one.
        public let first: Unicode.Scalar
        /// The second character, as in `&acE;`.
        public let second: Unicode.Scalar?
        /// Whether HTML also knows the name without its semicolon, as in `&copy 2026`.
        public let allowsMissingSemicolon: Bool

        /// Appends the characters as UTF-8.
        public func append(to utf8: inout [UInt8]) {
            first.appendUTF8(to: &utf8)
            second?.appendUTF8(to: &utf8)
        }
    }

    /// Where a character reference stands, which decides what a name without a semicolon means.
    public enum Place: Sendable {
        /// In running text, where `&copy2026` is `©2026`.
        case text
        /// In an attribute's value, where `?a=1&copy=2` stays as it is.
        case attribute
    }

    /// What a name stands for, or nil if HTML doesn't know it.
    ///
    /// Takes about a dozen comparisons and allocates nothing.
    /// - Parameter name: the ASCII bytes between `&` and `;`, in the standard's letter case.
    public static func expansion(ofName name: Span<UInt8>) -> Expansion? {
        guard !name.isEmpty, name.count <= longestName else { return nil }
        let table = table.utf8.span
        var low = 0
        var high = table.count
        while low < high {
            var start = low + (high - low) / 2
            while start > low, !isSeparator(table[start - 1]) { start -= 1 }
            var at = start
            var index = 0
            while index < name.count, table[at] == name[index], !isMark(table[at]) {
                at += 1
                index += 1
            }
            let isNameEnd = isMark(table[at])
            if isNameEnd, index == name.count { return expansion(at: at, in: table) }
            // The mark that ends a record's name is no letter, so a name that begins with another sorts after it.
            if isNameEnd || (index < name.count && table[at] < name[index]) {
                while at < high, !isSeparator(table[at]) { at += 1 }
                low = min(at + 1, high)
            } else {
                high = start
            }
        }
        return nil
    }

    /// The text with every character reference replaced by what it stands for.
    ///
    /// What is no reference (`AT&T`, `&unknown;`, `&#;`) stays as it is; a number that is no character becomes U+FFFD,
    /// and 128 to 159 mean what Windows-1252 has there. Decodes once: `&amp;lt;` becomes `&lt;`.
    public static func decode(_ text: String, in place: Place = .text) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.utf8.count)
        append(text.utf8.span, to: &decoded, in: place)
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Appends the bytes with every character reference replaced by what it stands for.
    public static func append(_ bytes: Span<UInt8>, to decoded: inout [UInt8], in place: Place = .text) {
        var position = 0
        while let ampersand = bytes.firstIndex(of: UInt8(ascii: "&"), from: position) {
            decoded.append(copying: bytes.extracting(position..<ampersand))
            if let end = appendReference(at: ampersand, of: bytes, to: &decoded, in: place) {
                position = end
            } else {
                decoded.append(UInt8(ascii: "&"))
                position = ampersand + 1
            }
        }
        decoded.append(copying: bytes.extracting(position...))
    }

    /// Appends what the character reference at `position`, which is at an `&`, stands for.
    /// - Returns: the position behind the reference, or nil if there is none and nothing was appended.
    public static func appendReference(
        at position: Int, of bytes: Span<UInt8>, to decoded: inout [UInt8], in place: Place = .text
    ) -> Int? {
        let start = position + 1
        guard start < bytes.count else { return nil }
        if bytes[start] == UInt8(ascii: "#") { return appendNumber(at: start + 1, of: bytes, to: &decoded) }
        return appendNamed(at: start, of: bytes, to: &decoded, in: place)
    }
}

extension HTMLEntities {
    /// `CounterClockwiseContourIntegral`.
    private static let longestName = 31
    /// `Aacute` and its like: the longest name that needs no semicolon.
    private static let longestBareName = 6

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") }

    private static func isMark(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "=") || byte == UInt8(ascii: "~") }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }

    /// Reads the record whose mark is at `mark`.
    private static func expansion(at mark: Int, in table: Span<UInt8>) -> Expansion? {
        var values: (UInt32, UInt32) = (0, 0)
        var at = mark + 1
        while at < table.count, let digit = hexadecimal(table[at]) {
            values.0 = values.0 << 4 | digit
            at += 1
        }
        if at < table.count, table[at] == UInt8(ascii: ",") {
            at += 1
            while at < table.count, let digit = hexadecimal(table[at]) {
                values.1 = values.1 << 4 | digit
                at += 1
            }
        }
        guard let first = Unicode.Scalar(values.0) else { return nil }
        return Expansion(
            first: first, second: values.1 == 0 ? nil : Unicode.Scalar(values.1),
            allowsMissingSemicolon: table[mark] == UInt8(ascii: "~"))
    }

    private static func appendNamed(
        at start: Int, of bytes: Span<UInt8>, to decoded: inout [UInt8], in place: Place
    ) -> Int? {
        var end = start
        let limit = min(bytes.count, start + longestName + 1)
        while end < limit, isAlphanumeric(bytes[end]) { end += 1 }
        guard end > start else { return nil }
        if end < bytes.count, bytes[end] == UInt8(ascii: ";") {
            let name = bytes.extracting(start..<end)
            if let byte = commonExpansion(ofName: name) {
                decoded.append(byte)
                return end + 1
            }
            if let expansion = expansion(ofName: name) {
                expansion.append(to: &decoded)
                return end + 1
            }
        }
        var bareEnd = min(end, start + longestBareName)
        while bareEnd > start + 1 {
            if let expansion = expansion(ofName: bytes.extracting(start..<bareEnd)), expansion.allowsMissingSemicolon {
                if place == .attribute, bareEnd < bytes.count,
                    bytes[bareEnd] == UInt8(ascii: "=") || isAlphanumeric(bytes[bareEnd])
                {
                    return nil
                }
                expansion.append(to: &decoded)
                return bareEnd
            }
            bareEnd -= 1
        }
        return nil
    }

    /// What the names that XML has too stand for: nearly all that feeds hold, and not worth a search (0.2 µs).
    private static func commonExpansion(ofName name: Span<UInt8>) -> UInt8? {
        switch name.count {
        case 2 where name.starts(with: "lt"): UInt8(ascii: "<")
        case 2 where name.starts(with: "gt"): UInt8(ascii: ">")
        case 3 where name.starts(with: "amp"): UInt8(ascii: "&")
        case 4 where name.starts(with: "quot"): UInt8(ascii: "\"")
        case 4 where name.starts(with: "apos"): UInt8(ascii: "'")
        default: nil
        }
    }

    private static func appendNumber(at start: Int, of bytes: Span<UInt8>, to decoded: inout [UInt8]) -> Int? {
        guard start < bytes.count else { return nil }
        let isHexadecimal = bytes[start] | 0x20 == UInt8(ascii: "x")
        let radix: UInt32 = isHexadecimal ? 16 : 10
        let firstDigit = isHexadecimal ? start + 1 : start
        var at = firstDigit
        var value: UInt32 = 0
        while at < bytes.count, let digit = hexadecimal(bytes[at]), digit < radix {
            value = min(value * radix + digit, 0x11_0000)
            at += 1
        }
        guard at > firstDigit else { return nil }
        character(ofNumber: value).appendUTF8(to: &decoded)
        return at < bytes.count && bytes[at] == UInt8(ascii: ";") ? at + 1 : at
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    private static func character(ofNumber number: UInt32) -> Unicode.Scalar {
        if number >= 0x80, number <= 0x9F {
            return Unicode.Scalar(windows1252[Int(number - 0x80)]) ?? "\u{FFFD}"
        }
        return number == 0 ? "\u{FFFD}" : Unicode.Scalar(number) ?? "\u{FFFD}"
    }

    /// What the numbers 128 to 159 mean; where Windows-1252 has nothing, the C1 control itself.
    private static let windows1252: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}

extension Unicode.Scalar {
    /// Appends the scalar's one to four bytes of UTF-8.
    fileprivate func appendUTF8(to bytes: inout [UInt8]) {
        switch value {
        case ..<0x80:
            bytes.append(UInt8(truncatingIfNeeded: value))
        case ..<0x800:
            bytes.append(0xC0 | UInt8(truncatingIfNeeded: value >> 6))
            bytes.append(0x80 | UInt8(truncatingIfNeeded: value & 0x3F))
        case ..<0x1_0000:
            bytes.append(0xE0 | UInt8(truncatingIfNeeded: value >> 12))
            bytes.append(0x80 | UInt8(truncatingIfNeeded: value >> 6 & 0x3F))
            bytes.append(0x80 | UInt8(truncatingIfNeeded: value & 0x3F))
        default:
            bytes.append(0xF0 | UInt8(truncatingIfNeeded: value >> 18))
            bytes.append(0x80 | UInt8(truncatingIfNeeded: value >> 12 & 0x3F))
            bytes.append(0x80 | UInt8(truncatingIfNeeded: value >> 6 & 0x3F))
            bytes.append(0x80 | UInt8(truncatingIfNeeded: value & 0x3F))
        }
    }
}
