import EntryPages
import FeedJSON
import FeedModel
public import TributaryPluginKit

/// Writes the newest entries that were routed to it as one Atom feed (RFC 4287).
public struct AtomPage: PageSink {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var path: String
        var count: Int
        var title: String
        var description: String?
        var homePageURL: String?
        var feedURL: String?

        enum CodingKeys: String, CodingKey {
            case path, count, title, description
            case homePageURL = "home_page_url"
            case feedURL = "feed_url"
        }
    }

    /// What people and the engine must know of the sink.
    public static let descriptor = PluginDescriptor(
        name: "atom", role: .sink, summary: "writes the newest entries as an Atom feed",
        options: [
            .required("path", .text, "The file to write."),
            Option("count", .integer(in: 1...100_000), default: 200, "How many entries it holds, the newest."),
            Option("title", .text, default: "Tributary", "What the feed is called."),
            Option("description", .text, "What the feed is about."),
            Option("home_page_url", .text, "The page that the feed is of."),
            Option("feed_url", .text, "Where the feed will be found, which is also its id."),
        ],
        example: #"{"use": "atom", "path": "public/atom.xml", "title": "What I read"}"#,
        delivery: DeliveryTraits(isRepeatable: true, firstFetch: .all, order: .newest))

    private let file: String
    private let folder: any OutputFolder
    private let count: Int
    private let head: Feed

    /// Makes the sink.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        (file, folder) = try context.file(options.path)
        count = options.count
        var head = Feed(title: options.title, homePageURL: options.homePageURL, feedURL: options.feedURL)
        head.description = options.description
        self.head = head
    }

    /// Writes the document and puts it in the place of the one before.
    public func render(_ view: any ArchiveView) async throws(SinkFailure) {
        var document = AtomDocument(head)
        var newest = NewestEntries(count, in: view, for: file)
        while let entries = try await newest.next() {
            for entry in entries { document.add(entry) }
        }
        try await folder.replace(OutputFile(file, document.bytes))
    }
}
