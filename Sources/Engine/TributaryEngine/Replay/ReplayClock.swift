package import FeedModel
import Synchronization
import TributaryPluginKit

/// A clock that shows the time of the run that is replayed.
package final class ReplayClock: WallClock {
    private let time: Mutex<Timestamp>

    /// A clock that shows a time until it is set.
    package init(_ time: Timestamp) {
        self.time = Mutex(time)
    }

    package var now: Timestamp { time.withLock { $0 } }

    /// Shows another time from now on.
    func set(_ now: Timestamp) { time.withLock { $0 = now } }
}
