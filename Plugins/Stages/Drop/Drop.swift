import EntryConditions
public import FeedModel
public import TributaryPluginKit

/// Drops the entries for which a condition holds; the others stay.
public struct Drop: EntryStage {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var `where`: Condition
    }

    /// What people and the engine must know of the stage.
    public static let descriptor = PluginDescriptor(
        name: "drop", role: .stage, summary: "drops the entries for which a condition holds",
        options: [.required("where", .condition, "What must hold of an entry for it to go.")],
        example: #"{"use": "drop", "where": {"title": {"starts_with": "[ad]"}}}"#)

    private let condition: Condition
    private let clock: any WallClock

    /// Makes the stage.
    public init(options: Options, context: PluginContext) {
        condition = options.where
        clock = context.clock
    }

    /// Drops the entry if the condition holds; the reason names the parts that did.
    public func apply(_ entry: inout Entry) throws(StageFailure) -> Verdict {
        let now = clock.now
        guard try condition.evaluate(entry, now: now) else { return .keep }
        return .drop(reason: try condition.reason(for: entry, now: now))
    }
}
