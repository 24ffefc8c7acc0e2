internal import CZlib
internal import TributaryPluginKit

/// Decodes gzip (all members of it) and deflate with or without the zlib frame; the owner of one zlib stream.
@safe final class InflateDecoder: ContentDecoder {
    /// The frame around the deflate data; the value is zlib's `windowBits`.
    enum Frame: Int32 {
        case gzip = 31
        case zlib = 15
        case raw = -15
    }

    private let frame: Frame
    private let stream: UnsafeMutablePointer<z_stream>
    private var space = [UInt8](repeating: 0, count: 1 << 14)
    private(set) var isFinished = false

    var name: String { frame == .gzip ? "gzip" : "deflate" }

    init(_ frame: Frame) {
        self.frame = frame
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let status = unsafe inflateInit2_(stream, frame.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib cannot start: \(status)")
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    func decode(_ input: Span<UInt8>, _ output: (Span<UInt8>) throws(HTTPFailure) -> Void) throws(HTTPFailure) {
        var start = 0
        while start < input.count {
            if isFinished {
                // A gzip body may have more members (RFC 1952 §2.2); anything else behind the end is padding.
                guard frame == .gzip, ContentCoding.mayContinueGzip(input.extracting(start...)) else { return }
                unsafe inflateReset(stream)
                isFinished = false
            }
            try inflate(input, from: &start, output)
        }
    }
}

// MARK: - Private

extension InflateDecoder {
    /// Decodes from `start` on to the end of the input or of the member.
    private func inflate(
        _ input: Span<UInt8>, from start: inout Int, _ output: (Span<UInt8>) throws(HTTPFailure) -> Void
    ) throws(HTTPFailure) {
        var buffer = space
        space = []
        defer { space = buffer }
        var isBufferFull = true
        while !isFinished, start < input.count || isBufferFull {
            let (status, consumed, produced) = step(input.extracting(start...), into: &buffer)
            start += consumed
            isBufferFull = produced == buffer.count
            guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
                throw HTTPFailure(.contentCoding, "the body is no valid \(name) stream")
            }
            if produced > 0 { try output(buffer.span.extracting(..<produced)) }
            isFinished = status == Z_STREAM_END
        }
    }

    private func step(_ input: Span<UInt8>, into buffer: inout [UInt8]) -> (status: Int32, consumed: Int, produced: Int)
    {
        unsafe input.withUnsafeBufferPointer { source in
            unsafe buffer.withUnsafeMutableBufferPointer { target in
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                unsafe stream.pointee.avail_in = UInt32(source.count)
                unsafe stream.pointee.next_out = target.baseAddress
                unsafe stream.pointee.avail_out = UInt32(target.count)
                let status = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
                return unsafe (
                    status, source.count - Int(stream.pointee.avail_in), target.count - Int(stream.pointee.avail_out)
                )
            }
        }
    }
}
