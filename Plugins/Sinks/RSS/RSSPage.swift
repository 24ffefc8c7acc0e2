public import EntryPages
import FeedJSON
import FeedModel
public import TributaryPluginKit

/// Writes the newest entries that were routed to it as one RSS 2.0 feed.
///
/// https://www.rssboard.org/rss-specification
public struct RSSPage: PageSink {
    /// The options as a user writes them.
    public typealias Options = FeedPageOptions

    /// What people and the engine must know of the sink.
    public static let descriptor = PluginDescriptor(
        name: "rss", role: .sink, summary: "writes the newest entries as an RSS feed",
        options: FeedPageOptions.table(
            homePage: "The page that the feed is of, which RSS demands; absent: the address of the feed stands for it.",
            feed: "Where the feed will be found."),
        example: #"{"use": "rss", "path": "public/rss.xml", "title": "What I read"}"#,
        delivery: DeliveryTraits(isRepeatable: true, firstFetch: .all, order: .newest))

    private let file: PageFile
    private let clock: any WallClock
    private let count: Int
    private let head: Feed

    /// Makes the sink.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        file = try PageFile(options.path, context: context)
        clock = context.clock
        count = options.count
        head = options.head
    }

    /// Looks whether the document is still there.
    public func state() async throws(SinkFailure) -> PageState { try await file.state() }

    /// Writes the document and puts it in the place of the one before.
    public func render(_ view: any ArchiveView) async throws(SinkFailure) {
        var document = RSSDocument(head, now: clock.now)
        var newest = NewestEntries(count, in: view, for: file.name)
        while let entries = try await newest.nextPublished() {
            for entry in entries { document.add(entry) }
        }
        try await file.replace(with: document.bytes)
    }
}
