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
    public static func isValid(_ bytes: Span<UInt8>) -> Bool { kind(of: bytes) != .malformed }

    /// The first malformed sequence at or after `start`, which must not be inside a character; nil when there is none.
    ///
    /// The range is what WHATWG and Unicode replace by one U+FFFD: the longest beginning of a character, or one byte.
    public static func firstMalformed(in bytes: Span<UInt8>, from start: Int = 0) -> Range<Int>? {
        if kind(of: bytes, from: start) != .malformed { return nil }
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.extracting(droppingFirst: start))
            return nil
        } catch {
            return (start + error.byteOffsets.lowerBound)..<(start + error.byteOffsets.upperBound)
        }
    }

    /// The place of the first byte beyond ASCII at or after `start`, else the end; 32 bytes at a time.
    public static func endOfASCII(_ bytes: Span<UInt8>, from start: Int = 0) -> Int {
        unsafe bytes.withUnsafeBytes { unsafe endOfASCII($0, from: start) }
    }

    /// What the bytes from `start` on are, which must not be inside a character: a third of the instructions that
    /// the standard library takes, which looks at one byte at a time.
    static func kind(of bytes: Span<UInt8>, from start: Int = 0) -> Kind {
        unsafe bytes.withUnsafeBytes { buffer in
            var index = unsafe endOfASCII(buffer, from: start)
            let isASCII = index == buffer.count
            while index < buffer.count {
                guard let next = unsafe endOfCharacters(buffer, from: index) else { return .malformed }
                index = unsafe endOfASCII(buffer, from: next)
            }
            return isASCII ? .ascii : .utf8
        }
    }
}

extension UTF8Validation {
    @inline(__always)
    private static func endOfASCII(_ buffer: UnsafeRawBufferPointer, from start: Int) -> Int {
        let highs: UInt64 = 0x8080_8080_8080_8080
        var index = start
        while buffer.count - index >= 8 {
            let marks = unsafe word(buffer, at: index) & highs
            guard marks == 0 else { return index + marks.trailingZeroBitCount >> 3 }
            index += 8
            while buffer.count - index >= 32 {
                let first = unsafe word(buffer, at: index) | word(buffer, at: index + 8)
                let second = unsafe word(buffer, at: index + 16) | word(buffer, at: index + 24)
                guard (first | second) & highs == 0 else { break }
                index += 32
            }
        }
        while index < buffer.count, unsafe buffer[index] < 0x80 { index += 1 }
        return index
    }

    /// The end of the run of characters beyond ASCII that begins at `start`; nil if one of them is malformed.
    @inline(__always)
    private static func endOfCharacters(_ buffer: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var index = start
        while index < buffer.count, unsafe buffer[index] >= 0x80 {
            // Behind the end there are zero bytes, which end every character.
            var four: UInt32 = 0
            if buffer.count - index >= 4 {
                four = unsafe UInt32(littleEndian: buffer.loadUnaligned(fromByteOffset: index, as: UInt32.self))
            } else {
                for at in index..<buffer.count { four |= unsafe UInt32(buffer[at]) << UInt32((at - index) * 8) }
            }
            if four & 0x00C0_C0F0 == 0x0080_80E0 {
                // E0 is followed by A0 to BF only, or the form is too long; ED by 80 to 9F, or it is a surrogate.
                let critical = four & 0x200F
                guard critical != 0, critical != 0x200D else { return nil }
                index += 3
            } else if four & 0xC0E0 == 0x80C0 {
                // C0 and C1 begin forms that are too long.
                guard four & 0x1E != 0 else { return nil }
                index += 2
            } else if four & 0xC0C0_C0F8 == 0x8080_80F0 {
                let plane = (four & 0x07) << 2 | four >> 12 & 0x03
                guard (1...16).contains(plane) else { return nil }
                index += 4
            } else {
                return nil
            }
        }
        return index
    }

    @inline(__always)
    private static func word(_ buffer: UnsafeRawBufferPointer, at index: Int) -> UInt64 {
        unsafe UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }
}
