/// Why a subscription is not asked before some time.
package struct FetchWait: Sendable, Hashable {
    /// What the time comes from.
    package enum Reason: String, Sendable, CaseIterable {
        /// The interval that the configuration sets, or that fits how often the feed changes.
        case interval
        /// The last answer is fresh until then.
        case fresh
        /// The feed's own rhythm: its `ttl`, update period, or hours and days that it wants to be skipped.
        case rhythm
        /// It failed, so it is asked ever less often.
        case backoff
        /// Its server asked for that time.
        case retryAfter = "retry_after"
        /// Another feed's server of the same site asked for that time.
        case siteHeld = "site_held"
        /// It said that it is gone for good.
        case gone

        /// Whether a user who insists is let through.
        var yieldsToForce: Bool {
            switch self {
            case .interval, .fresh, .rhythm, .backoff: true
            case .retryAfter, .siteHeld, .gone: false
            }
        }
    }

    /// What the time comes from.
    package var reason: Reason
    /// From when it may be asked, in seconds since 1970; nil for never.
    package var until: Int64?

    /// A wait for a reason.
    package init(_ reason: Reason, until: Int64?) {
        self.reason = reason
        self.until = until
    }
}

/// Whether a subscription is asked now.
package enum FetchDecision: Sendable, Hashable {
    /// Why it is.
    package enum Cause: String, Sendable {
        /// It is a file, or needs no server.
        case file
        /// It was never asked, or not in this form.
        case new
        /// Its time has come.
        case due
        /// A run's end cut the last reading off.
        case cutOff = "cut_off"
        /// The user insists.
        case forced
    }

    /// It is.
    case ask(Cause)
    /// It waits.
    case wait(FetchWait)
}
