import FeedText

extension [UInt8] {
    /// Appends a string literal whose escapes have been checked, unescaped.
    ///
    /// Gives back how many surrogates had no partner; each is written as U+FFFD.
    mutating func append(unescaping literal: Span<UInt8>) -> Int {
        var halves = 0
        var index = 0
        reserveCapacity(count + literal.count)
        while let backslash = literal.firstIndex(of: UInt8(ascii: "\\"), from: index) {
            append(copying: literal.extracting(index..<backslash))
            index = backslash
            // Nothing becomes longer by unescaping.
            append(addingCapacity: literal.count - backslash) { output in
                halves &+= output.append(unescaping: literal, from: &index)
            }
        }
        append(copying: literal.extracting(index...))
        return halves
    }
}

extension OutputSpan<UInt8> {
    /// Appends what escapes and the few bytes between them stand for, up to where no escape is near.
    fileprivate mutating func append(unescaping literal: Span<UInt8>, from index: inout Int) -> Int {
        var halves = 0
        var plain = 0
        while index < literal.count, plain < 8 {
            guard literal[index] == UInt8(ascii: "\\") else {
                append(literal[index])
                index &+= 1
                plain &+= 1
                continue
            }
            plain = 0
            let escape = literal[index &+ 1]
            if escape == UInt8(ascii: "u") {
                let (scalar, length) = literal.scalar(escapedAt: index)
                if scalar == nil { halves &+= 1 }
                append(utf8Of: scalar ?? "\u{FFFD}")
                index &+= length
            } else {
                append(escape.unescaped)
                index &+= 2
            }
        }
        return halves
    }

    private mutating func append(utf8Of scalar: Unicode.Scalar) {
        let value = scalar.value
        let tail = { (shift: UInt32) in 0x80 | UInt8(truncatingIfNeeded: value >> shift) & 0x3F }
        switch value {
        case ..<0x80: append(UInt8(truncatingIfNeeded: value))
        case ..<0x800:
            append(0xC0 | UInt8(truncatingIfNeeded: value >> 6))
            append(tail(0))
        case ..<0x10000:
            append(0xE0 | UInt8(truncatingIfNeeded: value >> 12))
            append(tail(6))
            append(tail(0))
        default:
            append(0xF0 | UInt8(truncatingIfNeeded: value >> 18))
            append(tail(12))
            append(tail(6))
            append(tail(0))
        }
    }
}

extension UInt8 {
    /// What the byte after a backslash stands for: itself, but for `b f n r t`.
    ///
    /// Bits 1 to 4 tell these five apart, and pick a nibble of the constant; so there is no branch to mispredict.
    @inline(__always)
    fileprivate var unescaped: UInt8 {
        guard self >= UInt8(ascii: "b") else { return self }
        let values: UInt64 = 0x9D0_A000_C080
        return UInt8(truncatingIfNeeded: values >> UInt64((self >> 1 & 0xF) &* 4)) & 0xF
    }
}

extension Span<UInt8> {
    /// The scalar of the checked `\uXXXX` at an index, nil for half a surrogate pair, and how many bytes it takes.
    @inline(__always)
    fileprivate func scalar(escapedAt index: Int) -> (scalar: Unicode.Scalar?, length: Int) {
        let first = unit(at: index &+ 2)
        return first & 0xF800 == 0xD800 ? pair(after: first, at: index &+ 6) : (Unicode.Scalar(first), 6)
    }

    /// The scalar of a pair whose first half ends before an index.
    private func pair(after first: UInt16, at index: Int) -> (scalar: Unicode.Scalar?, length: Int) {
        guard first & 0xFC00 == 0xD800, count - index >= 6, self[index] == UInt8(ascii: "\\"),
            self[index &+ 1] == UInt8(ascii: "u")
        else { return (nil, 6) }
        let second = unit(at: index &+ 2)
        guard second & 0xFC00 == 0xDC00 else { return (nil, 6) }
        return (Unicode.Scalar(0x10000 &+ (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))), 12)
    }

    @inline(__always)
    private func unit(at index: Int) -> UInt16 {
        let digits = extracting(index..<index + 4)
        let high = digits[0].hexDigitValue << 12 | digits[1].hexDigitValue << 8
        return high | digits[2].hexDigitValue << 4 | digits[3].hexDigitValue
    }
}
