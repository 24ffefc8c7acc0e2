/// Whether bytes are UTF-8, and where they aren't (Unicode 15 §3.9, table 3-7).
public enum UTF8Validation {
    /// Whether all bytes are well-formed UTF-8.
    public static func isValid(_ bytes: Span<UInt8>) -> Bool { firstMalformed(in: bytes) == nil }

    /// The first malformed sequence at or after `start`, which must not be inside a character; nil when there is none.
    ///
    /// The range is what WHATWG and Unicode replace by one U+FFFD: the longest beginning of a character, or one byte.
    public static func firstMalformed(in bytes: Span<UInt8>, from start: Int = 0) -> Range<Int>? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.extracting(droppingFirst: start))
            return nil
        } catch {
            return (start + error.byteOffsets.lowerBound)..<(start + error.byteOffsets.upperBound)
        }
    }

    /// The place of the first byte beyond ASCII at or after `start`, else the end; eight bytes at a time.
    public static func endOfASCII(_ bytes: Span<UInt8>, from start: Int = 0) -> Int {
        unsafe bytes.withUnsafeBytes { buffer in
            var index = start
            while buffer.count - index >= 8 {
                let word = unsafe buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                guard word & 0x8080_8080_8080_8080 == 0 else { break }
                index += 8
            }
            while index < buffer.count, unsafe buffer[index] < 0x80 { index += 1 }
            return index
        }
    }
}
