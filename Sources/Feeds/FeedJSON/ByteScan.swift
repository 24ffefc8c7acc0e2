import FeedText

// Eight bytes at a time over a span, without an unsafe load: one bounds check, and the shifts compile to one load.

extension UInt32 {
    /// Whether four bytes are hexadecimal digits.
    @inline(__always)
    var areHexDigits: Bool {
        // Sums carry into the high bit of a byte where it is at least `0` or `a`, and beyond `9` or `f`.
        let lowered = self | 0x2020_2020
        let digits = (self &+ 0x5050_5050) & ~(self &+ 0x4646_4646)
        let letters = (lowered &+ 0x1F1F_1F1F) & ~(lowered &+ 0x1919_1919)
        return self & 0x8080_8080 == 0 && (digits | letters) & 0x8080_8080 == 0x8080_8080
    }
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

    /// The four bytes from an index on, the first one lowest.
    @inline(__always)
    func fourBytes(at index: Int) -> UInt32 {
        let part = extracting(index..<index + 4)
        return UInt32(part[0]) | UInt32(part[1]) << 8 | UInt32(part[2]) << 16 | UInt32(part[3]) << 24
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
