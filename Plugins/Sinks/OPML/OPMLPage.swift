import EntryPages
import EntryViews
import FeedFormats
import FeedJSON
import FeedModel
public import TributaryPluginKit

/// Writes the subscriptions whose entries are among the newest that were routed to it as a list for feed readers.
public struct OPMLPage: PageSink {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var path: String
        var count: Int
        var title: String
    }

    /// What people and the engine must know of the sink.
    public static let descriptor = PluginDescriptor(
        name: "opml", role: .sink, summary: "writes the subscriptions of the newest entries as an OPML list",
        options: [
            .required("path", .outputPath, "The file to write."),
            Option(
                "count", .integer(in: 1...100_000), default: 200, "How many entries are looked at, the newest."),
            Option("title", .text, default: "Tributary", "What the list is called."),
        ],
        example: #"{"use": "opml", "path": "public/blogroll.opml", "title": "What I read"}"#,
        delivery: DeliveryTraits(isRepeatable: true, firstFetch: .all, order: .newest))

    private let file: PageFile
    private let count: Int
    private let title: String

    /// Makes the sink.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        file = try PageFile(options.path, context: context)
        count = options.count
        title = options.title
    }

    /// Looks whether the list is still there.
    public func state() async throws(SinkFailure) -> PageState { try await file.state() }

    /// Writes the list and puts it in the place of the one before.
    public func render(_ view: any ArchiveView) async throws(SinkFailure) {
        var list = OPML(title: title)
        var known: Set<String> = []
        var newest = NewestEntries(count, in: view, for: file.name)
        while let entries = try await newest.next() {
            for feed in entries.compactMap(\.tributary?.feed) where known.insert(feed.id).inserted {
                // A subscription with an `id` of its own has no address here, and a masked one would lead nowhere.
                guard let url = WebLink.safe(feed.id), !url.contains("***") else { continue }
                list.subscriptions.append(
                    OPML.Subscription(url: url, title: feed.title, homePageURL: feed.homePageURL.flatMap(WebLink.safe)))
            }
        }
        list.subscriptions.sort { ($0.title ?? $0.url, $0.url) < ($1.title ?? $1.url, $1.url) }
        try await file.replace(with: list.bytes)
    }
}
