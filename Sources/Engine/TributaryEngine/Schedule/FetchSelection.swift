import TributaryPluginKit

/// Which subscriptions a run asks, and in which order; and what is said of the others.
struct FetchSelection {
    /// One that is asked, with what the store knows of it.
    ///
    /// An object, since there may be very many, and each is on its way from here to the task that reads it.
    final class Member: Sendable {
        let planned: PlannedSubscription
        let state: RosterState.Subscription

        init(_ planned: PlannedSubscription, state: RosterState.Subscription) {
            self.planned = planned
            self.state = state
        }
    }

    /// Those that are asked: first files and those that an earlier run had no time for, then those that were fast, and
    /// last those whose answers the end of a run cut off.
    private(set) var members: [Member] = []
    /// By key, what is said of those that are not.
    private(set) var others: [String: RunReport.Reading] = [:]

    /// Chooses among the enabled subscriptions of a plan.
    init(_ plan: Plan, _ roster: RosterState, _ options: RunOptions, holds: SiteHolds, at now: Int64) {
        let ownHosts = plan.ownHosts
        let lastAsked = roster.subscriptions.values.lazy.compactMap(\.fetch.askedAt).max()
        var ranks: [Int] = []
        for planned in plan.subscriptions where planned.isEnabled {
            let key = planned.subscription.key
            guard options.subscriptions?.contains(key) ?? true, var state = roster.subscriptions[key] else { continue }
            if options.isOffline, planned.filePath == nil {
                others[key] = .skipped
                continue
            }
            let policy = plan.policy(of: planned, ownHosts: ownHosts)
            let decision = plan.decision(
                on: planned, state.fetch, policy: policy, holds: holds, isForced: options.isForced, at: now)
            switch decision {
            case .wait(let wait): others[key] = .waiting(wait)
            case .ask:
                if state.fetch.validity(for: planned, plan.secrets) == .changed {
                    state.fetch = FetchState()
                    state.validators = nil
                }
                members.append(Member(planned, state: state))
                let due = policy.wait(for: state.fetch)?.until
                let isOverdue = due.map { $0 <= lastAsked ?? .min } ?? true
                ranks.append(planned.filePath != nil ? 0 : Self.rank(of: state.fetch, isOverdue: isOverdue, at: now))
            }
        }
        // Stable, and in few classes: a few milliseconds make no order.
        members = members.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { members[$0] }
    }

    /// What was known before the run, to be written again where no name of a host was found: then the network is down, and
    /// nobody's failure is a reason to ask later.
    func forgiven(_ result: RunReport) -> [Arrival] {
        let exchanges = result.exchanges.values
        guard exchanges.count > 1, exchanges.allSatisfy({ $0.responses == 0 && $0.failure == .unresolvedHost }) else {
            return []
        }
        return members.compactMap { member in
            guard result.exchanges[member.planned.subscription.key] != nil else { return nil }
            var arrival = Arrival(subscription: member.state.id, reading: .held)
            arrival.fetch = member.state.fetch
            return arrival
        }
    }

    /// The place among others; files have 0.
    ///
    /// - Parameter isOverdue: whether it was never asked, or an earlier run had no time for it.
    private static func rank(of fetch: FetchState, isOverdue: Bool, at now: Int64) -> Int {
        let speed =
            switch fetch.milliseconds ?? 0 {
            case ..<2000: 1
            case ..<8000: 2
            default: 3
            }
        // Whose answers take too long shall not take the time of others, but have their turn once a day at least.
        if fetch.wasCutOff { return now - (fetch.askedAt ?? 0) < FetchPolicy.longest ? 7 : speed }
        return isOverdue ? speed : speed + 3
    }
}
