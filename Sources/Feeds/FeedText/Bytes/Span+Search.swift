/// Searches that look at sixteen bytes at a time: in documents of some length a third of the time of eight at a time.
extension Span<UInt8> {
    /// The place of the first byte at or after `start` that is one of two, else the end.
    package func firstIndex(of one: UInt8, or other: UInt8, from start: Int) -> Int {
        let ones = SIMD16<UInt8>(repeating: one)
        let others = SIMD16<UInt8>(repeating: other)
        return firstIndex(from: start, to: count) { block in
            SIMD16<UInt8>(repeating: 0).replacing(with: 0xFF, where: block .== ones .| block .== others)
        } isHit: { byte in
            byte == one || byte == other
        }
    }

    /// The first place in `start..<end` at which `isHit` holds, else `end`; `marks` gives a byte that isn't 0 for each
    /// of a block that may hold a hit.
    @inlinable @inline(__always)
    package func firstIndex(
        from start: Int, to end: Int, marks: (SIMD16<UInt8>) -> SIMD16<UInt8>, isHit: (UInt8) -> Bool
    ) -> Int {
        precondition(end <= count, "a search goes beyond the bytes")
        var index = start
        unsafe withUnsafeBytes { buffer in
            while end - index >= 16 {
                // Within the bytes, by the condition of the loop and the one above.
                let block = unsafe buffer.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
                let halves = unsafe unsafeBitCast(marks(block), to: SIMD2<UInt64>.self)
                if halves[0] | halves[1] != 0 {
                    let first = halves[0] != 0 ? halves[0].trailingZeroBitCount : 64 + halves[1].trailingZeroBitCount
                    index += first >> 3
                    return
                }
                index += 16
            }
        }
        while index < end, !isHit(self[index]) { index += 1 }
        return index
    }
}
