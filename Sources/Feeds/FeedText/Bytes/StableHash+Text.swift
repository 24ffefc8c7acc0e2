import Glibc

extension StableHash {
    /// The hash of the bytes of a text that stand between tags, without ASCII white space; nil where there are none.
    ///
    /// Linear, and no HTML parser: a tag is what stands between `<` and the next `>`. The values are stored, so the
    /// function never changes.
    public static func hash(betweenTagsOf text: String) -> UInt64? {
        let source = text.utf8Span.span
        let kept = unsafe [UInt8](unsafeUninitializedCapacity: source.count) { buffer, count in
            count = unsafe source.withUnsafeBytes {
                unsafe keep(betweenTagsOf: $0, in: UnsafeMutableRawBufferPointer(buffer))
            }
        }
        return kept.isEmpty ? nil : hash(kept)
    }

    /// Writes what is kept to `target`, which is as long as `source`; eight bytes at a time.
    ///
    /// - Returns: how many bytes are kept.
    private static func keep(
        betweenTagsOf source: UnsafeRawBufferPointer, in target: UnsafeMutableRawBufferPointer
    ) -> Int {
        var (index, count) = (0, 0)
        while index < source.count {
            if source.count - index >= 8 {
                // Written whole, counted up to the first byte that may not be kept: the target's end is never nearer.
                let word = unsafe source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                unsafe target.storeBytes(of: word, toByteOffset: count, as: UInt64.self)
                let length = marks(of: UInt64(littleEndian: word)).trailingZeroBitCount >> 3
                index += length
                count += length
                if length == 8 { continue }
            }
            let byte = unsafe source[index]
            index += 1
            switch byte {
            case UInt8(ascii: "<"):
                guard let end = unsafe endOfTag(in: source, from: index) else { return count }
                index = end
            case 0x09, 0x0A, 0x0C, 0x0D, 0x20: break
            default:
                unsafe target[count] = byte
                count += 1
            }
        }
        return count
    }

    /// The high bit of every byte that is `<`, a space or a control; above the first such bit others may be set wrongly.
    private static func marks(of word: UInt64) -> UInt64 {
        let (lows, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        let difference = word ^ (lows &* UInt64(UInt8(ascii: "<")))
        return ((difference &- lows) & ~difference | (word &- lows &* 0x21) & ~word) & highs
    }

    private static func endOfTag(in source: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard start < source.count, let base = source.baseAddress else { return nil }
        let end = unsafe memchr(base + start, Int32(UInt8(ascii: ">")), source.count - start)
        return unsafe end.map { unsafe UnsafeRawPointer($0) - base + 1 }
    }
}
