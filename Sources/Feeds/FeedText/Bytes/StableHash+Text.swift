import CBytes

extension StableHash {
    /// The hash of the bytes of a text that stand between tags, without ASCII white space; nil where there are none.
    ///
    /// Linear, and no HTML parser: a tag is what stands between `<` and the next `>`. The values are stored, so the
    /// function never changes.
    public static func hash(betweenTagsOf text: String) -> UInt64? {
        let source = text.utf8Span.span
        let room = 8 + tributary_block + 8
        return unsafe source.withUnsafeBytes { source in
            unsafe withUnsafeTemporaryAllocation(byteCount: room, alignment: 8) { room in
                unsafe hash(betweenTagsOf: source, by: room)
            }
        }
    }

    /// - Parameter room: takes what is kept of a block, behind what of the last one was no whole word.
    private static func hash(
        betweenTagsOf source: UnsafeRawBufferPointer, by room: UnsafeMutableRawBufferPointer
    ) -> UInt64? {
        guard let start = source.baseAddress, let kept = room.baseAddress else { return nil }
        var hash = StableHash()
        var isInTag: Int32 = 0
        var count = 0
        var index = 0
        while index < source.count {
            let length = min(source.count - index, tributary_block)
            count += unsafe tributary_between_tags(kept + count, start + index, length, &isInTag)
            let words = count & ~7
            unsafe hash.combine(wordsOf: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[..<words]))
            unsafe kept.copyMemory(from: kept + words, byteCount: 8)
            count -= words
            index += length
        }
        unsafe hash.combine(
            endOf: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[..<count]),
            of: Int(hash.length) + count)
        return hash.length == 0 ? nil : hash.finish()
    }
}
