/// Whether bytes are UTF-8, and where they aren't (Unicode 15 §3.9, table 3-7).
public enum UTF8Validation {
    /// Whether all bytes are well-formed UTF-8.
    public static func isValid(_ bytes: Span<UInt8>) -> Bool { firstMalformed(in: bytes) == nil }

    /// The first malformed sequence at or after `start`, which must not be inside a character; nil when there is none.
    ///
    /// The range is what WHATWG and Unicode replace by one U+FFFD: the longest beginning of a character, or one byte.
    public static func firstMalformed(in bytes: Span<UInt8>, from start: Int = 0) -> Range<Int>? {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            let count = buffer.count
            var index = unsafe endOfASCII(buffer, from: start)
            while index < count {
                let length = unsafe sequenceLength(buffer, at: index)
                guard length > 0 else { return index..<(index - length) }
                index += length
                if index < count, unsafe buffer[index] < 0x80 { index = unsafe endOfASCII(buffer, from: index) }
            }
            return nil
        }
    }

    /// The place of the first byte beyond ASCII at or after `start`, else the end; eight bytes at a time.
    public static func endOfASCII(_ bytes: Span<UInt8>, from start: Int = 0) -> Int {
        unsafe bytes.withUnsafeBufferPointer { unsafe endOfASCII($0, from: start) }
    }

    private static func endOfASCII(_ buffer: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        let words = UnsafeRawBufferPointer(buffer)
        while buffer.count - index >= 16 {
            let first = unsafe words.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let second = unsafe words.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self)
            guard (first | second) & 0x8080_8080_8080_8080 == 0 else { break }
            index += 16
        }
        while index < buffer.count, unsafe buffer[index] < 0x80 { index += 1 }
        return index
    }

    /// The length of the character at `index`, or minus the length of what is malformed there.
    private static func sequenceLength(_ buffer: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let lead = unsafe buffer[index]
        let left = buffer.count - index
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0..<0x80: return 1
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        case 0xF1...0xF3: length = 4
        default: return -1
        }
        guard left > 1, unsafe second.contains(buffer[index + 1]) else { return -1 }
        for offset in 2..<max(length, 2) {
            guard offset < left, unsafe buffer[index + offset] & 0xC0 == 0x80 else { return -offset }
        }
        return length
    }
}
