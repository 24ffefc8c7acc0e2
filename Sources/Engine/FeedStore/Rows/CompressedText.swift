import CZlib

/// Bytes compressed by zlib, and how many they were.
struct CompressedText {
    /// How many bytes there are when expanded.
    let size: Int
    /// What is stored.
    let bytes: [UInt8]

    /// What was stored.
    init(size: Int, bytes: [UInt8]) {
        self.size = size
        self.bytes = bytes
    }

    /// Compresses; nil where memory is lacking.
    init?(_ text: Span<UInt8>) {
        size = text.count
        var length = compressBound(uLong(text.count))
        var status = Z_OK
        bytes = unsafe text.withUnsafeBufferPointer { source in
            unsafe [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
                status = unsafe compress(buffer.baseAddress, &length, source.baseAddress, uLong(source.count))
                count = status == Z_OK ? Int(length) : 0
            }
        }
        guard status == Z_OK else { return nil }
    }

    /// The bytes as they were; nil where they are damaged.
    var expanded: [UInt8]? {
        // Deflate makes a thousand bytes of one at most, so a size beyond that is damage, not a wish for memory.
        guard size >= 0, size / 1100 <= bytes.count else { return nil }
        var length = uLong(size)
        var status = Z_OK
        let text = unsafe bytes.withUnsafeBufferPointer { source in
            unsafe [UInt8](unsafeUninitializedCapacity: max(size, 1)) { buffer, count in
                status = unsafe uncompress(buffer.baseAddress, &length, source.baseAddress, uLong(source.count))
                count = status == Z_OK ? Int(length) : 0
            }
        }
        return status == Z_OK && text.count == size ? text : nil
    }
}
