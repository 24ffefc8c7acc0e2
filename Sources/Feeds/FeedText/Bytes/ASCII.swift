/// Tests and conversions on one byte of text; all of them know ASCII only and hold for no byte above 0x7F.
extension UInt8 {
    /// Whether this is a space, tab, line feed, form feed, carriage return or vertical tab.
    @inlinable public var isASCIIWhitespace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }

    /// Whether this is `0` to `9`.
    @inlinable public var isASCIIDigit: Bool { self &- 0x30 < 10 }

    /// Whether this is `A` to `Z` or `a` to `z`.
    @inlinable public var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

    /// The byte with `A` to `Z` made `a` to `z`, every other byte as it is.
    @inlinable public var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// The value of a hexadecimal digit of either case.
    @inlinable public var hexadecimalValue: UInt8? {
        if isASCIIDigit { return self &- 0x30 }
        let letter = (self | 0x20) &- 0x61
        return letter < 6 ? letter &+ 10 : nil
    }
}

extension Span<UInt8> {
    /// Whether two byte strings are equal without regard to the case of ASCII letters.
    package func isEqualIgnoringCase(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index].asciiLowercased != other[index].asciiLowercased { return false }
        return true
    }
}

extension String {
    /// Whether both are equal when `A` to `Z` and `a` to `z` count as the same; other characters compare by their bytes.
    public func equalsIgnoringASCIICase(_ other: String) -> Bool {
        utf8Span.span.isEqualIgnoringCase(other.utf8Span.span)
    }

    /// The text with `A` to `Z` made `a` to `z`; the same string, uncopied, when there are none.
    public var asciiLowercased: String {
        guard utf8.contains(where: { $0 != $0.asciiLowercased }) else { return self }
        return String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
    }

    /// The text without ASCII white space at its ends; the same string, uncopied, when there is none.
    public var trimmingASCIIWhitespace: String {
        guard utf8.first?.isASCIIWhitespace == true || utf8.last?.isASCIIWhitespace == true else { return self }
        let bytes = utf8.span
        let range = bytes.trimmedRange
        return String(decoding: utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
    }
}
