/// What Tributary knows of an entry beside what its feed says: the extension object `_tributary`.
public struct TributaryExtension: Sendable, Hashable {
    /// The subscription that brought the entry.
    public var feed: FeedReference
    /// When a run first saw the entry; the end of the order by date for entries without one.
    public var firstSeen: Timestamp
    /// The number by which people name the entry; nil before it has arrived.
    public var number: Int64?
    /// The other subscriptions that brought the same story.
    public var alsoIn: [FeedReference]
    /// The score that stages have given it.
    public var score: Double?

    /// What is known of an entry when it is first seen.
    public init(feed: FeedReference, firstSeen: Timestamp, number: Int64? = nil) {
        self.feed = feed
        self.firstSeen = firstSeen
        self.number = number
        alsoIn = []
    }
}

/// A subscription as an entry names it: enough to show where the entry comes from.
public struct FeedReference: Sendable, Hashable {
    /// The subscription's key.
    public var id: String
    /// The feed's name as it is shown: the subscription's `name`, else the feed's title.
    public var title: String?
    /// The feed's page.
    public var homePageURL: String?

    /// A reference to the subscription with a key.
    public init(id: String, title: String? = nil, homePageURL: String? = nil) {
        self.id = id
        self.title = title
        self.homePageURL = homePageURL
    }
}
