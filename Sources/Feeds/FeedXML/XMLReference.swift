import FeedText

/// What a `&` in an XML text begins.
enum XMLReference {
    /// The character that the reference at `position` stands for, and the position behind it, if XML knows it by itself
    /// and it means what it says: one of the five names, or the number of a character that XML allows, but for 128 to
    /// 159, by which Windows-1252 is meant.
    static func character(at position: Int, in source: Span<UInt8>) -> (Unicode.Scalar, end: Int)? {
        guard source.count - position > 3 else { return nil }
        if source.count - position >= 8 {
            // The three that nearly all are, as the first bytes of a number.
            let word = unsafe source.withUnsafeBytes { unsafe $0.word(at: position) }
            if word & 0xFFFF_FFFF == 0x3B74_6C26 { return ("<", position + 4) }
            if word & 0xFFFF_FFFF == 0x3B74_6726 { return (">", position + 4) }
            if word & 0xFF_FFFF_FFFF == 0x3B_706D_6126 { return ("&", position + 5) }
        }
        switch source[position + 1] {
        case UInt8(ascii: "l"):
            guard source[position + 2] == UInt8(ascii: "t"), source[position + 3] == UInt8(ascii: ";") else {
                return nil
            }
            return ("<", position + 4)
        case UInt8(ascii: "g"):
            guard source[position + 2] == UInt8(ascii: "t"), source[position + 3] == UInt8(ascii: ";") else {
                return nil
            }
            return (">", position + 4)
        case UInt8(ascii: "a") where source.starts(with: "&amp;", at: position): return ("&", position + 5)
        case UInt8(ascii: "q") where source.starts(with: "&quot;", at: position): return ("\"", position + 6)
        case UInt8(ascii: "a") where source.starts(with: "&apos;", at: position): return ("'", position + 6)
        case UInt8(ascii: "#"):
            guard let number = number(at: position, in: source), isAllowed(number.value),
                !(128...159).contains(number.value), let character = Unicode.Scalar(number.value)
            else { return nil }
            return (character, number.end)
        default: return nil
        }
    }

    /// The position behind such a reference.
    static func properEnd(at position: Int, in source: Span<UInt8>) -> Int? {
        character(at: position, in: source)?.end
    }

    /// The number in the reference `&#…;` or `&#x…;` at `position`, and the position behind it.
    static func number(at position: Int, in source: Span<UInt8>) -> (value: UInt32, end: Int)? {
        var at = position + 2
        let isHexadecimal = at < source.count && source[at] == UInt8(ascii: "x")
        if isHexadecimal { at += 1 }
        let start = at
        var value: UInt32 = 0
        while at < source.count {
            let digit: UInt32
            switch source[at] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt32(source[at] - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f") where isHexadecimal:
                digit = UInt32(source[at] - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F") where isHexadecimal:
                digit = UInt32(source[at] - UInt8(ascii: "A") + 10)
            case UInt8(ascii: ";") where at > start: return (value, at + 1)
            default: return nil
            }
            value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x11_0000)
            at += 1
        }
        return nil
    }

    /// Whether a number is that of a character that XML allows (XML 1.0 §2.2, `Char`).
    static func isAllowed(_ value: UInt32) -> Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
        default: false
        }
    }

    /// The position behind the name of `&name;` at `position`, where its semicolon stands, or nil.
    static func nameEnd(at position: Int, in source: Span<UInt8>) -> Int? {
        var at = position + 1
        let limit = min(source.count, position + 128)
        while at < limit, source[at].isNameByte { at += 1 }
        return at < source.count && at > position + 1 && source[at] == UInt8(ascii: ";") ? at : nil
    }
}
