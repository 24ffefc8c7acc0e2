public import FeedModel
import Synchronization
public import TributaryPluginKit

/// A clock that shows the time that it was set to.
public final class FixedClock: WallClock {
    private let time: Mutex<Timestamp>

    /// A clock that shows a time, 2026-05-03T00:00:00Z unless another is given.
    public init(_ time: Timestamp = Timestamp(seconds: 1_777_766_400)) {
        self.time = Mutex(time)
    }

    /// The time that it was set to.
    public var now: Timestamp { time.withLock { $0 } }

    /// Moves the clock on.
    public func advance(bySeconds seconds: Int64) {
        time.withLock { $0 = $0.adding(seconds: seconds) }
    }
}
