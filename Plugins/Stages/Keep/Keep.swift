import EntryConditions
public import FeedModel
public import TributaryPluginKit

/// Keeps the entries for which a condition holds; the others go no further.
public struct Keep: EntryStage {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var `where`: Condition
    }

    /// What people and the engine must know of the stage.
    public static let descriptor = PluginDescriptor(
        name: "keep", role: .stage, summary: "keeps the entries for which a condition holds",
        options: [.required("where", .condition, "What must hold of an entry for it to stay.")],
        example: #"{"use": "keep", "where": {"title": {"contains": "tide"}}}"#)

    private let condition: Condition
    private let clock: any WallClock

    /// Makes the stage.
    public init(options: Options, context: PluginContext) {
        condition = options.where
        clock = context.clock
    }

    /// Drops the entry unless the condition holds; the reason names the parts that failed.
    public func apply(_ entry: inout Entry) throws(StageFailure) -> Verdict {
        let now = clock.now
        if try condition.evaluate(entry, now: now) { return .keep }
        return .drop(reason: try condition.reason(for: entry, now: now))
    }
}
