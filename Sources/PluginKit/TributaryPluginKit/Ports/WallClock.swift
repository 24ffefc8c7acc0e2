public import FeedModel

/// The time of day, injected so that a test can set it.
public protocol WallClock: Sendable {
    /// The present instant, with the local offset from UTC.
    var now: Timestamp { get }
}
