import FeedModel
import TributaryPluginKit

extension PlannedStage {
    /// What messages and verdicts call the stage: `stages[1] dedupe`.
    var label: String { "\(path) \(name)" }

    /// How the store names the stage.
    var reference: StageReference { StageReference(label: label, options: optionsHash) }

    /// What the store keeps of what the stage said.
    func said(_ verdict: RiverVerdict) -> StageVerdict {
        StageVerdict(stage: label, verdict: verdict, options: optionsHash)
    }

    /// Under which name the store remembers the stage's keys: one that stays when other stages come and go, and that
    /// stages of other options do not share.
    var memoryName: String { "\(name) \(String(optionsHash, radix: 16))" }

    /// The same for a stage of a subscription, which knows of that one only; the subscription may get another key.
    func memoryName(in subscription: SubscriptionID) -> String {
        "\(memoryName) of subscription \(subscription.row)"
    }

    /// Whether the stage waits for something.
    var waits: Bool {
        if case .asyncEntry = plugin { true } else { false }
    }

    /// Whether the stage judges the river.
    var isRiverStage: Bool {
        if case .river = plugin { true } else { false }
    }

    /// What is kept of an entry on which the stage failed: that it waits for the next run, even one within this second
    /// (the store keeps whole seconds, and rounds them up).
    ///
    /// - Parameter failure: why; nil where the run was ending, which may be the reason.
    func failureHold(at now: Timestamp, because failure: String?) -> (until: Timestamp, verdict: StageVerdict) {
        let until = Timestamp(seconds: now.seconds, offset: now.offset)
        var verdict = said(.hold(until: until))
        verdict.failure = failure
        return (until, verdict)
    }

    /// What is kept of an entry that passed the stage as it was, since that failed on it too often.
    func failurePass(because failure: String) -> StageVerdict {
        var verdict = said(.keep)
        verdict.failure = failure
        return verdict
    }

    /// What an entry stage says of an entry.
    func verdict(on entry: inout Entry) async throws(StageFailure) -> Verdict {
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
