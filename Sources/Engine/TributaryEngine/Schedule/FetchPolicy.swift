import FeedText
import TributaryPluginKit

/// When a subscription may and should be asked: the rules, without any state of their own.
///
/// Every time is in seconds since 1970, every length in seconds.
package struct FetchPolicy: Sendable {
    /// Between two readings where nobody says otherwise.
    static let standardInterval: Int64 = 3600
    /// The shortest interval for a stranger's server.
    static let strangersFloor: Int64 = 900
    /// The longest interval that comes from anyone but the user.
    static let longest: Int64 = 86_400

    /// The interval that the configuration sets; nil lets it fit how often the feed changes.
    let every: Int64?
    /// Whether the server is the user's own.
    let isOwnHost: Bool
    /// What the jitter derives from.
    private let seed: UInt64

    /// The rules for a subscription.
    package init(key: String, every: Int64?, isOwnHost: Bool) {
        self.every = every
        self.isOwnHost = isOwnHost
        seed = StableHash.hash(key)
    }

    /// What to do now.
    ///
    /// - Parameters:
    ///   - held: until when the subscription's site is held; asked for only where nothing else speaks against a request.
    ///   - isForced: whether the user insists.
    package func decision(
        for state: FetchState, siteHeldUntil held: @autoclosure () -> Int64? = nil, isForced: Bool = false,
        at now: Int64
    ) -> FetchDecision {
        let decision = decision(for: state, isForced: isForced, at: now)
        guard case .ask = decision, let held = held(), held > now else { return decision }
        return .wait(FetchWait(.siteHeld, until: held))
    }

    private func decision(for state: FetchState, isForced: Bool, at now: Int64) -> FetchDecision {
        guard let wait = wait(for: state) else { return .ask(.new) }
        guard let until = wait.until else { return .wait(wait) }
        let first = state.rhythm.firstAllowed(from: max(until, now))
        let isEarly = first > now && !isClockWrong(state, wait, at: now)
        guard isEarly else { return .ask(state.wasCutOff ? .cutOff : .due) }
        let reason = until > now ? wait.reason : .rhythm
        if isForced, reason.yieldsToForce { return .ask(.forced) }
        return .wait(FetchWait(reason, until: first))
    }

    /// From when on the next request is due, and why only then; nil for a subscription that was never asked.
    package func wait(for state: FetchState) -> FetchWait? {
        if state.isGone { return FetchWait(.gone, until: nil) }
        guard let asked = state.askedAt else { return nil }
        if let retry = state.retryAt { return FetchWait(.retryAfter, until: retry) }
        if state.wasCutOff, state.failures == 0 { return FetchWait(.interval, until: asked) }
        if state.failures > 0 {
            return FetchWait(.backoff, until: asked + due(backoff(of: state)))
        }
        var wait = FetchWait(.interval, until: asked + due(interval(of: state)) + jitter(of: state))
        if let rhythm = state.rhythm.seconds {
            let until = asked + due(min(rhythm, Self.longest))
            if until > wait.until ?? 0 { wait = FetchWait(.rhythm, until: until) }
        }
        if let fresh = state.freshUntil, fresh > wait.until ?? 0 { wait = FetchWait(.fresh, until: fresh) }
        return wait
    }

    /// The time between two readings that go well.
    package func interval(of state: FetchState) -> Int64 {
        if let every { return max(every, floor) }
        guard let changed = state.changedAt, let asked = state.askedAt else { return Self.standardInterval }
        // An eighth of the time between two changes; a pause that goes on counts as soon as it is longer.
        let pause = max(0, asked - changed)
        guard let gap = state.changeGap else { return min(max(pause / 8, Self.standardInterval), Self.longest) }
        return min(max(max(gap, pause) / 8, Self.strangersFloor), Self.longest)
    }

    /// The shortest interval.
    var floor: Int64 { isOwnHost ? 0 : Self.strangersFloor }

    /// The time until the next try after failures: twice as long with each, up to a day.
    func backoff(of state: FetchState) -> Int64 {
        let base = max(interval(of: state), 1)
        let doublings = min(max(state.failures - 1, 0), 20)
        let longest = max(base, Self.longest)
        let wait = base >= longest >> Int64(doublings) ? longest : base << Int64(doublings)
        // Feeds that failed together do not come again together.
        return doublings == 0 ? wait : min(longest, wait + Int64(seed % 64) * wait / 640)
    }

    /// The wait that is imposed on a site that asks for fewer requests without saying for how long.
    static let siteWait: Int64 = 3600
}

// MARK: - Private

extension FetchPolicy {
    /// Less than a tenth of the interval, and at most five minutes, may be missing: so a timer that is a little early
    /// does not lose a turn.
    private static func tolerance(_ interval: Int64) -> Int64 { min(interval / 10, 300) }

    private func due(_ interval: Int64) -> Int64 { interval - Self.tolerance(interval) }

    /// Up to half the tolerance, so that the feeds of one configuration spread out; none where the user set the interval.
    private func jitter(of state: FetchState) -> Int64 {
        guard every == nil else { return 0 }
        return Self.tolerance(interval(of: state)) * Int64(seed % 64) / 128
    }

    /// Whether the clock stood ahead when the feed was asked: then what was reckoned from it says nothing.
    private func isClockWrong(_ state: FetchState, _ wait: FetchWait, at now: Int64) -> Bool {
        switch wait.reason {
        case .gone: false
        case .retryAfter: (wait.until ?? 0) - now > RetryAfter.longest
        default: state.askedAt ?? 0 > now + 300
        }
    }
}
