import EntryConditions
package import FeedModel
import FeedText
import TributaryPluginKit

/// The use case: tells how an entry came, and what became of it on the way to every sink.
package struct Explainer: Sendable {
    let plan: Plan
    let places: ConfigurationPlaces
    let store: any HistoryStore
    let reader: KeptDocumentReader
    let now: Timestamp

    /// An explainer of what a store holds, in the words of a configuration.
    package init(
        plan: Plan, places: ConfigurationPlaces, store: any HistoryStore, reader: KeptDocumentReader, now: Timestamp
    ) {
        self.plan = plan
        self.places = places
        self.store = store
        self.reader = reader
        self.now = now
    }

    /// The numbers of the entries that a person means: by a number (`12`, `#12`), an id or an address.
    package func numbers(named name: String) async throws(StoreFailure) -> [Int64] {
        let known = try await store.numbers(named: name)
        if !known.isEmpty { return known }
        // Of an entry that was dropped only hashes are left, and its document, as long as that is kept.
        let keys = try await keysInLastDocuments(ofEntriesAt: name)
        return keys.isEmpty ? [] : try await store.numbers(having: keys)
    }

    /// All about an entry; nil where there never was one of this number.
    package func explanation(of number: Int64) async throws(StoreFailure) -> EntryExplanation? {
        guard let history = try await store.history(of: number) else { return nil }
        let planned = plan.subscriptions.first { $0.subscription.key == history.subscription }
        let decoded = await decodedEntry(of: history, planned)
        let shown = history.entry ?? decoded
        return EntryExplanation(
            history: history, title: shown?.title, url: shown?.url,
            place: planned.flatMap { places.place(of: $0.path) },
            hasDocument: decoded != nil, steps: await steps(of: history, planned, from: decoded ?? history.entry),
            deliveries: deliveries(of: history, from: shown))
    }
}

// MARK: - Stages

extension Explainer {
    /// The entry as it came, before any stage; nil where its document is gone.
    private func decodedEntry(of history: EntryHistory, _ planned: PlannedSubscription?) async -> Entry? {
        guard let response = history.response, let (feed, _) = await reader.feed(in: response, of: planned) else {
            return nil
        }
        let keys = Set(history.keys)
        // An id says more than what several entries may share.
        let fingerprints = EntryFingerprint.all(of: feed.entries).map { $0.keys(usableID: true) }
        func first(having kinds: Set<EntryKey.Kind>) -> Entry? {
            fingerprints.firstIndex { $0.contains { kinds.contains($0.kind) && keys.contains($0) } }
                .map { feed.entries[$0] }
        }
        let found =
            first(having: [.id]) ?? first(having: [.whole])
            ?? first(having: [.url, .urlAndTitle, .titleAndDate]) ?? first(having: [.titleAndText])
        guard let found, let planned else { return found }
        let origin = FeedReference(id: history.subscription, title: history.feedName, homePageURL: feed.homePageURL)
        return ArrivalMaker.prepared(
            found, from: planned,
            known: TributaryExtension(feed: origin, firstSeen: history.firstSeen, number: history.number),
            language: feed.language, authors: feed.authors)
    }

    private func steps(
        of history: EntryHistory, _ planned: PlannedSubscription?, from entry: Entry?
    ) async -> [EntryExplanation.Step] {
        let arrival =
            planned.map { plan.arrivalStages(of: $0) } ?? Array(plan.stages.prefix { !$0.isRiverStage })
        let stages = arrival + plan.routeStages
        var recorded = history.judgements.filter { $0.revision == history.revision }
        var form = entry
        var steps: [EntryExplanation.Step] = []
        if history.wasTakenBack {
            // What was said against it is the past; the present stages let it through.
            for judgement in recorded where judgement.verdict.isLast {
                var step = step(for: judgement, at: stages.first { judgement.verdict.reference.names($0) })
                step.effect = .takenBack
                steps.append(step)
            }
            recorded.removeAll { $0.verdict.isLast }
        }
        for stage in stages {
            let index = recorded.firstIndex { $0.verdict.reference.names(stage) }
            if let index {
                let judgement = recorded.remove(at: index)
                var step = step(for: judgement, at: stage)
                step.reason = reason(step.reason, recordedOf: stage, form, history)
                steps.append(step)
                if judgement.verdict.isLast || (judgement.verdict.isHold && history.isOnItsWay) { return steps }
            } else {
                steps.append(await step(of: stage, on: &form, history))
            }
        }
        // What a stage said that is not in the configuration any more.
        let gone = recorded.map { step(for: $0, at: nil) }
        return recorded.contains { $0.verdict.isLast } ? steps.filter { $0.effect == .changed } + gone : gone + steps
    }

    private func step(for judgement: EntryHistory.Judgement, at stage: PlannedStage?) -> EntryExplanation.Step {
        var step = EntryExplanation.Step(
            stage: stage?.label ?? judgement.verdict.stage, place: stage.flatMap { places.place(of: $0.path) },
            effect: .held, date: judgement.date)
        switch judgement.verdict.verdict {
        case .keep where judgement.verdict.failure != nil:
            (step.effect, step.reason) = (.passedFailing, judgement.verdict.failure)
        case .keep: step.effect = .kept
        case .drop(let reason): (step.effect, step.reason) = (.dropped, reason)
        case .merge(let target, let reason):
            (step.effect, step.reason, step.target) = (.merged, reason, target)
        case .hold where judgement.verdict.failure != nil:
            (step.effect, step.reason) = (.failed, judgement.verdict.failure)
        case .hold(let until): step.until = until
        }
        return step
    }

    /// What was recorded, with where the parts that decided are written, as long as they still decide.
    private func reason(
        _ recorded: String?, recordedOf stage: PlannedStage, _ form: Entry?, _ history: EntryHistory
    ) -> String? {
        guard let recorded, let condition = stage.judgement, let form else { return recorded }
        let then = history.response?.date ?? history.firstSeen
        guard (try? condition.reason(for: form, now: then)) == recorded else { return recorded }
        return (try? reason(of: condition, at: stage.path, for: form, then)) ?? recorded
    }

    /// The parts of a condition that decide, with where they are written, unless that is the line of what it belongs to.
    func reason(
        of condition: Condition, at path: ConfigurationPath, for entry: Entry, _ then: Timestamp
    ) throws(StageFailure) -> String {
        try condition.reason(for: entry, now: then) { places.place(atOffset: $0, unlessInLineOf: path) }
    }

    /// What a stage did of which nothing is recorded, found out anew.
    private func step(
        of stage: PlannedStage, on form: inout Entry?, _ history: EntryHistory
    ) async -> EntryExplanation.Step {
        let hasChanged = history.changedBy.contains { $0.names(stage) }
        var step = EntryExplanation.Step(
            stage: stage.label, place: places.place(of: stage.path), effect: hasChanged ? .changed : .passed)
        guard var entry = form else { return step }
        let then = history.response?.date ?? history.firstSeen
        do throws(StageFailure) {
            if let condition = stage.condition, try !condition.evaluate(entry, now: then) {
                if !hasChanged {
                    (step.effect, step.reason) = (
                        .skipped, try reason(of: condition, at: stage.path, for: entry, then)
                    )
                }
                return step
            }
            if let judgement = stage.judgement {
                step.reason = try reason(of: judgement, at: stage.path, for: entry, then)
                guard case .entry(let plugin) = stage.plugin else { return step }
                if case .drop = try plugin.apply(&entry) { step.effect = .wouldDrop } else { step.effect = .kept }
            } else if case .entry(let plugin) = stage.plugin {
                _ = try plugin.apply(&entry)
                form = entry
            }
        } catch {
            step.reason = error.message
        }
        return step
    }
}

extension StageVerdict {
    /// Whether the entry waits for a while.
    fileprivate var isHold: Bool {
        if case .hold = verdict { true } else { false }
    }

    /// The stage that said it.
    fileprivate var reference: StageReference { StageReference(label: stage, options: options) }
}

extension StageReference {
    /// Whether a stage of the configuration is the one that was meant, wherever it stands now.
    fileprivate func names(_ stage: PlannedStage) -> Bool {
        guard let options else { return stage.label == label }
        return options == stage.optionsHash && label.split(separator: " ").last.map(String.init) == stage.name
    }
}
