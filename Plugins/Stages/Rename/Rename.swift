import FeedJSON
public import FeedModel
import FeedText
public import TributaryPluginKit

/// Gives tags and authors other names.
public struct Rename: EntryStage {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var tags: Names
        var authors: Names
    }

    /// What people and the engine must know of the stage.
    public static let descriptor = PluginDescriptor(
        name: "rename", role: .stage, summary: "gives tags and authors other names",
        options: [
            Option("tags", Names.kind, default: [:], "By tag what it is to be called."),
            Option("authors", Names.kind, default: [:], "By an author's name what they are to be called."),
        ],
        example: #"{"use": "rename", "tags": {"js": "JavaScript"}}"#)

    private let options: Options

    /// Makes the stage; it has something to do.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        guard !options.tags.isEmpty || !options.authors.isEmpty else {
            throw ConfigurationError("there is nothing to rename; write \"tags\" or \"authors\"")
        }
        self.options = options
    }

    /// Renames; tags that become one are one, as are authors of whom no more than the name is known.
    public func apply(_ entry: inout Entry) -> Verdict {
        let tags = entry.tags.map { options.tags.name(for: $0) }
        if tags != entry.tags { entry.tags = Self.distinct(tags) }
        var authors = entry.authors
        for index in authors.indices { authors[index].name = authors[index].name.map(options.authors.name) }
        if authors != entry.authors { entry.authors = Self.distinct(authors) }
        return .keep
    }

    private static func distinct<Element: Hashable>(_ elements: [Element]) -> [Element] {
        var seen: Set<Element> = []
        return elements.filter { seen.insert($0).inserted }
    }
}
