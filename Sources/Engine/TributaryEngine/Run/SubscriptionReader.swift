package import FeedModel
import FeedText
import TributaryPluginKit

/// Reads one subscription and makes its arrival; a failure is an outcome, so that the others go on.
struct SubscriptionReader: Sendable {
    /// What reading a subscription came to.
    struct Outcome: Sendable {
        /// The subscription's key.
        var key: String
        /// For the report.
        var reading: RunReport.Reading
        /// What is to be written; nil where the run was cancelled, or nothing was asked.
        var arrival: Arrival?
        /// What was said over HTTP.
        var exchange: Exchange?
        /// From when on the next request is due.
        var wait: FetchWait?
        /// Why it failed, secrets left out.
        var failure: String?
        /// What the document takes of the memory for bodies, until what came of it is written.
        var memory: MemoryShare?
    }

    let plan: Plan
    let ownHosts: OwnHosts
    let repository: any FeedRepository
    let store: any Store
    let clock: any WallClock
    let holds: SiteHolds
    let recorder: ResponseRecorder
    let report: @Sendable (Diagnostic) -> Void

    /// Reads a subscription.
    ///
    /// - Parameter watch: sees every request before it is sent.
    func outcome(
        of planned: PlannedSubscription, state: RosterState.Subscription, watch: any RequestWatch
    ) async throws(StoreFailure) -> Outcome {
        let askedAt = clock.now.seconds
        let answer = await repository.answer(
            to: ReadingRequest(
                planned, since: state.validators?.mappingURL(plan.secrets.restored),
                movedTo: state.fetch.movedTo.map(plan.secrets.restored), watch: watch))
        return try await outcome(of: planned, state: state, answer: answer, askedAt: askedAt)
    }

    /// What an answer comes to.
    ///
    /// By itself, so that while many wait for their servers, each takes little memory.
    @inline(never)
    private func outcome(
        of planned: PlannedSubscription, state: RosterState.Subscription, answer: RepositoryAnswer, askedAt: Int64
    ) async throws(StoreFailure) -> Outcome {
        let known = state.fetch.mappingURLs(plan.secrets.restored)
        var outcome = Outcome(key: planned.subscription.key, reading: .unchanged, exchange: answer.exchange)
        let attempt: FetchAttempt.Outcome
        var failure: ReadFailure?
        switch answer.reading {
        case .success(.unchanged(let validators)):
            attempt = .unchanged
            outcome.arrival = Arrival(
                subscription: state.id, reading: .unchanged(validators?.mappingURL(plan.secrets.redacted)))
        case .success(.gone):
            attempt = .gone
            failure = Self.goneForGood(planned)
        case .success(.feed(var decoded)):
            decoded.validators = decoded.validators.mappingURL(plan.secrets.redacted)
            // A feed that says where it lies may say it with the token that it was asked with.
            decoded.feed.feedURL = decoded.feed.feedURL.map(plan.secrets.redacted)
            reportDiagnostics(of: decoded, planned)
            outcome.memory = decoded.document?.memory
            let response = await recorder.record(&decoded, from: planned)
            let rhythm = PublishingRhythm(of: decoded.feed)
            let maker = ArrivalMaker(store: store, clock: clock, secrets: plan.secrets, report: report)
            var arrival = try await maker.arrival(
                of: decoded, from: planned, state: state, stages: plan.arrivalStages(of: planned))
            arrival.response = response
            let revised = arrival.entries.count { $0.number != nil }
            attempt = .read(changed: !arrival.entries.isEmpty, rhythm)
            outcome.reading = .read(new: arrival.entries.count - revised, revised: revised)
            outcome.arrival = arrival
        case .failure(let error) where error.kind == .cancelled:
            outcome.reading = .failed(.cancelled)
            return outcome
        case .failure where answer.exchange?.failure == .held:
            let end = (known.movedTo ?? planned.subscription.location).flatMap(holds.end)
            outcome.reading = .waiting(FetchWait(.siteHeld, until: end))
            return outcome
        case .failure(let error):
            attempt = Self.attempt(error, answer.exchange)
            failure = error
        }
        let notes = FetchNotes(
            FetchAttempt(attempt, askedAt: askedAt, exchange: answer.exchange), of: planned,
            policy: plan.policy(of: planned, ownHosts: ownHosts), known: known, secrets: plan.secrets)
        if let failure {
            outcome.reading = .failed(failure.kind)
            outcome.failure = plan.secrets.redacted(failure.message)
            outcome.arrival = try await arrival(of: failure, planned, state, addition: notes.failureAddition)
        }
        for message in notes.messages {
            report(Diagnostic(.note, subject: planned.subscription.displayName, message))
        }
        if planned.filePath == nil {
            outcome.arrival?.fetch = notes.state.mappingURLs(plan.secrets.redacted)
            outcome.wait = notes.wait
        }
        return outcome
    }

    /// What is written of a failure; people are told, with what the cache holds all the same.
    ///
    /// - Parameter addition: what is added to the message; nil where nobody is told.
    private func arrival(
        of failure: ReadFailure, _ planned: PlannedSubscription, _ state: RosterState.Subscription, addition: String?
    ) async throws(StoreFailure) -> Arrival {
        if let addition {
            var message = failure.message + addition
            let holdings = try await store.holdings(of: state.id)
            if holdings.count > 0 { message += "; cached: \(holdings.description(at: clock.now))" }
            report(
                Diagnostic(.warning, subject: planned.subscription.displayName, place: failure.place, message))
        }
        return Arrival(subscription: state.id, reading: .failed(plan.secrets.redacted(failure.message)))
    }

    /// What a failure counts as: that a run's time was up says little of the server.
    private static func attempt(_ failure: ReadFailure, _ exchange: Exchange?) -> FetchAttempt.Outcome {
        switch exchange?.failure {
        case .deadline where exchange?.responses == 0: .putOff
        case .deadline, .cutOff: .cutOff
        default: .failed(retryAfter: failure.retryAfter)
        }
    }

    private static func goneForGood(_ planned: PlannedSubscription) -> ReadFailure {
        let name = DisplayText.printable(planned.subscription.displayName)
        return ReadFailure(
            .unavailable,
            "HTTP status 410: the feed is gone for good and is asked no more; take it out of the configuration, "
                + "or have it asked again with: tributary feeds --resume \"\(name)\"")
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
    package func description(at now: Timestamp) -> String {
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
