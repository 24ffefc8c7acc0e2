import EntryConditions
import FeedModel
import TributaryPluginKit

/// Runs entry stages over entries: consecutive ones are one loop, and where one waits several entries run at once.
///
/// An entry on which a stage fails is to be held to the next run; once that has happened too often, it passes the stage
/// unchanged and goes on to the next.
struct StageRunner: Sendable {
    /// An entry on its way.
    struct Attempt: Sendable {
        var entry: Entry
        /// In how many runs a stage has failed on it.
        var failures: Int
    }

    /// What became of one entry.
    enum Outcome: Sendable {
        /// It passed all stages, of which some have changed it, and some have failed on it too often.
        case kept(changedBy: [StageReference], passed: [StageVerdict])
        /// A stage dropped it.
        case dropped(StageVerdict)
        /// A stage holds it.
        case held(StageVerdict, until: Timestamp)
        /// This stage failed on it.
        case failed(PlannedStage, StageFailure)
    }

    /// How many entries are at once in stages that wait.
    static let width = 8
    /// In how many runs a stage may fail on an entry.
    private static let failuresAllowed = 3

    let clock: any WallClock
    let secrets: Secrets
    let report: @Sendable (Diagnostic) -> Void

    /// Whether an entry passes if a stage fails on it once more; never in a run that was cancelled, since a stage may fail
    /// just for that.
    static func isLastAttempt(after failures: Int) -> Bool { !Task.isCancelled && failures + 1 >= failuresAllowed }

    /// Runs entry stages over entries, each by itself.
    ///
    /// - Parameter stages: no river stages among them.
    /// - Returns: per entry its staged form and what became of it.
    func run(_ stages: [PlannedStage], over attempts: [Attempt]) async -> [(entry: Entry, outcome: Outcome)] {
        let width = stages.contains(where: \.waits) ? Self.width : 1
        let now = clock.now
        return await attempts.concurrentlyMapped(width: width) { attempt in
            var staged = attempt.entry
            let outcome = await run(stages, over: &staged, of: attempt, now: now)
            return (staged, outcome)
        }
    }

    private func run(
        _ stages: [PlannedStage], over entry: inout Entry, of attempt: Attempt, now: Timestamp
    ) async -> Outcome {
        let isLast = Self.isLastAttempt(after: attempt.failures)
        var changedBy: [StageReference] = []
        var passed: [StageVerdict] = []
        for stage in stages {
            let before = entry
            do throws(StageFailure) {
                guard try stage.condition?.evaluate(entry, now: now) ?? true else { continue }
                switch try await stage.verdict(on: &entry) {
                case .keep: if entry != before { changedBy.append(stage.reference) }
                case .drop(let reason): return .dropped(stage.said(.drop(reason: reason)))
                case .hold(let until): return .held(stage.said(.hold(until: until)), until: until)
                }
            } catch {
                let name = "\"\(attempt.entry.title ?? attempt.entry.id)\""
                guard isLast, Self.isLastAttempt(after: attempt.failures) else {
                    report(error.diagnostic(of: stage, on: name))
                    return .failed(stage, error)
                }
                report(error.diagnostic(of: stage, on: name, passes: true))
                passed.append(stage.failurePass(because: secrets.redacted(error.message)))
                // A stage that fails may have changed something before.
                entry = before
            }
        }
        return .kept(changedBy: changedBy, passed: passed)
    }
}

extension StageFailure {
    /// What people should know of a stage that failed on something, which waits or, after too many failures, passes.
    func diagnostic(of stage: PlannedStage, on something: String, passes: Bool = false) -> Diagnostic {
        let consequence = passes ? "passes it unchanged, having waited for it" : "waits for the next run"
        return Diagnostic(.warning, subject: stage.label, "failed on \(something), which \(consequence): \(message)")
    }
}
