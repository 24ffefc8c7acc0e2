public import FeedModel
import FeedText
public import TributaryPluginKit

/// Adds tags to entries.
public struct AddTags: EntryStage {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var tags: [String]
    }

    /// What people and the engine must know of the stage.
    public static let descriptor = PluginDescriptor(
        name: "tag", role: .stage, summary: "adds tags to entries",
        options: [.required("tags", .list(of: .text, atLeast: 1), "The tags that an entry gets unless it has them.")],
        example: #"{"use": "tag", "tags": ["swift"], "where": {"text": {"contains": "swift"}}}"#)

    private let tags: [(name: String, folded: String)]

    /// Makes the stage.
    public init(options: Options, context: PluginContext) {
        tags = options.tags.map { ($0, TextFolding.folded($0)) }
    }

    /// Adds the tags that the entry does not have yet, in their order.
    public func apply(_ entry: inout Entry) -> Verdict {
        var present = Set(entry.tags.map(TextFolding.folded))
        for tag in tags where present.insert(tag.folded).inserted { entry.tags.append(tag.name) }
        return .keep
    }
}
