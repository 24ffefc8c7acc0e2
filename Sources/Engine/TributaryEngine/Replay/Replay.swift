package import FeedModel
package import TributaryPluginKit

/// The use case: has the documents of the past come again, in a copy of the store and through another configuration.
///
/// Each run of the past is one run here, at its time, so that rivers are what they were; nothing is delivered.
package struct Replay: Sendable {
    let plan: Plan
    let copy: any ReplayStore
    let store: any HistoryStore
    private let clock: ReplayClock
    /// The stages that are left out, since they send requests.
    private let skipped: [PlannedStage]
    private let reader: KeptDocumentReader
    private let titles = ReplayTitles()
    private let report: @Sendable (Diagnostic) -> Void

    /// A replay.
    ///
    /// - Parameters:
    ///   - plan: the configuration to try, whose plugins were made with `clock`.
    ///   - copy: a copy of `store`, which is changed.
    package init(
        plan: Plan, clock: ReplayClock, copy: any ReplayStore, store: any HistoryStore, reader: KeptDocumentReader,
        report: @escaping @Sendable (Diagnostic) -> Void
    ) {
        self.plan = plan.toReplay
        skipped = plan.waitingStages
        self.clock = clock
        self.copy = copy
        self.store = store
        self.reader = reader
        self.report = report
    }

    /// Replays what was kept since a time.
    package func run(since time: Timestamp) async throws(StoreFailure) -> ReplayReport {
        var result = ReplayReport()
        let responses = try await store.documents(since: time)
        guard let first = responses.first else { return result }
        result.start = first.date
        for stage in skipped {
            report(Diagnostic(.note, subject: stage.label, "left out, since it sends requests; texts are not compared"))
        }
        let mark = try await copy.rewind(to: first.record.runBegan)
        var keys: [String: String] = [:]
        for planned in plan.subscriptions where planned.isEnabled {
            for key in planned.keys { keys[key] = planned.subscription.key }
        }
        for run in Self.runs(of: responses) {
            let mine = run.filter { keys[$0.subscription] != nil }
            result.foreign += run.count - mine.count
            guard let begin = run.first?.record.runBegan, !mine.isEmpty else { continue }
            clock.set(begin)
            var options = RunOptions()
            options.subscriptions = Set(mine.compactMap { keys[$0.subscription] })
            options.isForced = true
            // No sink is looked at, so none is told what it would be given.
            options.isDryRun = true
            options.sinks = []
            let aggregator = Aggregator(
                plan: plan, repository: ReplayRepository(mine, reader: reader, titles: titles), store: copy,
                clock: clock,
                report: report)
            let readings = try await aggregator.run(options).readings.values
            let absent = readings.count { $0 == .unchanged }
            result.absent += absent
            result.documents += mine.count - absent
        }
        for number in try await copy.numbers(broughtBehind: mark) {
            if let outcome = try await outcome(of: number) { result.outcomes.append(outcome) }
        }
        return result
    }

    /// The form of an entry that the replay would keep.
    func entry(_ outcome: ReplayReport.Outcome) async throws(StoreFailure) -> Entry? {
        try await copy.history(of: outcome.replayed)?.entry
    }
}

// MARK: - Private

extension Replay {
    /// Responses run by run.
    private static func runs(of responses: [RecordedResponse]) -> [[RecordedResponse]] {
        var runs: [[RecordedResponse]] = []
        var read: Set<String> = []
        for response in responses {
            // Two runs may begin in one second, but no run reads a subscription twice.
            if runs.last?.first?.record.runBegan == response.record.runBegan,
                read.insert(response.subscription).inserted
            {
                runs[runs.count - 1].append(response)
            } else {
                runs.append([response])
                read = [response.subscription]
            }
        }
        return runs
    }

    private func outcome(of number: Int64) async throws(StoreFailure) -> ReplayReport.Outcome? {
        guard let would = try await copy.history(of: number) else { return nil }
        let was = try await counterpart(of: would)
        let shown = would.entry ?? was?.entry
        var outcome = ReplayReport.Outcome(
            number: was?.number, replayed: number,
            title: shown?.title ?? titles.title(having: would.keys, of: would.subscription), feed: would.feedName,
            was: was?.fate ?? .unknown, would: would.fate, changes: [])
        if let new = would.entry, let old = was?.entry { outcome.changes = differences(old, new) }
        return outcome
    }

    /// The same entry in the store as it is.
    private func counterpart(of replayed: EntryHistory) async throws(StoreFailure) -> EntryHistory? {
        let ids = try await store.subscriptionIDs()
        let planned = plan.subscriptions.first { $0.subscription.key == replayed.subscription }
        guard let id = (planned?.keys ?? [replayed.subscription]).lazy.compactMap({ ids[$0] }).first else { return nil }
        let rows = try await store.ledger(of: id, matching: replayed.keys).rows
        let keys = Set(replayed.keys)
        // An id says more than what several entries may share.
        let best = rows.max { first, second in
            Self.likeness(of: first, to: keys) < Self.likeness(of: second, to: keys)
        }
        guard let best else { return nil }
        return try await store.history(of: best.number)
    }

    private static func likeness(of row: LedgerRow, to keys: Set<EntryKey>) -> Int {
        row.keys.reduce(0) { $0 + (keys.contains($1) ? ($1.kind == .id ? 10 : 1) : 0) }
    }

    private func differences(_ old: Entry, _ new: Entry) -> [String] {
        var names: [String] = []
        func compare<Value: Equatable>(_ name: String, _ field: (Entry) -> Value) {
            if field(old) != field(new) { names.append(name) }
        }
        compare("title") { $0.title }
        compare("url") { $0.url }
        if skipped.isEmpty {
            compare("summary") { $0.summary }
            compare("content_html") { $0.contentHTML }
            compare("content_text") { $0.contentText }
            compare("image") { $0.image }
        }
        compare("date_published") { $0.datePublished?.seconds }
        compare("date_modified") { $0.dateModified?.seconds }
        compare("authors") { $0.authors }
        compare("tags") { $0.tags }
        compare("language") { $0.language }
        compare("attachments") { $0.attachments }
        compare("_tributary.score") { $0.tributary?.score }
        return names
    }
}

extension EntryHistory {
    /// What has become of the newest revision.
    fileprivate var fate: ReplayReport.Fate {
        if keptRevision == revision { return .kept }
        // That it passed a stage which failed is no word on its fate.
        let said = judgements.last { $0.revision == revision && $0.verdict.verdict != .keep }?.verdict
        switch said?.verdict {
        case .drop(let reason)?: return .dropped(by: said?.stage ?? "", because: reason)
        case .merge(let target, let reason)?:
            return .dropped(by: said?.stage ?? "", because: "the same as #\(target): \(reason)")
        case .hold?: return .held(by: said?.stage ?? "")
        case .keep?, nil: return isOnItsWay ? .held(by: "") : .kept
        }
    }
}

extension Plan {
    /// The stages that wait for something, such as a server.
    fileprivate var waitingStages: [PlannedStage] {
        (stages + subscriptions.flatMap(\.stages)).filter(\.waits)
    }

    /// The same without stages that wait, and with sinks that take everything at a first contact, so that the text of what
    /// is kept stays.
    fileprivate var toReplay: Plan {
        var plan = self
        plan.stages.removeAll(where: \.waits)
        for index in plan.subscriptions.indices { plan.subscriptions[index].stages.removeAll(where: \.waits) }
        for index in plan.sinks.indices { plan.sinks[index].firstFetch = .all }
        return plan
    }
}
