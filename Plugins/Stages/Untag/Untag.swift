import EntryConditions
import FeedJSON
public import FeedModel
import FeedText
public import TributaryPluginKit

/// Removes tags from entries.
public struct Untag: EntryStage {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var tags: [String]
        var pattern: Pattern?
    }

    /// What people and the engine must know of the stage.
    public static let descriptor = PluginDescriptor(
        name: "untag", role: .stage, summary: "removes tags from entries",
        options: [
            Option("tags", .list(of: .text), default: [], "The tags that go, without regard to case and width."),
            Option("pattern", .pattern, "A PCRE2 pattern; every tag that it matches goes."),
        ],
        example: #"{"use": "untag", "tags": ["uncategorized"]}"#)

    private let names: Set<String>
    private let pattern: Pattern?

    /// Makes the stage; it has something to do.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        guard !options.tags.isEmpty || options.pattern != nil else {
            throw ConfigurationError("there is nothing to remove; write \"tags\" or \"pattern\"")
        }
        names = Set(options.tags.map(TextFolding.folded))
        pattern = options.pattern
    }

    /// Removes the tags; the others stay in their order.
    public func apply(_ entry: inout Entry) throws(StageFailure) -> Verdict {
        var kept: [String] = []
        for tag in entry.tags {
            if !names.isEmpty, names.contains(TextFolding.folded(tag)) { continue }
            if let pattern, try pattern.matches(tag, of: "tags") { continue }
            kept.append(tag)
        }
        if kept.count < entry.tags.count { entry.tags = kept }
        return .keep
    }
}
