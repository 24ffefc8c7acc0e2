internal import CZstd
internal import TributaryPluginKit

/// Decodes zstd (RFC 8878), all frames of it; the owner of one of its decoders.
@safe final class ZstdDecoder: ContentDecoder {
    private let stream: OpaquePointer?
    private var space = [UInt8](repeating: 0, count: 1 << 16)
    private(set) var isFinished = false

    let name = "zstd"

    init() {
        unsafe stream = ZSTD_createDStream()
        // HTTP allows windows up to 8 MiB (RFC 9659), so that a server cannot ask for more memory.
        unsafe ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, 23)
    }

    deinit {
        unsafe ZSTD_freeDStream(stream)
    }

    func decode(_ input: Span<UInt8>, _ output: (Span<UInt8>) throws(HTTPFailure) -> Void) throws(HTTPFailure) {
        var buffer = space
        space = []
        defer { space = buffer }
        var start = 0
        var isBufferFull = true
        while start < input.count || (isBufferFull && !isFinished) {
            // Behind the end of a frame may come another one; anything else there is padding.
            let rest = input.extracting(start...)
            if isFinished, !ContentCoding.mayContinueZstd(rest) { return }
            let (result, consumed, produced) = step(rest, into: &buffer)
            start += consumed
            isBufferFull = produced == buffer.count
            guard ZSTD_isError(result) == 0 else {
                throw HTTPFailure(.contentCoding, "the body is no valid zstd stream")
            }
            if produced > 0 { try output(buffer.span.extracting(..<produced)) }
            isFinished = result == 0
        }
    }
}

// MARK: - Private

extension ZstdDecoder {
    private func step(_ input: Span<UInt8>, into buffer: inout [UInt8]) -> (result: Int, consumed: Int, produced: Int) {
        unsafe input.withUnsafeBufferPointer { source in
            unsafe buffer.withUnsafeMutableBufferPointer { target in
                var from = unsafe ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: 0)
                var into = unsafe ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
                let result = unsafe ZSTD_decompressStream(stream, &into, &from)
                return unsafe (result, from.pos, into.pos)
            }
        }
    }
}
