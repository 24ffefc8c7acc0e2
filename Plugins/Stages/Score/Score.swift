import EntryConditions
import FeedJSON
public import FeedModel
public import TributaryPluginKit

/// Gives entries points for conditions that hold, so that later stages and sinks can choose and order by them.
public struct Score: EntryStage {
    /// Points for a condition.
    struct Rule: Decodable, Sendable {
        var `where`: Condition
        var add: Int
    }

    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var rules: [Rule]
    }

    /// What people and the engine must know of the stage.
    public static let descriptor = PluginDescriptor(
        name: "score", role: .stage, summary: "gives entries points for conditions that hold",
        options: [
            .required(
                "rules",
                .list(
                    of: .record([
                        .required("where", .condition, "What must hold of an entry."),
                        .required("add", .integer(in: -1_000_000...1_000_000), "The points that it then gets."),
                    ]), atLeast: 1),
                "Conditions and what each adds; all that hold count.")
        ],
        example: #"{"use": "score", "rules": [{"where": {"title": {"contains": "swift"}}, "add": 5}]}"#)

    private let rules: [Rule]
    private let clock: any WallClock

    /// Makes the stage.
    public init(options: Options, context: PluginContext) {
        rules = options.rules
        clock = context.clock
    }

    /// Adds the points to the entry's score, which begins at 0.
    public func apply(_ entry: inout Entry) throws(StageFailure) -> Verdict {
        let now = clock.now
        var points = 0
        for rule in rules {
            if try rule.where.evaluate(entry, now: now) { points += rule.add }
        }
        let score = (entry.tributary?.score ?? 0) + Double(points)
        entry.tributary?.score = score
        return .keep
    }
}
