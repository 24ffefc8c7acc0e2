import FeedModel
import TributaryPluginKit

/// Reads one subscription and makes its arrival; a failure is an outcome, so that the others go on.
struct SubscriptionReader: Sendable {
    /// What reading a subscription came to.
    struct Outcome: Sendable {
        /// The subscription's key.
        var key: String
        /// For the report.
        var reading: RunReport.Reading
        /// What is to be written; nil where the run was cancelled.
        var arrival: Arrival?
    }

    let plan: Plan
    let repository: any FeedRepository
    let store: any Store
    let clock: any WallClock
    let report: @Sendable (Diagnostic) -> Void

    /// Reads a subscription.
    func outcome(
        of planned: PlannedSubscription, state: RosterState.Subscription
    ) async throws(StoreFailure) -> Outcome {
        let reading: RepositoryReading
        do throws(ReadFailure) {
            reading = try await repository.reading(
                of: planned, since: state.validators?.mappingURL(plan.secrets.restored))
        } catch {
            return try await failed(planned, state, error)
        }
        switch reading {
        case .unchanged(let validators):
            return Outcome(
                key: planned.subscription.key, reading: .unchanged,
                arrival: Arrival(
                    subscription: state.id, reading: .unchanged(validators?.mappingURL(plan.secrets.redacted))))
        case .gone:
            let failure = ReadFailure(
                .unavailable, "HTTP status 410: the feed is gone for good; take it out of the configuration")
            return try await failed(planned, state, failure)
        case .feed(var decoded):
            decoded.validators = decoded.validators.mappingURL(plan.secrets.redacted)
            reportDiagnostics(of: decoded, planned)
            let arrival = try await ArrivalMaker(store: store, clock: clock, report: report).arrival(
                of: decoded, from: planned, state: state, stages: plan.arrivalStages(of: planned))
            let revised = arrival.entries.count { $0.number != nil }
            return Outcome(
                key: planned.subscription.key,
                reading: .read(new: arrival.entries.count - revised, revised: revised), arrival: arrival)
        }
    }

    /// A failure, with what the cache holds all the same.
    private func failed(
        _ planned: PlannedSubscription, _ state: RosterState.Subscription, _ failure: ReadFailure
    ) async throws(StoreFailure) -> Outcome {
        let key = planned.subscription.key
        if failure.kind == .cancelled { return Outcome(key: key, reading: .failed(.cancelled)) }
        var message = failure.message
        let holdings = try await store.holdings(of: state.id)
        if holdings.count > 0 {
            message += "; cached: \(holdings.description(at: clock.now))"
        }
        report(
            Diagnostic(.warning, subject: planned.subscription.displayName, place: failure.place, message))
        return Outcome(
            key: key, reading: .failed(failure.kind),
            arrival: Arrival(subscription: state.id, reading: .failed(plan.secrets.redacted(failure.message))))
    }

    /// One line per feed, whatever there was to repair: a run over many feeds must stay readable.
    private func reportDiagnostics(of decoded: DecodedFeed, _ planned: PlannedSubscription) {
        let worst = decoded.diagnostics.min { $0.severity.rank < $1.severity.rank }
        guard var diagnostic = worst else { return }
        diagnostic.subject = planned.subscription.displayName
        let others = decoded.diagnostics.count - 1
        if others > 0 { diagnostic.message += " (and \(others) more; tributary parse lists them)" }
        report(diagnostic)
    }
}

extension Diagnostic.Severity {
    /// The worst comes first.
    fileprivate var rank: Int {
        switch self {
        case .error: 0
        case .warning: 1
        case .note: 2
        }
    }
}

extension Validators {
    /// The same with another URL: the store keeps it with the references that the configuration has for secrets.
    fileprivate func mappingURL(_ change: (String) -> String) -> Validators {
        var validators = self
        validators.url = url.map(change)
        return validators
    }
}

extension Holdings {
    /// How many entries and how old the newest is: `20 entries, newest 2 days old`.
    func description(at now: Timestamp) -> String {
        let amount = count == 1 ? "1 entry" : "\(count) entries"
        guard let newest else { return amount }
        return "\(amount), newest \(Self.age(max(0, now.seconds - newest.seconds))) old"
    }

    private static func age(_ seconds: Int64) -> String {
        let units: [(size: Int64, name: String)] = [(86400, "day"), (3600, "hour"), (60, "minute")]
        guard let unit = units.first(where: { seconds >= $0.size }) else { return "less than a minute" }
        let count = seconds / unit.size
        return "\(count) \(unit.name)\(count == 1 ? "" : "s")"
    }
}
