import CZlib

/// A ZIP archive in the making, in memory (APPNOTE.TXT 6.3.3): without dates, so that the same files give the same bytes.
public struct ZipArchive {
    private var archive: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    /// An archive without files.
    public init() {}

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - name: its path in the archive, with `/` between folders.
    ///   - bytes: what it holds; with all before it less than 4 GB.
    ///   - isStored: whether it is left uncompressed.
    public mutating func add(_ name: String, _ bytes: [UInt8], isStored: Bool = false) {
        precondition(archive.count + bytes.count < Int(UInt32.max) && count < Int(UInt16.max), "the archive is full")
        let deflated = isStored ? nil : Self.deflated(bytes)
        let content = deflated.flatMap { $0.count < bytes.count ? $0 : nil } ?? bytes
        let checksum = unsafe UInt32(truncatingIfNeeded: crc32(0, bytes, uInt(bytes.count)))
        var head: [UInt8] = []
        // Version 2.0; names are UTF-8; deflated or stored; 1980-01-01.
        head.append(20, as: UInt16.self)
        head.append(0x0800, as: UInt16.self)
        head.append(content.count < bytes.count ? 8 : 0, as: UInt16.self)
        head.append(0, as: UInt16.self)
        head.append(0x21, as: UInt16.self)
        head.append(Int(checksum), as: UInt32.self)
        head.append(content.count, as: UInt32.self)
        head.append(bytes.count, as: UInt32.self)
        head.append(name.utf8.count, as: UInt16.self)
        head.append(0, as: UInt16.self)

        directory.append(0x0201_4B50, as: UInt32.self)
        directory.append(20, as: UInt16.self)
        directory += head
        directory += [UInt8](repeating: 0, count: 10)
        directory.append(archive.count, as: UInt32.self)
        directory += name.utf8

        archive.append(0x0403_4B50, as: UInt32.self)
        archive += head
        archive += name.utf8
        archive += content
        count += 1
    }

    /// The whole archive.
    public var bytes: [UInt8] {
        var bytes = archive + directory
        bytes.append(0x0605_4B50, as: UInt32.self)
        bytes.append(0, as: UInt32.self)
        bytes.append(count, as: UInt16.self)
        bytes.append(count, as: UInt16.self)
        bytes.append(directory.count, as: UInt32.self)
        bytes.append(archive.count, as: UInt32.self)
        bytes.append(0, as: UInt16.self)
        return bytes
    }
}

// MARK: - Private

extension ZipArchive {
    /// The bytes deflated without a header (RFC 1951).
    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var stream = unsafe z_stream()
        var status = unsafe deflateInit2_(
            &stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        // Only memory can be lacking, here and below.
        precondition(status == Z_OK, "zlib cannot compress: \(status)")
        defer { unsafe deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(unsafe deflateBound(&stream, uLong(bytes.count))))
        let written = unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { output in
                unsafe stream.next_in = input.baseAddress
                unsafe stream.avail_in = uInt(input.count)
                unsafe stream.next_out = output.baseAddress
                unsafe stream.avail_out = uInt(output.count)
                status = unsafe deflate(&stream, Z_FINISH)
                return unsafe output.count - Int(stream.avail_out)
            }
        }
        precondition(status == Z_STREAM_END, "zlib cannot compress: \(status)")
        return Array(output[..<written])
    }
}

extension [UInt8] {
    /// Appends a number, the least byte first.
    fileprivate mutating func append<Number: FixedWidthInteger>(_ value: Int, as type: Number.Type) {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
