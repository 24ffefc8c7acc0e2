import Glibc
public import ThreadExecutor

/// Standard output or standard error, written in order, off the cooperative pool since a slow reader blocks.
public actor StandardStream {
    /// Which stream.
    public enum Name: Sendable {
        /// Standard output: data.
        case output
        /// Standard error: everything else.
        case error
    }

    private let descriptor: Int32
    private let name: Name
    private let executor: ThreadExecutor
    /// Whether something stands in the last line that the next write takes away.
    private var hasTransient = false

    /// The stream of a name; calls run on `executor`'s thread.
    public init(_ name: Name, on executor: ThreadExecutor) {
        self.name = name
        self.executor = executor
        descriptor = name == .output ? STDOUT_FILENO : STDERR_FILENO
    }

    /// The thread on which writes wait.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Does work that writes in between, without suspending.
    public func run<Result: Sendable, Failure: Error>(
        _ work: @Sendable (isolated StandardStream) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try work(self)
    }

    /// Writes all bytes.
    ///
    /// - Returns: nil, or how many were written before which failure; a reader that has gone is `.closed`, and the
    ///   process must ignore `SIGPIPE` for it to be seen.
    public func write(_ bytes: [UInt8]) -> (written: Int, failure: LocalFileFailure)? {
        if hasTransient {
            hasTransient = false
            _ = writeAll(Self.clearedLine)
        }
        return writeAll(bytes)
    }

    /// Shows a text in the terminal's last line, in place of what was shown so before, until something is written.
    ///
    /// - Parameter bytes: without control characters, and shorter than a line; nil shows nothing any more.
    public func show(_ bytes: [UInt8]?) {
        guard bytes != nil || hasTransient else { return }
        hasTransient = bytes != nil
        _ = writeAll(Self.clearedLine + (bytes ?? []))
    }

    /// To the beginning of the line, which is then empty.
    private static let clearedLine = Array("\r\u{1B}[K".utf8)

    private func writeAll(_ bytes: [UInt8]) -> (written: Int, failure: LocalFileFailure)? {
        let path = name == .output ? "standard output" : "standard error"
        return unsafe bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let count = unsafe Glibc.write(
                    descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
                if count >= 0 {
                    written += count
                } else if errno != EINTR {
                    return (written, LocalFileFailure(path: path, code: errno))
                }
            }
            return nil
        }
    }
}
