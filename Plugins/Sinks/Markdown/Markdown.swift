import EntryPages
import EntryViews
import FeedJSON
import FeedModel
import FeedText
public import TributaryPluginKit

/// Writes each entry as a Markdown file with front matter, or appends all of them to one digest.
public struct Markdown: Sink {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var path: String
        var digest: Bool
        var names: EntryFiles.Naming
    }

    /// What people and the engine must know of the sink.
    public static let descriptor = PluginDescriptor(
        name: "markdown", role: .sink, summary: "writes each entry as a Markdown file with front matter, or one digest",
        options: [
            .required("path", .text, "The folder of the files; with \"digest\" the file."),
            Option(
                "digest", .boolean, default: false,
                "Whether entries are appended to one file, under a heading each, instead of a file for each."),
            Option(
                "names", .choice(of: EntryFiles.Naming.allCases.map(\.rawValue)), default: "title",
                "What files are named by: day, title and key, or the key alone."),
        ],
        example: #"{"use": "markdown", "path": "notes/inbox"}"#,
        delivery: DeliveryTraits(isRepeatable: true, firstFetch: .all))

    private enum Target {
        case files(EntryFiles)
        case digest(EntryLines)
    }

    private let target: Target

    /// Makes the sink.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        if options.digest {
            target = .digest(try EntryLines(path: options.path, context: context))
        } else {
            target = .files(EntryFiles(in: context.folder(options.path), naming: options.names, suffix: "md"))
        }
    }

    /// Looks where the last run's last entry ended in the digest.
    public func open(after mark: SinkMark?) async throws(SinkFailure) {
        if case .digest(let lines) = target { lines.open(after: mark) }
    }

    /// Writes the entries that are not there yet.
    public func deliver(_ batch: DeliveryBatch) async throws(SinkFailure) -> Receipt {
        switch target {
        case .files(let files): try await files.deliver(batch) { MarkdownEntry.file(of: $0) }
        case .digest(let lines): try await lines.deliver(batch) { MarkdownEntry.section(of: $0) }
        }
    }
}
