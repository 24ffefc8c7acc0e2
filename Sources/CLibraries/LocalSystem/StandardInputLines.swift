import Glibc
import ThreadExecutor

/// The lines of standard input, one after the other, read on a thread of its own.
public actor StandardInputLines {
    private let executor = ThreadExecutor(name: "stdin")
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    /// The lines from where standard input stands.
    public init() {}

    /// The thread on which reads wait.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// The next line without its end; nil at the end of the input, and where it cannot be read.
    public func next() -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return Array(buffer[start..<end])
            }
            searched = buffer.count - start
            buffer.removeSubrange(..<start)
            start = 0
            if isAtEnd || !readMore() {
                isAtEnd = true
                guard !buffer.isEmpty else { return nil }
                defer { buffer = [] }
                return buffer
            }
        }
    }

    private func readMore() -> Bool {
        let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { bytes, count in
            count = max(0, unsafe read(STDIN_FILENO, bytes.baseAddress, bytes.count))
        }
        buffer += chunk
        return !chunk.isEmpty
    }
}
