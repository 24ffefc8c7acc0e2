import EntryConditions
import FeedModel
import FeedText
import TributaryPluginKit

/// The river while Route's stages run over it: what is in, in order, what has left, and the entries that stages changed.
struct RiverFlow: Sendable {
    /// Whether a stage has given the river an order of its own.
    private(set) var isReordered = false

    private let arrived: [ArrivedEntry]
    private let store: any Store
    private let clock: any WallClock
    private let secrets: Secrets
    private let report: @Sendable (Diagnostic) -> Void
    /// The heads that are still in, in order; nil where no stage looks at any.
    private var heads: [EntryHead]?
    /// By number, the places in `arrived`; empty where no stage looks at heads.
    private var places: [Int64: Int] = [:]
    private var changed: [Int64: Entry] = [:]
    private var changedBy: [Int64: [StageReference]] = [:]
    private var decided = Routing()

    /// A river of entries that have arrived, in the order in which stages see them.
    init(
        _ arrived: [ArrivedEntry], store: any Store, clock: any WallClock, secrets: Secrets,
        report: @escaping @Sendable (Diagnostic) -> Void
    ) {
        self.arrived = arrived
        self.store = store
        self.clock = clock
        self.secrets = secrets
        self.report = report
    }

    /// The entries that are still in, in order, each where the stages have put it.
    var members: [ArrivedEntry] {
        guard let heads else { return arrived }
        return heads.compactMap { head in
            places[head.id].map { index in
                var member = arrived[index]
                member.place = RiverPlace(of: head, subscription: member.place.subscription)
                return member
            }
        }
    }

    /// What the stages have decided about all but `members`, which are kept: the entries dropped, held and changed, and
    /// what is to be remembered.
    func routing(keeping members: [ArrivedEntry]) -> Routing {
        var routing = decided
        routing.kept = members.map(\.number)
        guard heads != nil else { return routing }
        let staying = Set(routing.kept)
        routing.changed += changed.filter { staying.contains($0.key) }
            .sorted { $0.key < $1.key }.map { (number: $0.key, entry: $0.value) }
        routing.changedBy = changedBy
        routing.memories.removeAll { !staying.contains($0.number) }
        return routing
    }

    /// Which of these entries a sink's `where` lets through; nil for all.
    func numbers(
        of numbers: @autoclosure () -> [Int64], for sink: PlannedSink
    ) async throws(StoreFailure) -> Set<Int64>? {
        guard let condition = sink.condition else { return nil }
        let now = clock.now
        var wanted: Set<Int64> = []
        for batch in numbers().batches {
            for (number, entry) in zip(batch, try await entries(Array(batch))) {
                do throws(StageFailure) {
                    if try condition.evaluate(entry, now: now) { wanted.insert(number) }
                } catch {
                    // A condition that cannot be decided loses nothing: the sink gets the entry.
                    wanted.insert(number)
                    report(
                        Diagnostic(
                            .warning, subject: "\(sink.path) \(sink.key)",
                            "\"where\" failed on \"\(entry.title ?? entry.id)\", which is delivered: \(error.message)"))
                }
            }
        }
        return wanted
    }

    /// The whole entries, as stages have left them.
    fileprivate func entries(_ numbers: [Int64]) async throws(StoreFailure) -> [Entry] {
        let missing = numbers.filter { changed[$0] == nil }
        let stored = try await store.entries(missing)
        let loaded = Dictionary(stored.compactMap { entry in entry.tributary?.number.map { ($0, entry) } }) { $1 }
        return numbers.compactMap { changed[$0] ?? loaded[$0] }
    }
}

// MARK: - Stages

extension RiverFlow {
    /// Runs stages from the first river stage on.
    mutating func run(_ stages: [PlannedStage]) async throws(StoreFailure) {
        guard !stages.isEmpty, !arrived.isEmpty else { return }
        var heads = try await store.heads(ofArrived: arrived.map(\.number))
        places = Dictionary(uniqueKeysWithValues: arrived.indices.map { (arrived[$0].number, $0) })
        for segment in stages.segments {
            if segment.isRiver, let stage = segment.stages.first, case .river(let plugin) = stage.plugin {
                await run(stage, plugin, over: &heads)
            } else {
                try await run(segment.stages, over: &heads)
            }
        }
        self.heads = heads
    }

    /// Runs a river stage over what is in.
    private mutating func run(
        _ stage: PlannedStage, _ plugin: any RiverStage, over heads: inout [EntryHead]
    ) async {
        let past = StoredPast(flow: self, store: store, clock: clock, stage: stage.memoryName)
        let result = await RiverRunner(clock: clock).run(stage, plugin, over: heads, past: past)
        let leaving = heads.filter { result.departures[$0.id] != nil }
        isReordered = isReordered || result.isReordered
        for head in leaving {
            if let verdict = result.departures[head.id] { depart(head, verdict, by: stage) }
        }
        for memory in result.remembered {
            decided.memories.append(Routing.Memory(stage: stage.memoryName, key: memory.key, number: memory.entry))
        }
        heads = result.heads
        guard let failure = result.failure else { return }
        let failedOn = Set(result.failedOn)
        heads = result.heads.filter { !failedOn.contains($0.id) || passes($0, stage, failure) }
        report(failure.diagnostic(of: stage, on: "the river", passes: heads.count == result.heads.count))
    }

    /// Runs entry stages over what is in.
    private mutating func run(_ stages: [PlannedStage], over heads: inout [EntryHead]) async throws(StoreFailure) {
        let runner = StageRunner(clock: clock, secrets: secrets, report: report)
        var staying: [EntryHead] = []
        staying.reserveCapacity(heads.count)
        for batch in heads.batches {
            let attempts = zip(batch, try await entries(batch.map(\.id))).map { head, entry in
                StageRunner.Attempt(entry: entry, failures: failures(of: head))
            }
            for (head, result) in zip(batch, await runner.run(stages, over: attempts)) {
                switch result.outcome {
                case .kept(let stages, let failures):
                    decided.passed += failures.map { (head.id, $0) }
                    guard !stages.isEmpty else {
                        staying.append(head)
                        continue
                    }
                    changed[head.id] = result.entry
                    changedBy[head.id, default: []] += stages
                    staying.append(head.following(result.entry))
                case .dropped(let verdict): decided.dropped.append((head.id, verdict))
                case .held(let verdict, let until): hold(head, until: until, isFailure: false, by: verdict)
                case .failed(let stage, let failure): if passes(head, stage, failure) { staying.append(head) }
                }
            }
        }
        heads = staying
    }

    private mutating func depart(_ head: EntryHead, _ verdict: RiverVerdict, by stage: PlannedStage) {
        let said = stage.said(verdict)
        switch verdict {
        case .keep: break
        case .drop: decided.dropped.append((head.id, said))
        case .hold(let until): hold(head, until: until, isFailure: false, by: said)
        case .merge(let target, _):
            decided.dropped.append((head.id, said))
            decided.merges.append(Routing.Merge(feed: head.feed, target: target))
        }
    }

    private mutating func hold(_ head: EntryHead, until: Timestamp, isFailure: Bool, by verdict: StageVerdict) {
        decided.held.append((Routing.Hold(number: head.id, until: until, isFailure: isFailure), verdict))
    }

    /// Holds an entry on which a stage failed to the next run.
    ///
    /// - Returns: true once it has failed too often and passes unchanged.
    private mutating func passes(_ head: EntryHead, _ stage: PlannedStage, _ failure: StageFailure) -> Bool {
        let reason = secrets.redacted(failure.message)
        if StageRunner.isLastAttempt(after: failures(of: head)) {
            decided.passed.append((head.id, stage.failurePass(because: reason)))
            return true
        }
        let (until, verdict) = stage.failureHold(at: clock.now, because: Task.isCancelled ? nil : reason)
        hold(head, until: until, isFailure: !Task.isCancelled, by: verdict)
        return false
    }

    private func failures(of head: EntryHead) -> Int { places[head.id].map { Int(arrived[$0].failures) } ?? 0 }
}

// MARK: - Private

/// What a river looks back at: the store, under the river as stages have left it.
private struct StoredPast: RiverPast {
    let flow: RiverFlow
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
        do throws(StoreFailure) {
            return try await flow.entries(ids)
        } catch {
            throw StageFailure(error.message)
        }
    }
}

extension EntryHead {
    /// The head after stages have changed the entry.
    fileprivate func following(_ entry: Entry) -> EntryHead {
        EntryHead(
            of: entry, id: id, feed: feed, firstSeen: firstSeen, place: place, textHash: textHash,
            isRevision: isRevision)
    }
}

extension Array {
    /// Heads or numbers in batches of entries that fit into memory with their bodies.
    fileprivate var batches: [ArraySlice<Element>] {
        stride(from: 0, to: count, by: 256).map { self[$0..<Swift.min($0 + 256, count)] }
    }
}
