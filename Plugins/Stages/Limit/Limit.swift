import FeedJSON
import FeedModel
public import TributaryPluginKit

/// Lets the first new entries of a river pass: at the top of a configuration of a run, in a subscription of a reading.
public struct Limit: RiverStage {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var count: Int
        var per: String
    }

    /// What people and the engine must know of the stage.
    public static let descriptor = PluginDescriptor(
        name: "limit", role: .stage, summary: "lets the first new entries pass",
        options: [
            .required("count", .integer(in: 1...Int.max), "How many pass."),
            Option("per", .choice(of: ["river", "feed"]), default: "river", "Of what so many pass."),
        ],
        example: #"{"use": "limit", "count": 10}"#)

    private let count: Int
    private let countsByFeed: Bool

    /// Makes the stage.
    public init(options: Options, context: PluginContext) {
        count = options.count
        countsByFeed = options.per == "feed"
    }

    /// Keeps the first entries in the river's order, and every revision besides.
    public func apply(to river: inout River) {
        let reason = "beyond the first \(count) of \(countsByFeed ? "its feed" : "the river")"
        var passed: [String: Int] = [:]
        river.judge { head in
            if head.isRevision { return .keep }
            let counted = countsByFeed ? head.feed.id : ""
            guard passed[counted, default: 0] < count else { return .drop(reason: reason) }
            passed[counted, default: 0] += 1
            return .keep
        }
    }
}
