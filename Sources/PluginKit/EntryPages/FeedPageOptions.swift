import FeedJSON
public import FeedModel
public import TributaryPluginKit

/// The options of the sinks that render the newest entries as one feed, whatever its format.
public struct FeedPageOptions: PluginOptions {
    /// The file to write.
    public let path: String
    /// How many entries it holds.
    public let count: Int
    private let title: String
    private let description: String?
    private let homePageURL: String?
    private let feedURL: String?

    enum CodingKeys: String, CodingKey {
        case path, count, title, description
        case homePageURL = "home_page_url"
        case feedURL = "feed_url"
    }

    /// The table of the options.
    ///
    /// - Parameters:
    ///   - homePage: what `home_page_url` is for in the format.
    ///   - feed: the same of `feed_url`.
    public static func table(homePage: String = "The page that the feed is of.", feed: String) -> OptionTable {
        [
            .required("path", .outputPath, "The file to write."),
            Option("count", .integer(in: 1...100_000), default: 200, "How many entries it holds, the newest."),
            Option("title", .text, default: "Tributary", "What the feed is called."),
            Option("description", .text, "What the feed is about."),
            Option("home_page_url", .webURL, homePage),
            Option("feed_url", .webURL, feed),
        ]
    }

    /// The feed without its entries.
    public var head: Feed {
        var head = Feed(title: title, homePageURL: homePageURL, feedURL: feedURL)
        head.description = description
        return head
    }
}
