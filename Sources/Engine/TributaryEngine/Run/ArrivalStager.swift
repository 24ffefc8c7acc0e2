import FeedModel
import TributaryPluginKit

/// Runs the stages before Arrive over what one reading brought, newest entry first.
struct ArrivalStager: Sendable {
    /// How often a stage may fail on an entry; then the entry passes as it was decoded.
    static let failuresAllowed = 3

    let clock: any WallClock
    let report: @Sendable (Diagnostic) -> Void

    /// The candidates with what the stages made of them, in the order of the document.
    func staged(
        _ candidates: [ArrivalCandidate], of planned: PlannedSubscription, by stages: [PlannedStage]
    ) async -> [ArrivingEntry] {
        guard !candidates.isEmpty else { return [] }
        var outcomes: [ArrivingEntry.Outcome?] = Array(repeating: nil, count: candidates.count)
        var entries = candidates.map(\.entry)
        // Heads are numbered by their place among the candidates: numbers of the store come with Arrive.
        func head(_ index: Int) -> EntryHead {
            let candidate = candidates[index]
            let origin = entries[index].tributary
            return EntryHead(
                of: entries[index], id: Int64(index), feed: origin?.feed ?? FeedReference(id: ""),
                firstSeen: origin?.firstSeen ?? clock.now, place: candidate.place, textHash: candidate.textHash,
                isRevision: candidate.isRevision)
        }
        var order = candidates.indices.map(head).sorted { $0.isNewer(than: $1) }.map { Int($0.id) }
        for segment in stages.segments where !order.isEmpty {
            if segment.isRiver, let stage = segment.stages.first, case .river(let plugin) = stage.plugin {
                let past = ReadingPast(entries: entries)
                do throws(StageFailure) {
                    let result = try await RiverRunner(clock: clock).run(
                        stage, plugin, over: order.map(head), past: past)
                    for (id, verdict) in result.departures {
                        outcomes[Int(id)] = outcome(
                            of: verdict, by: stage, on: candidates[Int(id)])
                    }
                    order = result.heads.map { Int($0.id) }
                } catch {
                    reportFailure(of: stage, on: planned, message: error.message)
                    for index in order { outcomes[index] = failed(candidates[index], stage: stage) }
                    order.removeAll { outcomes[$0] != nil }
                }
            } else {
                let results = await StageRunner(clock: clock).run(segment.stages, over: order.map { entries[$0] })
                for (index, result) in zip(order, results) {
                    switch result.outcome {
                    case .kept: entries[index] = result.entry
                    case .dropped(let verdict): outcomes[index] = .dropped(verdict)
                    case .held(let verdict, let until):
                        outcomes[index] = .held(candidates[index].entry, until: until, by: verdict, failures: 0)
                    case .failed(let verdict, let message):
                        report(
                            Diagnostic(
                                .warning, subject: planned.subscription.displayName,
                                "\(verdict.stage) failed on \"\(entries[index].title ?? entries[index].id)\": \(message)"
                            ))
                        outcomes[index] = failed(candidates[index], verdict: verdict)
                    }
                }
                order.removeAll { outcomes[$0] != nil }
            }
        }
        return candidates.indices.map { index in
            candidates[index].arriving(outcomes[index] ?? .kept(entries[index]), onUpdate: planned.onUpdate)
        }
    }
}

// MARK: - Private

extension ArrivalStager {
    private func outcome(
        of verdict: RiverVerdict, by stage: PlannedStage, on candidate: ArrivalCandidate
    ) -> ArrivingEntry.Outcome? {
        let said = StageVerdict(stage: stage.label, verdict: verdict)
        switch verdict {
        case .keep: return nil
        case .drop, .merge: return .dropped(said)
        case .hold(let until): return .held(candidate.entry, until: until, by: said, failures: 0)
        }
    }

    private func failed(_ candidate: ArrivalCandidate, stage: PlannedStage) -> ArrivingEntry.Outcome? {
        failed(candidate, verdict: StageVerdict(stage: stage.label, verdict: .hold(until: clock.now)))
    }

    /// Held to the next run, or as it was decoded once it has failed too often.
    private func failed(_ candidate: ArrivalCandidate, verdict: StageVerdict) -> ArrivingEntry.Outcome {
        let failures = candidate.failures + 1
        guard failures < Self.failuresAllowed else { return .kept(candidate.entry) }
        return .held(candidate.entry, until: clock.now, by: verdict, failures: failures)
    }

    private func reportFailure(of stage: PlannedStage, on planned: PlannedSubscription, message: String) {
        report(Diagnostic(.warning, subject: planned.subscription.displayName, "\(stage.label) failed: \(message)"))
    }
}

/// What a river over one reading can look back at: its own entries only, none of which was routed before.
private struct ReadingPast: RiverPast {
    let entries: [Entry]

    func earlier(_ keys: [UInt64], within seconds: Int64) async throws(StageFailure) -> [UInt64: EntryHead.ID] { [:] }

    func entries(_ ids: [EntryHead.ID]) async throws(StageFailure) -> [Entry] { ids.map { entries[Int($0)] } }
}
