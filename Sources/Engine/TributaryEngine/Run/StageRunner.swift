import EntryConditions
import FeedModel
import TributaryPluginKit

/// Runs entry stages over entries: consecutive ones are one loop, and where one waits several entries run at once.
struct StageRunner: Sendable {
    /// What became of one entry.
    enum Outcome: Sendable {
        /// It passed all stages; whether one has changed it.
        case kept(isChanged: Bool)
        /// A stage dropped it.
        case dropped(StageVerdict)
        /// A stage holds it.
        case held(StageVerdict, until: Timestamp)
        /// A stage failed on it.
        case failed(StageVerdict, message: String)
    }

    /// How many entries are at once in stages that wait.
    static let width = 8

    let clock: any WallClock

    /// Runs entry stages over entries, each by itself.
    ///
    /// - Parameter stages: no river stages among them.
    /// - Returns: per entry its staged form and what became of it.
    func run(_ stages: [PlannedStage], over entries: [Entry]) async -> [(entry: Entry, outcome: Outcome)] {
        let width = stages.contains(where: \.waits) ? Self.width : 1
        let now = clock.now
        return await entries.concurrentlyMapped(width: width) { entry in
            var staged = entry
            let outcome = await run(stages, over: &staged, now: now)
            return (staged, outcome)
        }
    }

    private func run(_ stages: [PlannedStage], over entry: inout Entry, now: Timestamp) async -> Outcome {
        let original = entry
        for stage in stages {
            do throws(StageFailure) {
                guard try stage.condition?.evaluate(entry, now: now) ?? true else { continue }
                switch try await stage.verdict(on: &entry) {
                case .keep: continue
                case .drop(let reason):
                    return .dropped(StageVerdict(stage: stage.label, verdict: .drop(reason: reason)))
                case .hold(let until):
                    return .held(StageVerdict(stage: stage.label, verdict: .hold(until: until)), until: until)
                }
            } catch {
                return .failed(StageVerdict(stage: stage.label, verdict: .hold(until: now)), message: error.message)
            }
        }
        return .kept(isChanged: entry != original)
    }
}

extension PlannedStage {
    /// What messages and verdicts call the stage: `stages[1] dedupe`.
    var label: String { "\(path) \(name)" }

    /// Under which name the store remembers the stage's keys: one that stays when stages before it come and go.
    var memoryName: String { name }

    /// Whether the stage waits for something.
    var waits: Bool {
        if case .asyncEntry = plugin { true } else { false }
    }

    /// Whether the stage judges the river.
    var isRiverStage: Bool {
        if case .river = plugin { true } else { false }
    }

    fileprivate func verdict(on entry: inout Entry) async throws(StageFailure) -> Verdict {
        switch plugin {
        case .entry(let stage): try stage.apply(&entry)
        case .asyncEntry(let stage): try await stage.apply(&entry)
        case .river: .keep
        }
    }
}

extension [PlannedStage] {
    /// The list cut into runs of entry stages and single river stages, in order.
    var segments: [(stages: [PlannedStage], isRiver: Bool)] {
        var segments: [(stages: [PlannedStage], isRiver: Bool)] = []
        for stage in self {
            if !stage.isRiverStage, let last = segments.last, !last.isRiver {
                segments[segments.count - 1].stages.append(stage)
            } else {
                segments.append(([stage], stage.isRiverStage))
            }
        }
        return segments
    }
}
