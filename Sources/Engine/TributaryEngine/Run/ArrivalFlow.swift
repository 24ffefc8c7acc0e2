import FeedModel
import TributaryPluginKit

/// What one reading brought while the stages before Arrive run over it, newest entry first.
///
/// Stages name a known entry by its number; a new one has none before Arrive, so it goes by a negative one, -1 for the
/// first candidate.
struct ArrivalFlow: Sendable {
    private let candidates: [ArrivalCandidate]
    private let planned: PlannedSubscription
    private let subscription: SubscriptionID
    private let store: any Store
    private let clock: any WallClock
    private let secrets: Secrets
    private let report: @Sendable (Diagnostic) -> Void

    private let indices: [EntryHead.ID: Int]
    private var entries: [Entry]
    private var outcomes: [ArrivingEntry.Outcome?]
    /// By candidate, the stages that changed it.
    private var changes: [Int: [StageReference]] = [:]
    /// By candidate, what is said of stages that it passed though they failed on it.
    private var passed: [Int: [StageVerdict]] = [:]
    private var memories: [Arrival.Memory] = []
    /// The candidates that are still in, in order.
    private var order: [Int] = []

    init(
        _ candidates: [ArrivalCandidate], of planned: PlannedSubscription, subscription: SubscriptionID,
        store: any Store, clock: any WallClock, secrets: Secrets, report: @escaping @Sendable (Diagnostic) -> Void
    ) {
        self.candidates = candidates
        self.planned = planned
        self.subscription = subscription
        self.store = store
        self.clock = clock
        self.secrets = secrets
        self.report = report
        indices = Dictionary(uniqueKeysWithValues: candidates.indices.map { (Self.id(of: $0, in: candidates), $0) })
        entries = candidates.map(\.entry)
        outcomes = Array(repeating: nil, count: candidates.count)
        order = candidates.indices.map(head).sorted { $0.isNewer(than: $1) }.compactMap { indices[$0.id] }
    }

    /// Runs stages in their order.
    mutating func run(_ stages: [PlannedStage]) async {
        for segment in stages.segments where !order.isEmpty {
            if segment.isRiver, let stage = segment.stages.first, case .river(let plugin) = stage.plugin {
                await run(stage, plugin)
            } else {
                await runEntryStages(segment.stages)
            }
        }
    }

    /// The candidates with what the stages made of them, in the order of the document.
    var arriving: [ArrivingEntry] {
        candidates.indices.map { index in
            var arriving = candidates[index].arriving(
                outcomes[index] ?? .kept(entries[index]), onUpdate: planned.onUpdate)
            if let changes = changes[index] { arriving.changedBy = changes }
            if let passed = passed[index] { arriving.passed = passed }
            return arriving
        }
    }

    /// What stages want remembered of the entries that they keep.
    var kept: [Arrival.Memory] { memories.filter { outcomes[$0.entry] == nil } }
}

// MARK: - Stages

extension ArrivalFlow {
    private mutating func run(_ stage: PlannedStage, _ plugin: any RiverStage) async {
        let memoryName = stage.memoryName(in: subscription)
        let past = ReadingPast(entries: entries, indices: indices, store: store, clock: clock, stage: memoryName)
        let result = await RiverRunner(clock: clock).run(stage, plugin, over: order.map(head), past: past)
        for (id, verdict) in result.departures {
            guard let index = indices[id] else { continue }
            outcomes[index] = outcome(of: verdict, by: stage, on: index)
        }
        for memory in result.remembered {
            guard let index = indices[memory.entry] else { continue }
            memories.append(Arrival.Memory(stage: memoryName, key: memory.key, entry: index))
        }
        if let failure = result.failure {
            let failed = result.failedOn.compactMap { indices[$0] }
            for index in failed where !fail(index, in: stage, because: failure) {
                passed[index, default: []].append(stage.failurePass(because: secrets.redacted(failure.message)))
            }
            let passes = failed.allSatisfy { outcomes[$0] == nil }
            report(failure.diagnostic(of: stage, on: planned.subscription.displayName, passes: passes))
        }
        order = result.heads.compactMap { indices[$0.id] }.filter { outcomes[$0] == nil }
    }

    private mutating func runEntryStages(_ stages: [PlannedStage]) async {
        let runner = StageRunner(clock: clock, secrets: secrets, report: report)
        let results = await runner.run(
            stages, over: order.map { StageRunner.Attempt(entry: entries[$0], failures: candidates[$0].failures) })
        for (index, result) in zip(order, results) {
            switch result.outcome {
            case .kept(let stages, let failures):
                entries[index] = result.entry
                if !failures.isEmpty { passed[index, default: []] += failures }
                if !stages.isEmpty { changes[index, default: []] += stages }
            case .dropped(let verdict): outcomes[index] = .dropped(verdict)
            case .held(let verdict, let until):
                outcomes[index] = .held(
                    candidates[index].entry, until: until, by: verdict, failures: candidates[index].failures)
            case .failed(let stage, let failure): _ = fail(index, in: stage, because: failure)
            }
        }
        order.removeAll { outcomes[$0] != nil }
    }

    /// Holds an entry on which a stage failed, as it was decoded.
    ///
    /// - Returns: false once it has failed too often and passes unchanged.
    private mutating func fail(_ index: Int, in stage: PlannedStage, because failure: StageFailure) -> Bool {
        let candidate = candidates[index]
        guard !StageRunner.isLastAttempt(after: candidate.failures) else { return false }
        let reason = Task.isCancelled ? nil : secrets.redacted(failure.message)
        let (until, verdict) = stage.failureHold(at: clock.now, because: reason)
        outcomes[index] = .held(
            candidate.entry, until: until, by: verdict, failures: candidate.failures + (Task.isCancelled ? 0 : 1))
        return true
    }

    private func outcome(
        of verdict: RiverVerdict, by stage: PlannedStage, on index: Int
    ) -> ArrivingEntry.Outcome? {
        switch verdict {
        case .keep: return nil
        case .hold(let until):
            return .held(
                candidates[index].entry, until: until, by: stage.said(verdict),
                failures: candidates[index].failures)
        // Both are of one feed, so neither is "also in" another; and a new entry has no number to be pointed at with.
        case .merge(let target, let reason) where target < 0:
            return .dropped(stage.said(.drop(reason: reason)))
        case .drop, .merge: return .dropped(stage.said(verdict))
        }
    }
}

// MARK: - Private

extension ArrivalFlow {
    private static func id(of index: Int, in candidates: [ArrivalCandidate]) -> EntryHead.ID {
        candidates[index].number ?? -Int64(index) - 1
    }

    private func head(_ index: Int) -> EntryHead {
        let candidate = candidates[index]
        let origin = entries[index].tributary
        return EntryHead(
            of: entries[index], id: Self.id(of: index, in: candidates), feed: origin?.feed ?? FeedReference(id: ""),
            firstSeen: origin?.firstSeen ?? clock.now, place: candidate.place, textHash: candidate.textHash,
            isRevision: candidate.isRevision)
    }
}

/// What a river over one reading can look back at: its own entries, and what its subscription brought before.
private struct ReadingPast: RiverPast {
    let entries: [Entry]
    let indices: [EntryHead.ID: Int]
    let store: any Store
    let clock: any WallClock
    let stage: String

    func earlier(_ keys: [UInt64], within seconds: Int64) async throws(StageFailure) -> [UInt64: EntryHead.ID] {
        do throws(StoreFailure) {
            return try await store.remembered(keys, by: stage, since: clock.now.adding(seconds: -seconds))
        } catch {
            throw StageFailure(error.message)
        }
    }

    func entries(_ ids: [EntryHead.ID]) async throws(StageFailure) -> [Entry] {
        var found: [Entry] = []
        found.reserveCapacity(ids.count)
        for id in ids {
            if let index = indices[id] {
                found.append(entries[index])
            } else {
                do throws(StoreFailure) {
                    found += try await store.entries([id])
                } catch {
                    throw StageFailure(error.message)
                }
            }
        }
        return found
    }
}
