import Glibc
import ThreadExecutor

/// The lines of standard input, one after the other, read on a thread of its own.
public actor StandardInputLines {
    private let executor = ThreadExecutor(name: "stdin")
    private var buffer = LineBuffer()

    /// The lines from where standard input stands.
    public init() {}

    /// The thread on which reads wait.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// The next line without its end; nil at the end of the input, and where it cannot be read.
    public func next() -> [UInt8]? {
        while true {
            if let line = buffer.next() { return line }
            let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { bytes, count in
                count = max(0, unsafe read(STDIN_FILENO, bytes.baseAddress, bytes.count))
            }
            guard chunk.isEmpty else {
                buffer.append(chunk)
                continue
            }
            let rest = buffer.takeRest()
            return rest.isEmpty ? nil : rest
        }
    }
}
