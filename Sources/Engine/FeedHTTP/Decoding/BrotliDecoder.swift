internal import CBrotli
internal import TributaryPluginKit

/// Decodes brotli (RFC 7932); the owner of one of its decoders.
@safe final class BrotliDecoder: ContentDecoder {
    private let state: OpaquePointer?
    private var space = [UInt8](repeating: 0, count: 1 << 16)
    private(set) var isFinished = false

    let name = "br"

    init() {
        unsafe state = BrotliDecoderCreateInstance(nil, nil, nil)
    }

    deinit {
        unsafe BrotliDecoderDestroyInstance(state)
    }

    func decode(_ input: Span<UInt8>, _ output: (Span<UInt8>) throws(HTTPFailure) -> Void) throws(HTTPFailure) {
        var buffer = space
        space = []
        defer { space = buffer }
        var start = 0
        var hasMore = true
        while !isFinished, start < input.count || hasMore {
            let (result, consumed, produced) = step(input.extracting(start...), into: &buffer)
            start += consumed
            hasMore = result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT
            guard result != BROTLI_DECODER_RESULT_ERROR else {
                throw HTTPFailure(.contentCoding, "the body is no valid br stream")
            }
            if produced > 0 { try output(buffer.span.extracting(..<produced)) }
            isFinished = result == BROTLI_DECODER_RESULT_SUCCESS
        }
    }
}

// MARK: - Private

extension BrotliDecoder {
    private func step(_ input: Span<UInt8>, into buffer: inout [UInt8]) -> (
        result: BrotliDecoderResult, consumed: Int, produced: Int
    ) {
        unsafe input.withUnsafeBufferPointer { source in
            unsafe buffer.withUnsafeMutableBufferPointer { target in
                var availableIn = source.count
                var nextIn = source.baseAddress
                var availableOut = target.count
                var nextOut = target.baseAddress
                let result = unsafe BrotliDecoderDecompressStream(
                    state, &availableIn, &nextIn, &availableOut, &nextOut, nil)
                return (result, source.count - availableIn, target.count - availableOut)
            }
        }
    }
}
