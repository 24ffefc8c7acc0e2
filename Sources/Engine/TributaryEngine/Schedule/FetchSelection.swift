import TributaryPluginKit

/// Which subscriptions a run asks, and in which order; and what is said of the others.
struct FetchSelection {
    /// One that is asked, with what the store knows of it.
    struct Member {
        var planned: PlannedSubscription
        var state: RosterState.Subscription
    }

    /// Those that are asked: first files and those that the last run's end cut off, then those that were fast.
    private(set) var members: [Member] = []
    /// By key, what is said of those that are not.
    private(set) var others: [String: RunReport.Reading] = [:]

    /// Chooses among the enabled subscriptions of a plan.
    init(_ plan: Plan, _ roster: RosterState, _ options: RunOptions, holds: SiteHolds, at now: Int64) {
        let ownHosts = plan.ownHosts
        for planned in plan.subscriptions where planned.isEnabled {
            let key = planned.subscription.key
            guard options.subscriptions?.contains(key) ?? true, var state = roster.subscriptions[key] else { continue }
            if options.isOffline, planned.filePath == nil {
                others[key] = .skipped
                continue
            }
            let decision = plan.decision(
                on: planned, state.fetch, policy: plan.policy(of: planned, ownHosts: ownHosts), holds: holds,
                isForced: options.isForced, at: now)
            switch decision {
            case .wait(let wait): others[key] = .waiting(wait)
            case .ask:
                if state.fetch.validity(for: planned, plan.secrets) == .changed {
                    state.fetch = FetchState()
                    state.validators = nil
                }
                members.append(Member(planned: planned, state: state))
            }
        }
        sort()
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

    /// Stable, and in few classes: a few milliseconds make no order.
    private mutating func sort() {
        let ranked = members.enumerated().map { (rank: Self.rank(of: $1), place: $0, member: $1) }
        members = ranked.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.member)
    }

    private static func rank(of member: Member) -> Int {
        let fetch = member.state.fetch
        if member.planned.filePath != nil || fetch.wasCutOff { return 0 }
        switch fetch.milliseconds ?? 0 {
        case ..<2000: return 1
        case ..<8000: return 2
        default: return 3
        }
    }
}
