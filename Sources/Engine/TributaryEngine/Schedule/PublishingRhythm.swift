import FeedJSON
package import FeedModel

/// What a feed says of when it is worth asking for it: RSS's `ttl`, `skipHours` and `skipDays`, and `sy:updatePeriod`
/// with `sy:updateFrequency`, which adapters hand over in the feed's `_rss` object.
package struct PublishingRhythm: Sendable, Hashable {
    /// How many seconds one reading lasts; nil where the feed does not say.
    package var seconds: Int64?
    /// Hours of the day (UTC) in which it is not to be asked, one bit each, 0 for the first.
    package var skippedHours: UInt32 = 0
    /// Days of the week (UTC) in which it is not to be asked, one bit each, 0 for Monday.
    package var skippedDays: UInt8 = 0

    /// Nothing said.
    package init() {}

    /// What a feed says; what makes no sense counts as nothing.
    package init(of feed: Feed) {
        guard let object = feed.extensions["_rss"]?.objectValue else { return }
        if let minutes = object["ttl"]?.intValue, (1...Self.mostMinutes).contains(minutes) {
            seconds = Int64(minutes) * 60
        }
        let period = object["update_period"]?.stringValue.flatMap { Self.periods[$0.lowercased()] }
        if let period {
            let frequency = object["update_frequency"]?.intValue ?? 1
            if frequency > 0 { seconds = max(seconds ?? 0, period / Int64(frequency)) }
        }
        for hour in object["skip_hours"]?.arrayValue ?? [] {
            // 24 is an older way to write midnight (RSS 0.91).
            guard let hour = hour.intValue, (0...24).contains(hour) else { continue }
            skippedHours |= 1 << UInt32(hour % 24)
        }
        for day in object["skip_days"]?.arrayValue ?? [] {
            let start = day.stringValue?.lowercased().prefix(3)
            guard let index = Self.days.firstIndex(where: { $0[...] == start }) else { continue }
            skippedDays |= 1 << UInt8(index)
        }
        // Who skips all of the time has made a mistake.
        if skippedHours == Self.allHours { skippedHours = 0 }
        if skippedDays == Self.allDays { skippedDays = 0 }
    }

    /// The first time from `time` on that is not skipped.
    func firstAllowed(from time: Int64) -> Int64 {
        guard skippedHours != 0 || skippedDays != 0 else { return time }
        var time = time
        // A week of hours is enough: some hour of some day is allowed.
        for _ in 0..<(8 * 24) where isSkipped(time) { time = (time / 3600 + 1) * 3600 }
        return time
    }

    private func isSkipped(_ time: Int64) -> Bool {
        let hours = time / 3600
        // 1970-01-01 was a Thursday.
        let day = (hours / 24 + 3) % 7
        return skippedHours & (1 << UInt32(hours % 24)) != 0 || skippedDays & (1 << UInt8(day)) != 0
    }

    private static let mostMinutes = 60 * 24 * 366
    private static let allHours: UInt32 = (1 << 24) - 1
    private static let allDays: UInt8 = (1 << 7) - 1
    private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let periods: [String: Int64] = [
        "hourly": 3600, "daily": 86_400, "weekly": 7 * 86_400, "monthly": 30 * 86_400, "yearly": 365 * 86_400,
    ]
}
