internal import CDeflate

/// Deflate over bodies that are there as a whole, by libdeflate: in less than half of the time that zlib takes.
enum WholeBody {
    /// What one gzip member holds that is all of the body (RFC 1952).
    ///
    /// - Parameter limit: the most bytes of content.
    /// - Returns: nil for anything else, be it damaged, cut off or larger: whoever decodes it piece by piece sees what it is.
    static func expandingGzip(_ body: Span<UInt8>, limit: Int) -> [UInt8]? {
        // A member ends with its content's size, which is checked below.
        guard body.count >= 18 else { return nil }
        var size = 0
        for index in body.count - 4..<body.count { size = size >> 8 | Int(body[index]) << 24 }
        // Deflate makes 1,032 bytes of one at most, so that nobody is given memory for the asking.
        guard size <= limit, size / 1032 <= body.count, let decoder = unsafe libdeflate_alloc_decompressor() else {
            return nil
        }
        defer { unsafe libdeflate_free_decompressor(decoder) }
        var consumed = 0
        var status = LIBDEFLATE_BAD_DATA
        let content = unsafe body.withUnsafeBytes { source in
            unsafe [UInt8](unsafeUninitializedCapacity: max(size, 1)) { buffer, count in
                unsafe status = libdeflate_gzip_decompress_ex(
                    decoder, source.baseAddress, source.count, buffer.baseAddress, size, &consumed, &count)
                if status != LIBDEFLATE_SUCCESS { count = 0 }
            }
        }
        return status == LIBDEFLATE_SUCCESS && consumed == body.count ? content : nil
    }

    /// The body within a zlib frame (RFC 1950), compressed quickly rather than small; nil where memory is lacking.
    static func deflating(_ body: Span<UInt8>) -> [UInt8]? {
        guard let encoder = unsafe libdeflate_alloc_compressor(1) else { return nil }
        defer { unsafe libdeflate_free_compressor(encoder) }
        let room = unsafe libdeflate_zlib_compress_bound(encoder, body.count)
        let bytes = unsafe body.withUnsafeBytes { source in
            unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                unsafe count = libdeflate_zlib_compress(
                    encoder, source.baseAddress, source.count, buffer.baseAddress, room)
            }
        }
        return bytes.isEmpty ? nil : bytes
    }
}
