/// Eight bytes of text in one number, the first one lowest: searches look at them all at once.
///
/// A mark is the high bit of a byte. But for `exactMarks`, only the first mark is sure: above it others may be wrong.
extension UInt64 {
    /// Marks every byte that equals `byte`.
    @inlinable
    @inline(__always)
    package func marks(of byte: UInt8) -> UInt64 {
        let difference = self ^ (0x0101_0101_0101_0101 &* UInt64(byte))
        return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
    }

    /// Marks every byte that equals `byte` and no other.
    @inlinable
    @inline(__always)
    package func exactMarks(of byte: UInt8) -> UInt64 {
        let difference = self ^ (0x0101_0101_0101_0101 &* UInt64(byte))
        let isNonzero = (difference & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F
        return ~(isNonzero | difference | 0x7F7F_7F7F_7F7F_7F7F)
    }

    /// Marks every byte below 0x20.
    @inlinable
    @inline(__always)
    package var marksOfControls: UInt64 {
        (self &- 0x2020_2020_2020_2020) & ~self & 0x8080_8080_8080_8080
    }

    /// The index of the first byte that is marked.
    @inlinable
    @inline(__always)
    package var firstMark: Int { trailingZeroBitCount &>> 3 }
}

extension UnsafeRawBufferPointer {
    /// The eight bytes from an index on; the caller has seen that they are there.
    @inlinable
    @inline(__always)
    package func word(at index: Int) -> UInt64 {
        unsafe UInt64(littleEndian: loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }
}
