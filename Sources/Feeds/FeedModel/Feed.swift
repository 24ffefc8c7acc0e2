public import FeedJSON

/// A feed, by the names of JSON Feed 1.1; RSS and Atom are mapped into it.
public struct Feed: Sendable, Hashable {
    /// The feed's name, as plain text.
    public var title: String?
    /// The page that the feed is of.
    public var homePageURL: String?
    /// The feed's own address, as the feed gives it.
    public var feedURL: String?
    /// What the feed is about, as plain text.
    public var description: String?
    /// A word to whoever looks at the raw feed.
    public var userComment: String?
    /// Where older entries can be read.
    public var nextURL: String?
    /// A large square image.
    public var icon: String?
    /// A small square image.
    public var favicon: String?
    /// Who wrote the entries that name no authors of their own.
    public var authors: [Author]
    /// The language of the text (RFC 5646), such as `ja` or `en-GB`.
    public var language: String?
    /// Whether the feed says that it will never bring anything new.
    public var expired: Bool
    /// Endpoints that tell of new entries.
    public var hubs: [Hub]
    /// The entries in the order of the document (JSON Feed's `items`).
    public var entries: [Entry]
    /// The members whose names begin with an underscore.
    public var extensions: JSONObject

    /// A feed of which at first nothing but the given is known.
    public init(title: String? = nil, homePageURL: String? = nil, feedURL: String? = nil, entries: [Entry] = []) {
        self.title = title
        self.homePageURL = homePageURL
        self.feedURL = feedURL
        description = nil
        userComment = nil
        nextURL = nil
        icon = nil
        favicon = nil
        authors = []
        language = nil
        expired = false
        hubs = []
        self.entries = entries
        extensions = JSONObject()
    }
}
