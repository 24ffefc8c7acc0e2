import EntryPages
import FeedJSON
public import TributaryPluginKit

/// Writes each entry as a Markdown file with front matter, or appends all of them to one digest.
public struct Markdown: Sink {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var path: String
        var digest: Bool
        var names: EntryFiles.Naming
        var frontMatter: JSONValue?

        enum CodingKeys: String, CodingKey {
            case path, digest, names
            case frontMatter = "front_matter"
        }
    }

    /// What people and the engine must know of the sink.
    public static let descriptor = PluginDescriptor(
        name: "markdown", role: .sink, summary: "writes each entry as a Markdown file with front matter, or one digest",
        options: [
            .required("path", .outputPath, "The folder of the files; with \"digest\" the file."),
            Option(
                "digest", .boolean, default: false,
                "Whether entries are appended to one file, under a heading each, instead of a file for each."),
            Option(
                "names", .choice(of: EntryFiles.Naming.allCases.map(\.rawValue)), default: "title",
                "What files are named by: day, title and key, or the key alone."),
            FrontMatter.option,
        ],
        example: #"{"use": "markdown", "path": "notes/inbox"}"#,
        delivery: DeliveryTraits(isRepeatable: true, firstFetch: .all))

    private enum Target {
        case files(EntryFiles, FrontMatter)
        case digest(EntryLines)
    }

    private let target: Target

    /// Makes the sink.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        let frontMatter = try FrontMatter(option: options.frontMatter)
        if options.digest {
            guard options.frontMatter == nil else {
                throw ConfigurationError("a digest has no front matter; leave out one of them", at: "front_matter")
            }
            target = .digest(try EntryLines(path: options.path, context: context))
        } else {
            let files = EntryFiles(in: context.folder(options.path), naming: options.names, suffix: "md")
            target = .files(files, frontMatter)
        }
    }

    /// Looks where the last run's last entry ended in the digest.
    public func open(after mark: SinkMark?) async throws(SinkFailure) {
        if case .digest(let lines) = target { lines.open(after: mark) }
    }

    /// Writes the entries that are not there yet.
    public func deliver(_ batch: DeliveryBatch) async throws(SinkFailure) -> Receipt {
        switch target {
        case .files(let files, let frontMatter):
            try await files.deliver(batch) { MarkdownEntry.file(of: $0, under: frontMatter) }
        case .digest(let lines): try await lines.deliver(batch) { MarkdownEntry.section(of: $0) }
        }
    }
}
