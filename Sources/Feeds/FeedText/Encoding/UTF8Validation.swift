/// Whether bytes are UTF-8, and where they aren't (Unicode 15 §3.9, table 3-7).
public enum UTF8Validation {
    /// What bytes are.
    enum Kind {
        case ascii
        /// Well-formed, with characters beyond ASCII.
        case utf8
        case malformed
    }

    /// Whether all bytes are well-formed UTF-8.
    public static func isValid(_ bytes: Span<UInt8>) -> Bool { bytes.utf8Kind != .malformed }

    /// The first malformed sequence at or after `start`, which must not be inside a character; nil when there is none.
    ///
    /// The range is what WHATWG and Unicode replace by one U+FFFD: the longest beginning of a character, or one byte.
    public static func firstMalformed(in bytes: Span<UInt8>, from start: Int = 0) -> Range<Int>? {
        unsafe bytes.withUnsafeBytes { buffer in
            var index = unsafe endOfASCII(buffer, from: start)
            while index < buffer.count {
                let end = unsafe endOfCharacters(buffer, from: index)
                if end < buffer.count, unsafe buffer[end] >= 0x80 {
                    return end..<(unsafe endOfMalformed(buffer, from: end))
                }
                index = unsafe endOfASCII(buffer, from: end)
            }
            return nil
        }
    }

    /// The place of the first byte beyond ASCII at or after `start`, else the end; 32 bytes at a time.
    public static func endOfASCII(_ bytes: Span<UInt8>, from start: Int = 0) -> Int {
        unsafe bytes.withUnsafeBytes { unsafe endOfASCII($0, from: start) }
    }
}

extension UTF8Validation {
    @inline(__always)
    private static func endOfASCII(_ buffer: UnsafeRawBufferPointer, from start: Int) -> Int {
        let highs: UInt64 = 0x8080_8080_8080_8080
        var index = start
        while buffer.count - index >= 8 {
            let marks = unsafe buffer.word(at: index) & highs
            guard marks == 0 else { return index + marks.trailingZeroBitCount >> 3 }
            index += 8
            while buffer.count - index >= 32 {
                let first = unsafe buffer.word(at: index) | buffer.word(at: index + 8)
                let second = unsafe buffer.word(at: index + 16) | buffer.word(at: index + 24)
                guard (first | second) & highs == 0 else { break }
                index += 32
            }
        }
        while index < buffer.count, unsafe buffer[index] < 0x80 { index += 1 }
        return index
    }

    /// The end of the run of characters beyond ASCII that begins at `start`: at ASCII, at the end, or at a malformed one.
    @inline(__always)
    private static func endOfCharacters(_ buffer: UnsafeRawBufferPointer, from start: Int) -> Int {
        var index = start
        while index < buffer.count, unsafe buffer[index] >= 0x80 {
            // Text in one script comes in runs: two characters of three bytes, or four of two, at once.
            if buffer.count - index >= 8 {
                let word = unsafe buffer.word(at: index)
                if word & 0x0000_C0C0_F0C0_C0F0 == 0x0000_8080_E080_80E0, isProper(ofThree: word),
                    isProper(ofThree: word >> 24)
                {
                    index += 6
                    continue
                }
                if word & 0xC0E0_C0E0_C0E0_C0E0 == 0x80C0_80C0_80C0_80C0 {
                    // Each of the four has a bit that makes it more than C1; the sum carries it to the top.
                    let bits = (word & 0x001E_001E_001E_001E) &+ 0x7FFF_7FFF_7FFF_7FFF
                    if bits & 0x8000_8000_8000_8000 == 0x8000_8000_8000_8000 {
                        index += 8
                        continue
                    }
                }
            }
            // Behind the end there are zero bytes, which end every character.
            var four: UInt32 = 0
            if buffer.count - index >= 4 {
                four = unsafe UInt32(littleEndian: buffer.loadUnaligned(fromByteOffset: index, as: UInt32.self))
            } else {
                for at in index..<buffer.count { four |= unsafe UInt32(buffer[at]) << UInt32((at - index) * 8) }
            }
            if four & 0x00C0_C0F0 == 0x0080_80E0 {
                guard isProper(ofThree: UInt64(four)) else { return index }
                index += 3
            } else if four & 0xC0E0 == 0x80C0 {
                // C0 and C1 begin forms that are too long.
                guard four & 0x1E != 0 else { return index }
                index += 2
            } else if four & 0xC0C0_C0F8 == 0x8080_80F0 {
                let plane = (four & 0x07) << 2 | four >> 12 & 0x03
                guard (1...16).contains(plane) else { return index }
                index += 4
            } else {
                return index
            }
        }
        return index
    }

    /// The end of the malformed sequence at `start`: the longest beginning of a character, or one byte.
    private static func endOfMalformed(_ buffer: UnsafeRawBufferPointer, from start: Int) -> Int {
        let lead = unsafe buffer[start]
        let (second, following): (ClosedRange<UInt8>, Int)
        switch lead {
        case 0xE0: (second, following) = (0xA0...0xBF, 1)
        case 0xED: (second, following) = (0x80...0x9F, 1)
        case 0xE1...0xEF: (second, following) = (0x80...0xBF, 1)
        case 0xF0: (second, following) = (0x90...0xBF, 2)
        case 0xF1...0xF3: (second, following) = (0x80...0xBF, 2)
        case 0xF4: (second, following) = (0x80...0x8F, 2)
        default: return start + 1
        }
        var end = start + 1
        guard end < buffer.count, unsafe second.contains(buffer[end]) else { return end }
        end += 1
        // The last byte of a whole character is not there, or it would not be malformed.
        while end < min(buffer.count, start + 1 + following), unsafe buffer[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }

    /// Whether a character of three bytes is one: E0 is followed by A0 to BF only, or the form is too long; ED by 80 to
    /// 9F, or it is a surrogate.
    @inline(__always)
    private static func isProper(ofThree word: UInt64) -> Bool {
        let critical = word & 0x200F
        return critical != 0 && critical != 0x200D
    }
}
