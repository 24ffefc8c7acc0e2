internal import CBrotli.Encoder
internal import CZlib
internal import CZstd

/// A content encoding that the origin can produce.
public enum OriginEncoding: Sendable, CaseIterable {
    /// The body as it is.
    case identity
    /// RFC 1952.
    case gzip
    /// RFC 1950, which is what HTTP means by `deflate`.
    case deflate
    /// RFC 1951 without the zlib frame, which some servers send as `deflate`.
    case rawDeflate
    /// RFC 7932.
    case brotli
    /// RFC 8878.
    case zstd

    /// The value of `Content-Encoding`; empty for none.
    public var name: String {
        switch self {
        case .identity: ""
        case .gzip: "gzip"
        case .deflate, .rawDeflate: "deflate"
        case .brotli: "br"
        case .zstd: "zstd"
        }
    }

    /// The compressed bytes.
    public func encode(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .identity: bytes
        case .gzip: Self.deflated(bytes, windowBits: 15 + 16)
        case .deflate: Self.deflated(bytes, windowBits: 15)
        case .rawDeflate: Self.deflated(bytes, windowBits: -15)
        case .brotli: Self.brotliEncoded(bytes)
        case .zstd: Self.zstdEncoded(bytes)
        }
    }

    static func gzipBomb(mebibytes: Int) -> [UInt8] {
        let block = [UInt8](repeating: UInt8(ascii: "A"), count: 1 << 20)
        return deflated(block, times: mebibytes, windowBits: 15 + 16)
    }
}

// MARK: - Private

extension OriginEncoding {
    private static func deflated(_ bytes: [UInt8], times: Int = 1, windowBits: Int32) -> [UInt8] {
        // zlib remembers the stream's address, so it must not move.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        defer { unsafe stream.deallocate() }
        let status = unsafe deflateInit2_(
            stream, Z_BEST_SPEED, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib cannot start: \(status)")
        defer { unsafe deflateEnd(stream) }

        var input = bytes
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        for round in 1...max(times, 1) {
            unsafe input.withUnsafeMutableBufferPointer { source in
                unsafe stream.pointee.next_in = source.baseAddress
                unsafe stream.pointee.avail_in = UInt32(source.count)
                let flush = round == max(times, 1) ? Z_FINISH : Z_NO_FLUSH
                repeat {
                    let count = unsafe buffer.withUnsafeMutableBufferPointer { target in
                        unsafe stream.pointee.next_out = target.baseAddress
                        unsafe stream.pointee.avail_out = UInt32(target.count)
                        _ = unsafe CZlib.deflate(stream, flush)
                        return unsafe target.count - Int(stream.pointee.avail_out)
                    }
                    output += buffer[..<count]
                } while unsafe stream.pointee.avail_out == 0
            }
        }
        return output
    }

    private static func brotliEncoded(_ bytes: [UInt8]) -> [UInt8] {
        var size = BrotliEncoderMaxCompressedSize(bytes.count) + 64
        var output = [UInt8](repeating: 0, count: size)
        let status = unsafe BrotliEncoderCompress(
            5, 22, BROTLI_MODE_GENERIC, bytes.count, bytes, &size, &output)
        precondition(status == 1, "brotli cannot encode")
        return Array(output[..<size])
    }

    private static func zstdEncoded(_ bytes: [UInt8]) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
        let size = unsafe ZSTD_compress(&output, output.count, bytes, bytes.count, 3)
        precondition(ZSTD_isError(size) == 0, "zstd cannot encode")
        return Array(output[..<size])
    }
}
