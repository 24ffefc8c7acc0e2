import Synchronization
public import TributaryPluginKit

/// An output channel that keeps what is written, and can close like a pipe whose reader goes away.
public final class CollectingOutput: OutputChannel {
    private let written = Mutex<[UInt8]>([])
    private let capacity: Int?

    /// An output that takes everything, or that closes after so many bytes.
    public init(closesAfter capacity: Int? = nil) {
        self.capacity = capacity
    }

    /// What was written so far.
    public var bytes: [UInt8] { written.withLock { $0 } }

    /// What was written so far, as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Keeps the bytes, as far as there is room.
    public func write(_ bytes: [UInt8]) async throws(OutputFailure) {
        let taken = written.withLock { written in
            let room = capacity.map { max(0, $0 - written.count) } ?? bytes.count
            let taken = min(room, bytes.count)
            written += bytes.prefix(taken)
            return taken
        }
        guard taken == bytes.count else {
            throw OutputFailure(isClosed: true, bytesWritten: taken, message: "the reader has gone")
        }
    }
}
