import FeedModel

/// How long a sink that failed is left alone: a minute, and twice as long with each run in a row, up to six hours.
struct Backoff: Sendable {
    private static let first: Int64 = 60
    private static let longest: Int64 = 6 * 3600
    /// What a receiver may ask for at most.
    private static let patience: Int64 = 7 * 86_400

    /// Numbers from 0 up to 1, by which sinks that failed together are not asked together.
    let jitter: @Sendable () -> Double

    /// How a sink stands after a failure.
    ///
    /// - Parameter wait: the seconds that the receiver asked for; they count for more than anything of ours.
    func standing(
        after failures: Int, at now: Timestamp, receiverAskedFor wait: Int64?, reason: String
    ) -> SinkStanding {
        let seconds: Int64
        if let wait {
            seconds = min(max(0, wait), Self.patience)
        } else {
            let doubled = failures > 9 ? Self.longest : min(Self.longest, Self.first << (failures - 1))
            // Between four fifths and the whole.
            seconds = doubled - Int64(Double(doubled) * min(max(jitter(), 0), 1) / 5)
        }
        return SinkStanding(failures: failures, retryAt: now.adding(seconds: seconds), reason: reason)
    }
}
