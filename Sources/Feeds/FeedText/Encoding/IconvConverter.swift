import Glibc

/// One open converter of glibc's iconv from some encoding to UTF-8; closed when it goes out of scope.
@safe struct IconvConverter: ~Copyable {
    private let handle: iconv_t

    /// Opens a converter; nil when glibc has none for the name (a system without its gconv modules).
    init?(from encoding: String) {
        let handle = unsafe iconv_open("UTF-8", encoding)
        // iconv_open answers (iconv_t)-1 on failure.
        guard Int(bitPattern: handle) != -1, let handle = unsafe handle else { return nil }
        unsafe self.handle = handle
    }

    deinit { unsafe _ = iconv_close(handle) }

    /// Why a step of a conversion ended.
    enum Stop {
        case finished
        case scratchIsFull
        case malformed
        case incomplete
    }

    /// Converts `input[position...]` as far as it goes and `scratch` holds, appends it to `output`, moves `position` on.
    ///
    /// `scratch` must hold more than a few characters.
    func convert(
        _ input: Span<UInt8>, from position: inout Int, to output: inout [UInt8], through scratch: inout [UInt8]
    ) -> Stop {
        var stop = Stop.finished
        var left = input.count - position
        let written = unsafe input.withUnsafeBytes { source in
            unsafe scratch.withUnsafeMutableBytes { target in
                var from = unsafe UnsafeMutablePointer(
                    mutating: source.baseAddress?.advanced(by: position).assumingMemoryBound(to: CChar.self))
                var into = unsafe target.baseAddress?.assumingMemoryBound(to: CChar.self)
                // Eight bytes are kept for what a converter holds back until the end (Big5's combined characters).
                var room = target.count - 8
                if unsafe iconv(handle, &from, &left, &into, &room) == -1 { stop = Stop(error: errno) }
                room += 8
                if stop == .finished { unsafe _ = iconv(handle, nil, nil, &into, &room) }
                return target.count - room
            }
        }
        position = input.count - left
        output.append(contentsOf: scratch[..<written])
        return stop
    }
}

extension IconvConverter.Stop {
    fileprivate init(error: Int32) {
        switch error {
        case E2BIG: self = .scratchIsFull
        case EINVAL: self = .incomplete
        default: self = .malformed
        }
    }
}
