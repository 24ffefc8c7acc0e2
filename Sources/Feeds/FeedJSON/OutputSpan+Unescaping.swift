extension OutputSpan<UInt8> {
    /// Appends a string literal whose escapes have been checked, unescaped; that is never longer than the literal.
    ///
    /// Gives back how many surrogates had no partner; each is written as U+FFFD.
    mutating func append(unescaping literal: Span<UInt8>) -> Int {
        var halves = 0
        var index = 0
        while index < literal.count {
            index = append(literal, from: index, until: UInt8(ascii: "\\"))
            guard index < literal.count else { break }
            switch literal[index &+ 1] {
            case UInt8(ascii: "b"): append(0x08)
            case UInt8(ascii: "f"): append(0x0C)
            case UInt8(ascii: "n"): append(0x0A)
            case UInt8(ascii: "r"): append(0x0D)
            case UInt8(ascii: "t"): append(0x09)
            case UInt8(ascii: "u"):
                let (scalar, end) = literal.scalar(escapedAt: index)
                if scalar == nil { halves &+= 1 }
                append(utf8Of: scalar ?? "\u{FFFD}")
                index = end
                continue
            case let byte: append(byte)
            }
            index &+= 2
        }
        return halves
    }

    /// Appends bytes up to the first one that equals `stop`; gives back where that stands, or the end.
    private mutating func append(_ source: Span<UInt8>, from start: Int, until stop: UInt8) -> Int {
        var index = start
        while index &+ 8 <= source.count {
            let word = source.word(at: index)
            guard word.marks(of: stop) == 0 else { break }
            append(bytesOf: word)
            index &+= 8
        }
        while index < source.count, source[index] != stop {
            append(source[index])
            index &+= 1
        }
        return index
    }

    @inline(__always)
    private mutating func append(bytesOf word: UInt64) {
        for shift in 0..<8 { append(UInt8(truncatingIfNeeded: word >> UInt64(shift &* 8))) }
    }

    private mutating func append(utf8Of scalar: Unicode.Scalar) {
        let value = scalar.value
        let tail = { (shift: UInt32) in 0x80 | UInt8(truncatingIfNeeded: value >> shift) & 0x3F }
        switch value {
        case ..<0x80: append(UInt8(value))
        case ..<0x800:
            append(0xC0 | UInt8(value >> 6))
            append(tail(0))
        case ..<0x10000:
            append(0xE0 | UInt8(value >> 12))
            append(tail(6))
            append(tail(0))
        default:
            append(0xF0 | UInt8(value >> 18))
            append(tail(12))
            append(tail(6))
            append(tail(0))
        }
    }
}

extension Span<UInt8> {
    /// The scalar of the checked `\uXXXX` escape at an index, or of the pair that begins there; nil for half a pair.
    fileprivate func scalar(escapedAt index: Int) -> (scalar: Unicode.Scalar?, end: Int) {
        let end = index &+ 6
        let first = unit(at: index &+ 2)
        guard first & 0xFC00 == 0xD800, end &+ 6 <= count, self[end] == UInt8(ascii: "\\"),
            self[end &+ 1] == UInt8(ascii: "u")
        else { return (Unicode.Scalar(first), end) }
        let second = unit(at: end &+ 2)
        guard second & 0xFC00 == 0xDC00 else { return (nil, end) }
        let value = 0x10000 &+ (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
        return (Unicode.Scalar(value), end &+ 6)
    }

    private func unit(at index: Int) -> UInt16 {
        var unit: UInt16 = 0
        for digit in index..<index &+ 4 { unit = unit << 4 | (self[digit].hexDigitValue ?? 0) }
        return unit
    }
}
