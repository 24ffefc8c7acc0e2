import FeedModel
package import TributaryPluginKit

/// The use case: reads the subscriptions of a plan and brings every new entry to every sink that it is for, once.
///
/// A run is Arrive, Route, Drain (docs/architecture.md); everything that it needs is handed in.
package struct Aggregator: Sendable {
    private let plan: Plan
    private let repository: any FeedRepository
    private let store: any Store
    private let documents: (any DocumentArchive)?
    private let clock: any WallClock
    private let report: @Sendable (Diagnostic) -> Void
    private let jitter: @Sendable () -> Double
    private let display: (any ProgressDisplay)?

    /// An aggregator over a plan.
    ///
    /// - Parameters:
    ///   - repository: where feeds are read.
    ///   - documents: where documents are kept; nil where they aren't.
    ///   - jitter: numbers from 0 up to 1, by which sinks that failed together are not asked together.
    ///   - display: shows how far the run has come; nil shows nothing.
    ///   - report: takes what people should know, as it happens.
    package init(
        plan: Plan, repository: any FeedRepository, store: any Store,
        documents: (any DocumentArchive)? = nil, clock: any WallClock,
        jitter: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        display: (any ProgressDisplay)? = nil,
        report: @escaping @Sendable (Diagnostic) -> Void
    ) {
        self.plan = plan
        self.repository = repository
        self.store = store
        self.documents = documents
        self.clock = clock
        self.jitter = jitter
        self.display = display
        self.report = report
    }

    /// Runs once, holding the run lock.
    package func run(_ options: RunOptions) async throws(StoreFailure) -> RunReport {
        try await store.lockRuns(waiting: options.patience)
        do throws(StoreFailure) {
            let report = try await runLocked(options)
            await store.unlockRuns()
            return report
        } catch {
            await store.unlockRuns()
            throw error
        }
    }
}

extension Aggregator {
    /// Lets go of what retention does not keep, now and without a run, holding the run lock.
    ///
    /// - Returns: how many entries the cache has let go.
    package func prune(waiting seconds: Int) async throws(StoreFailure) -> Int {
        try await store.lockRuns(waiting: seconds)
        do throws(StoreFailure) {
            let count = try await store.prune(
                retention(try await store.begin(plan.roster, at: clock.now)), at: clock.now)
            await store.unlockRuns()
            return count
        } catch {
            await store.unlockRuns()
            throw error
        }
    }
}

// MARK: - The three steps

extension Aggregator {
    private func runLocked(_ options: RunOptions) async throws(StoreFailure) -> RunReport {
        var roster = try await store.begin(plan.roster, at: clock.now)
        reportParked(roster)
        var result = RunReport()
        result.begin = clock.now
        var dryDrain: DryDrain?
        if options.isDryRun {
            dryDrain = try await DryDrain(sinks(of: roster, options), store: store, clock: clock)
        }
        try await arrive(roster, options, into: &result)
        if result.hasAskedNone, plan.archive != nil { result.holdings = try await store.holdings(of: nil) }
        if !result.hasAskedNone { roster = try await store.begin(plan.roster, at: clock.now) }
        try await route(roster, into: &result)
        if let dryDrain {
            for (key, sink) in sinks(of: roster, options) {
                let deliveries = try await dryDrain.deliveries(to: sink)
                result.dryDeliveries[key] = deliveries
                result.pending[key] = deliveries.count { $0.state != .waiting }
            }
        } else {
            try await drain(roster, options, into: &result)
            try await reportHealth(roster, options, into: &result)
        }
        result.isCancelled = Task.isCancelled
        if !result.isCancelled { try await keepHouse(roster, options, after: result) }
        return result
    }

    private func arrive(
        _ roster: RosterState, _ options: RunOptions, into result: inout RunReport
    ) async throws(StoreFailure) {
        try await arriveHeld(roster, into: &result)
        let ownHosts = plan.ownHosts
        let holds = SiteHolds(roster.siteHolds, ownHosts: ownHosts, clock: clock)
        let selection = FetchSelection(plan, roster, options, holds: holds, at: clock.now.seconds)
        result.readings = selection.others
        let reader = SubscriptionReader(
            plan: plan, ownHosts: ownHosts, repository: repository, store: store, clock: clock, holds: holds,
            recorder: ResponseRecorder(
                documents: plan.store.keepDocuments == nil ? nil : documents, clock: clock, runBegan: clock.now,
                secrets: plan.secrets), report: report)
        var pass = ReadingPass(selection.members, reader: reader, width: options.parallel, display: display)
        try await pass.run(into: &result)
        try await pass.finish(with: selection.forgiven(result), into: &result)
    }

    /// What is known of the sinks that a run is for, by their keys.
    private func sinks(of roster: RosterState, _ options: RunOptions) -> [String: RosterState.Sink] {
        roster.sinks.filter { options.sinks?.contains($0.key) ?? true }
    }

    /// Stages what was held before Arrive and whose time has come.
    private func arriveHeld(_ roster: RosterState, into result: inout RunReport) async throws(StoreFailure) {
        let held = Dictionary(grouping: try await store.heldEntries(due: clock.now), by: \.subscription)
        guard !held.isEmpty else { return }
        var arrivals: [Arrival] = []
        let maker = ArrivalMaker(store: store, clock: clock, secrets: plan.secrets, report: report)
        for planned in plan.subscriptions {
            guard let id = roster.subscriptions[planned.subscription.key]?.id, let entries = held[id] else { continue }
            arrivals.append(
                await maker.arrival(
                    of: entries.map(\.arriving), from: planned, id: id, stages: plan.arrivalStages(of: planned)))
        }
        _ = try await store.arrive(arrivals, at: clock.now)
        result.dropped += arrivals.reduce(0) { $0 + $1.droppedCount }
        result.held += arrivals.reduce(0) { $0 + $1.heldCount }
    }

    private func route(_ roster: RosterState, into result: inout RunReport) async throws(StoreFailure) {
        let arrived = try await store.arrivedEntries(at: clock.now)
        // What a killed run left may be of a subscription that has gone since.
        let read = Set(roster.subscriptions.values.filter { $0.lastRead != nil }.map(\.id))
            .union(arrived.lazy.map(\.place.subscription))
        let router = Router(plan: plan, roster: roster, store: store, clock: clock, report: report)
        let routing = try await router.routing(of: consume arrived, read: read)
        guard !routing.isEmpty else { return }
        try await store.route(routing, at: clock.now)
        result.cached = routing.cached.count
        result.dropped += routing.dropped.count
        result.held += routing.held.count
    }

    private func drain(
        _ roster: RosterState, _ options: RunOptions, into result: inout RunReport
    ) async throws(StoreFailure) {
        let sinks = plan.sinks.filter { options.sinks?.contains($0.key) ?? true }
        let secrets = plan.secrets
        let drain = Drain(
            store: store, clock: clock, backoff: Backoff(jitter: jitter), redacted: { secrets.redacted($0) })
        let results = await withTaskGroup(of: (String, Drain.Result).self) { group in
            for sink in sinks {
                guard let state = roster.sinks[sink.key] else { continue }
                group.addTask { (sink.key, await drain.run(sink, state)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for sink in sinks {
            guard let outcome = results[sink.key] else { continue }
            result.confirmed[sink.key] = outcome.confirmed
            result.isOutputClosed = result.isOutputClosed || outcome.isClosed
            if let time = outcome.waitsUntil, let state = roster.sinks[sink.key] {
                reportWait(sink, state, until: time)
            }
            if !outcome.failures.isEmpty { result.failedSinks.append(sink.key) }
            for failure in outcome.failures { report(failure) }
        }
        result.deadLetters = try await store.deadLetterCount()
    }
}

// MARK: - Private

extension Aggregator {
    /// Tells the sinks how the run went that are there for it.
    private func reportHealth(
        _ roster: RosterState, _ options: RunOptions, into result: inout RunReport
    ) async throws(StoreFailure) {
        let sinks = plan.healthSinks.filter { options.sinks?.contains($0.key) ?? true }
        guard !sinks.isEmpty else { return }
        let health = try await HealthReport(plan: plan, store: store, clock: clock).health(after: result, roster)
        for sink in sinks {
            do throws(SinkFailure) {
                try await sink.plugin.report(health)
            } catch {
                result.failedSinks.append(sink.key)
                report(Diagnostic(.error, subject: "\(sink.path) \(sink.key)", error.message))
            }
        }
    }

    /// How many entries a run takes into the search index; the next search does the rest before it answers.
    private static let mostIndexed = 200

    /// Does what may as well be done by a later run.
    private func keepHouse(
        _ roster: RosterState, _ options: RunOptions, after result: RunReport
    ) async throws(StoreFailure) {
        try await store.prune(retention(roster), at: clock.now)
        // Without an answer there is no new document.
        if !result.hasAskedNone { await documents?.trim(to: plan.store.keepDocuments, at: clock.now) }
        if plan.archive != nil, !options.isDryRun { await index(result.cached) }
    }

    /// Indexes as many entries for `search` as the run has brought; that it fails is no failure of the run.
    private func index(_ count: Int) async {
        guard count > 0 else { return }
        do throws(StoreFailure) {
            _ = try await store.indexEntries(atMost: min(count, Self.mostIndexed), patience: 1_000)
        } catch {
            report(Diagnostic(.warning, "the search index could not be filled: \(error.message)"))
        }
    }

    private func reportParked(_ roster: RosterState) {
        for (sink, count) in roster.parked.sorted(by: { $0.key < $1.key }) {
            report(
                Diagnostic(
                    .note,
                    "the sink \"\(sink)\" is no longer in the configuration; its "
                        + (count == 1 ? "pending delivery waits" : "\(count) pending deliveries wait")
                        + " for its return"))
        }
    }

    private func reportWait(_ sink: PlannedSink, _ state: RosterState.Sink, until time: Timestamp) {
        var local = time
        local.offset = clock.now.offset
        let failures = state.standing.failures
        report(
            Diagnostic(
                .note, subject: "\(sink.path) \(sink.key)",
                "not asked before \(local.rfc3339), since it failed \(failures == 1 ? "last time" : "\(failures) times")"
                    + (state.standing.reason.map { " (\($0))" } ?? "")
                    + "; tributary outbox retry --sink \(sink.key) has it asked at once"))
    }

    /// What the cache lets go: its own rule, unless a subscription has another.
    private func retention(_ roster: RosterState) -> [SubscriptionID: Retention] {
        guard case .archive(let archive)? = plan.archive?.plugin else { return [:] }
        var retention: [SubscriptionID: Retention] = [:]
        for planned in plan.subscriptions {
            guard let id = roster.subscriptions[planned.subscription.key]?.id else { continue }
            retention[id] = Retention(
                keepFor: planned.retention.keepFor ?? archive.retention.keepFor,
                keepCount: planned.retention.keepCount ?? archive.retention.keepCount,
                keepsUnread: archive.retention.keepsUnread)
        }
        return retention
    }
}

extension RunReport {
    /// Whether no subscription was asked, though some are planned.
    fileprivate var hasAskedNone: Bool {
        !readings.isEmpty
            && readings.values.allSatisfy { reading in
                if case .waiting = reading { true } else { false }
            }
    }
}

extension Plan {
    /// What the store must know of the plan.
    var roster: Roster {
        Roster(
            subscriptions: subscriptions.map {
                Roster.Member(key: $0.subscription.key, formerly: $0.earlierKeys, name: $0.subscription.name)
            },
            sinks: sinks.map(\.key), keepParked: store.keepParked)
    }
}
