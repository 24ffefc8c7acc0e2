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

    /// A gzip member of so many mebibytes of one letter, made in no time: one compressed mebibyte over and over again.
    static func gzipBomb(mebibytes: Int) -> [UInt8] {
        let block = [UInt8](repeating: UInt8(ascii: "A"), count: 1 << 20)
        let compressed = deflated(block, windowBits: -15, ending: Z_FULL_FLUSH)
        let blockChecksum = unsafe crc32(0, block, UInt32(block.count))
        var checksum: UInt = 0
        var member: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        for _ in 0..<mebibytes {
            member += compressed
            checksum = crc32_combine(checksum, blockChecksum, block.count)
        }
        member += [3, 0]
        for value in [UInt32(truncatingIfNeeded: checksum), UInt32(truncatingIfNeeded: mebibytes << 20)] {
            for shift in stride(from: 0, to: 32, by: 8) {
                member.append(UInt8(truncatingIfNeeded: value >> UInt32(shift)))
            }
        }
        return member
    }
}

// MARK: - Private

extension OriginEncoding {
    private static func deflated(_ bytes: [UInt8], windowBits: Int32, ending: Int32 = Z_FINISH) -> [UInt8] {
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
        unsafe input.withUnsafeMutableBufferPointer { source in
            unsafe stream.pointee.next_in = source.baseAddress
            unsafe stream.pointee.avail_in = UInt32(source.count)
            repeat {
                let count = unsafe buffer.withUnsafeMutableBufferPointer { target in
                    unsafe stream.pointee.next_out = target.baseAddress
                    unsafe stream.pointee.avail_out = UInt32(target.count)
                    _ = unsafe CZlib.deflate(stream, ending)
                    return unsafe target.count - Int(stream.pointee.avail_out)
                }
                output += buffer[..<count]
            } while unsafe stream.pointee.avail_out == 0
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
