public import EntryPages
import FeedJSON
import FeedModel
public import TributaryPluginKit

/// Writes the newest entries that were routed to it as one JSON Feed 1.1 document.
///
/// https://www.jsonfeed.org/version/1.1/
public struct JSONFeedPage: PageSink {
    /// The options as a user writes them.
    public typealias Options = FeedPageOptions

    /// What people and the engine must know of the sink.
    public static let descriptor = PluginDescriptor(
        name: "json_feed", role: .sink, summary: "writes the newest entries as a JSON Feed",
        options: FeedPageOptions.table(feed: "Where the feed will be found, which also makes it recognisable."),
        example: #"{"use": "json_feed", "path": "public/feed.json", "title": "What I read"}"#,
        delivery: DeliveryTraits(isRepeatable: true, firstFetch: .all, order: .newest))

    private let file: PageFile
    private let count: Int
    private let head: Feed

    /// Makes the sink.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        file = try PageFile(options.path, context: context)
        count = options.count
        head = options.head
    }

    /// Looks whether the document is still there.
    public func state() async throws(SinkFailure) -> PageState { try await file.state() }

    /// Writes the document and puts it in the place of the one before.
    public func render(_ view: any ArchiveView) async throws(SinkFailure) {
        var writer = JSONWriter()
        writer.beginFeed(head)
        var newest = NewestEntries(count, in: view, for: file.name)
        while let entries = try await newest.nextPublished() {
            for var entry in entries {
                // An attachment must have a type (JSON Feed 1.1).
                for index in entry.attachments.indices {
                    entry.attachments[index].mimeType = entry.attachments[index].demandedType
                }
                writer.entry(entry, needsContent: true)
            }
        }
        writer.endFeed(head)
        writer.endLine()
        try await file.replace(with: writer.bytes)
    }
}
