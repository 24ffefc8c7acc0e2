extension [UInt8] {
    /// Overwrites the beginning with a string literal whose escapes have been checked, unescaped.
    ///
    /// Whole words are copied and the surplus overwritten by what comes next, so eight more bytes than the literal has
    /// must be there. Gives back how many bytes were written and how many surrogates had no partner; each of these is
    /// written as U+FFFD.
    mutating func unescape(_ literal: Span<UInt8>) -> (count: Int, halves: Int) {
        // A local span stays in registers; one behind `inout` would be loaded anew after every byte stored.
        var output = mutableSpan
        var halves = 0
        var index = 0
        var end = 0
        while index < literal.count {
            if literal[index] != UInt8(ascii: "\\") {
                let run = output.copyRun(literal, from: index, to: end)
                index &+= run
                end &+= run
                continue
            }
            let escape = literal[index &+ 1]
            guard escape == UInt8(ascii: "u") else {
                output[end] = escape.unescaped
                end &+= 1
                index &+= 2
                continue
            }
            let (scalar, length) = literal.scalar(escapedAt: index)
            if scalar == nil { halves &+= 1 }
            end &+= output.write(scalar ?? "\u{FFFD}", at: end)
            index &+= length
        }
        return (end, halves)
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

extension MutableSpan<UInt8> {
    /// Copies up to eight bytes, but none from the first backslash on; gives back how many.
    @inline(__always)
    fileprivate mutating func copyRun(_ source: Span<UInt8>, from start: Int, to end: Int) -> Int {
        guard source.count - start >= 8 else {
            self[end] = source[start]
            return 1
        }
        let word = source.word(at: start)
        for index in 0..<8 { self[end &+ index] = UInt8(truncatingIfNeeded: word >> UInt64(index &* 8)) }
        let marks = word.marks(of: UInt8(ascii: "\\"))
        return marks == 0 ? 8 : marks.trailingZeroBitCount >> 3
    }

    /// Writes a scalar as UTF-8; gives back how many bytes it took.
    @inline(__always)
    fileprivate mutating func write(_ scalar: Unicode.Scalar, at end: Int) -> Int {
        let value = scalar.value
        let tail = { (shift: UInt32) in 0x80 | UInt8(truncatingIfNeeded: value >> shift) & 0x3F }
        switch value {
        case ..<0x80:
            self[end] = UInt8(truncatingIfNeeded: value)
            return 1
        case ..<0x800:
            self[end] = 0xC0 | UInt8(truncatingIfNeeded: value >> 6)
            self[end &+ 1] = tail(0)
            return 2
        case ..<0x10000:
            self[end] = 0xE0 | UInt8(truncatingIfNeeded: value >> 12)
            self[end &+ 1] = tail(6)
            self[end &+ 2] = tail(0)
            return 3
        default:
            self[end] = 0xF0 | UInt8(truncatingIfNeeded: value >> 18)
            self[end &+ 1] = tail(12)
            self[end &+ 2] = tail(6)
            self[end &+ 3] = tail(0)
            return 4
        }
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
