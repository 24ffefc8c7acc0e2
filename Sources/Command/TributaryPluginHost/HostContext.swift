import FeedModel
import LocalSystem
import Synchronization
import TributaryPluginKit

/// Diagnostics of a plugin, until its next answer goes out.
final class DiagnosticQueue: Sendable {
    private let waiting = Mutex<[Diagnostic]>([])

    func append(_ diagnostic: Diagnostic) {
        waiting.withLock { $0.append(diagnostic) }
    }

    func takeAll() -> [Diagnostic] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}

/// The machine's clock, in UTC.
struct HostClock: WallClock {
    var now: Timestamp {
        let (seconds, nanoseconds) = ProcessEnvironment.wallClock
        return Timestamp(seconds: seconds, nanoseconds: nanoseconds)
    }
}

/// Standard output belongs to the protocol.
struct NoOutput: OutputChannel {
    func write(_ bytes: [UInt8]) async throws(OutputFailure) {
        throw OutputFailure(
            isClosed: false, bytesWritten: 0, message: "standard output belongs to the plugin protocol")
    }
}
