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
                let word = unsafe source.word(at: index)
                unsafe target.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
                let length = (word.marks(of: UInt8(ascii: "<")) | word.marksOfSpaces).firstMark
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

    private static func endOfTag(in source: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard start < source.count, let base = source.baseAddress else { return nil }
        let end = unsafe memchr(base + start, Int32(UInt8(ascii: ">")), source.count - start)
        return unsafe end.map { unsafe UnsafeRawPointer($0) - base + 1 }
    }
}

extension UInt64 {
    /// Marks every byte up to the space; above the first mark others may be wrong.
    fileprivate var marksOfSpaces: UInt64 { (self &- 0x2121_2121_2121_2121) & ~self & 0x8080_8080_8080_8080 }
}
