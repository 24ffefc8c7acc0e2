import EntryConditions
import FeedModel
import TributaryPluginKit

/// Runs one river stage over heads, those aside for which its `where` does not hold.
struct RiverRunner: Sendable {
    /// What a river stage left.
    struct Result: Sendable {
        /// The heads that stay, in order.
        var heads: [EntryHead]
        /// What became of those that left.
        var departures: [EntryHead.ID: RiverVerdict] = [:]
        /// Keys to remember.
        var remembered: [(key: UInt64, entry: EntryHead.ID)] = []
        /// Whether the stage has given an order of its own.
        var isReordered = false
        /// Why the stage failed; then all heads are as they were.
        var failure: StageFailure?
        /// The entries on which it failed.
        var failedOn: [EntryHead.ID] = []
    }

    let clock: any WallClock

    /// Runs a river stage.
    ///
    /// - Parameters:
    ///   - stage: the plan's stage around `plugin`.
    ///   - past: what the river asks for bodies and for what was routed before.
    func run(
        _ stage: PlannedStage, _ plugin: any RiverStage, over heads: [EntryHead], past: any RiverPast
    ) async -> Result {
        var flowing = heads
        do throws(StageFailure) {
            var asideAt: [Bool] = []
            if let condition = stage.condition {
                asideAt = try await asides(of: heads, by: condition, past: past)
                flowing = zip(heads, asideAt).filter { !$0.1 }.map(\.0)
            }
            var river = River(flowing, past: past)
            try await plugin.apply(to: &river)
            return Result(
                heads: Self.merge(river.heads, into: heads, asideAt: asideAt), departures: river.departures,
                remembered: river.remembered, isReordered: river.isReordered)
        } catch {
            return Result(heads: heads, failure: error, failedOn: flowing.map(\.id))
        }
    }

    private func asides(
        of heads: [EntryHead], by condition: Condition, past: any RiverPast
    ) async throws(StageFailure) -> [Bool] {
        let now = clock.now
        var asides: [Bool] = []
        asides.reserveCapacity(heads.count)
        for start in stride(from: 0, to: heads.count, by: 256) {
            let batch = heads[start..<min(start + 256, heads.count)]
            for entry in try await past.entries(batch.map(\.id)) {
                asides.append(try !condition.evaluate(entry, now: now))
            }
        }
        return asides
    }

    /// Those aside keep their places; the others fill the places between in their order.
    private static func merge(
        _ flowing: [EntryHead], into heads: [EntryHead], asideAt: [Bool]
    ) -> [EntryHead] {
        guard !asideAt.isEmpty else { return flowing }
        var rest = flowing[...]
        var merged: [EntryHead] = []
        merged.reserveCapacity(heads.count)
        for (head, isAside) in zip(heads, asideAt) {
            if isAside {
                merged.append(head)
            } else if let next = rest.popFirst() {
                merged.append(next)
            }
        }
        return merged
    }
}
