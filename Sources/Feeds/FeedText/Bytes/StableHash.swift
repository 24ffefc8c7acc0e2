/// A 64-bit hash that is the same on every machine and in every run; what the store keeps instead of long keys.
///
/// Not for secrets: whoever can choose the bytes can make two of them meet. The values are stored, so the function
/// never changes; a test pins some.
public struct StableHash: Sendable {
    private var state: UInt64
    /// How many bytes were taken in.
    private(set) var length: UInt64 = 0

    /// A hash of nothing yet; different seeds give unrelated hashes.
    public init(seed: UInt64 = 0) {
        state = seed ^ 0x9E37_79B9_7F4A_7C15
    }

    /// Takes bytes in; pieces count: `ab` and then `c` differs from `a` and then `bc`.
    public mutating func combine(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBytes { buffer in
            let words = buffer.count & ~7
            unsafe combine(wordsOf: UnsafeRawBufferPointer(rebasing: buffer[..<words]))
            unsafe combine(endOf: UnsafeRawBufferPointer(rebasing: buffer[words...]), of: buffer.count)
        }
    }

    /// Takes in the beginning of bytes, whole words of eight.
    @inline(__always)
    mutating func combine(wordsOf bytes: UnsafeRawBufferPointer) {
        // In a register, and without a look at the end for each word.
        var state = state
        var index = 0
        while index < bytes.count {
            Self.fold(unsafe bytes.word(at: index), into: &state)
            index &+= 8
        }
        self.state = state
        length &+= UInt64(bytes.count)
    }

    /// Takes in what bytes have behind their whole words.
    ///
    /// - Parameter count: how many bytes there are in all.
    @inline(__always)
    mutating func combine(endOf bytes: UnsafeRawBufferPointer, of count: Int) {
        var rest: UInt64 = 0
        for index in bytes.indices { rest |= UInt64(unsafe bytes[index]) << UInt64(8 * index) }
        Self.fold(rest ^ (UInt64(count) << 56), into: &state)
        length &+= UInt64(bytes.count)
    }

    /// Takes the UTF-8 of a text in.
    public mutating func combine(_ text: String) {
        combine(text.utf8Span.span)
    }

    /// Takes a number in.
    public mutating func combine(_ number: UInt64) {
        Self.fold(number, into: &state)
    }

    /// The hash of all that was taken in.
    public consuming func finish() -> UInt64 {
        Self.fold(length ^ 0xD6E8_FEB8_6659_FD93, into: &state)
        return state
    }

    /// The hash of bytes.
    public static func hash(_ bytes: [UInt8]) -> UInt64 {
        var hash = StableHash()
        hash.combine(bytes.span)
        return hash.finish()
    }

    /// The hash of a text's UTF-8.
    public static func hash(_ text: String) -> UInt64 {
        var hash = StableHash()
        hash.combine(text)
        return hash.finish()
    }

    /// Multiplies to 128 bits and folds both halves together: one multiplication per word, every bit spread.
    private static func fold(_ word: UInt64, into state: inout UInt64) {
        let product = (state ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
        state = product.high ^ product.low &+ 0xE703_7ED1_A0B4_28DB
    }
}
