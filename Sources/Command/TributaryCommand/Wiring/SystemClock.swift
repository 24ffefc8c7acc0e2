import FeedModel
import FeedText
import LocalSystem
import TributaryPluginKit

/// The machine's clock, in the machine's zone.
struct SystemClock: WallClock {
    var now: Timestamp {
        let (seconds, nanoseconds) = ProcessEnvironment.wallClock
        return Timestamp(
            seconds: seconds, nanoseconds: nanoseconds, offset: Int32(clamping: LocalZone.offset(at: seconds)))
    }
}
