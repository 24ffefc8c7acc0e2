import FeedText

// Eight bytes at a time over a span, without an unsafe load: one bounds check, and the shifts compile to one load.

extension UInt8 {
    /// Whether the byte is a hexadecimal digit.
    @inline(__always)
    var isHexDigit: Bool { self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 6 }

    /// The value of a byte that is a hexadecimal digit: letters have bit 6, and `a` is 1 in the low half.
    @inline(__always)
    var hexDigitValue: UInt16 { UInt16(self & 0xF) &+ UInt16(self >> 6) &* 9 }
}

extension Span<UInt8> {
    /// The eight bytes from an index on, the first one lowest.
    @inline(__always)
    func word(at index: Int) -> UInt64 {
        let part = extracting(index..<index + 8)
        let low = UInt64(part[0]) | UInt64(part[1]) << 8 | UInt64(part[2]) << 16 | UInt64(part[3]) << 24
        let high = UInt64(part[4]) << 32 | UInt64(part[5]) << 40 | UInt64(part[6]) << 48 | UInt64(part[7]) << 56
        return low | high
    }

    /// The first quote, backslash or control character from an index on; the end if there is none.
    func firstStop(from start: Int) -> Int {
        var index = start
        while count - index >= 8 {
            let word = word(at: index)
            let marks = word.marks(of: UInt8(ascii: "\"")) | word.marks(of: UInt8(ascii: "\\")) | word.marksOfControls
            if marks != 0 { return index &+ marks.firstMark }
            index &+= 8
        }
        while index < count {
            let byte = self[index]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { return index }
            index &+= 1
        }
        return count
    }

    /// The text of bytes of which some are no UTF-8: each bad sequence becomes U+FFFD and is counted.
    func repairedText() -> (text: String, replaced: Int) {
        var text = ""
        var replaced = 0
        var index = 0
        while index < count {
            do throws(UTF8.ValidationError) {
                text.append(String(copying: try UTF8Span(validating: extracting(index..<count))))
                break
            } catch {
                let bad = error.byteOffsets
                if let good = try? UTF8Span(validating: extracting(index..<index &+ bad.lowerBound)) {
                    text.append(String(copying: good))
                }
                text.append("\u{FFFD}")
                replaced &+= 1
                index &+= bad.upperBound
            }
        }
        return (text, replaced)
    }
}
