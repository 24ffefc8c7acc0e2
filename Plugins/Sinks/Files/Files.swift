import EntryPages
import EntryViews
import FeedHTML
import FeedJSON
import FeedModel
public import TributaryPluginKit

/// Writes each entry into a file of its own: as JSON, or its content as it came.
public struct Files: Sink {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var path: String
        var content: Content
        var names: EntryFiles.Naming
    }

    /// What a file holds.
    enum Content: String, Decodable, Sendable, CaseIterable {
        case json
        case html
        case text

        var suffix: String { self == .text ? "txt" : rawValue }
    }

    /// What people and the engine must know of the sink.
    public static let descriptor = PluginDescriptor(
        name: "files", role: .sink, summary: "writes each entry into a file of its own, as JSON, HTML or text",
        options: [
            .required("path", .outputPath, "The folder of the files."),
            Option(
                "content", .choice(of: Content.allCases.map(\.rawValue)), default: "json",
                "What a file holds: the whole entry as a JSON Feed item, or its content only."),
            Option(
                "names", .choice(of: EntryFiles.Naming.allCases.map(\.rawValue)), default: "key",
                "What files are named by: day, title and key, or the key alone."),
        ],
        example: #"{"use": "files", "path": "entries", "content": "json"}"#,
        delivery: DeliveryTraits(isRepeatable: true, firstFetch: .all))

    private let files: EntryFiles
    private let content: Content

    /// Makes the sink.
    public init(options: Options, context: PluginContext) {
        content = options.content
        files = EntryFiles(in: context.folder(options.path), naming: options.names, suffix: options.content.suffix)
    }

    /// Writes the files of a batch.
    public func deliver(_ batch: DeliveryBatch) async throws(SinkFailure) -> Receipt {
        try await files.deliver(batch) { delivery in
            switch content {
            case .json: JSONLine.bytes(of: delivery.entry)
            case .html: Array(Self.html(of: delivery.entry).utf8)
            case .text: Array(Self.text(of: delivery.entry).utf8)
            }
        }
    }

    /// The content as the feed brought it.
    private static func html(of entry: Entry) -> String {
        entry.contentHTML ?? HTMLText.escaped(entry.contentText ?? entry.summary ?? "")
    }

    private static func text(of entry: Entry) -> String {
        let text =
            entry.contentText ?? entry.contentHTML.map { HTMLText.plainText($0, layout: .paragraphs) } ?? entry.summary
        return text.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" } ?? ""
    }
}
