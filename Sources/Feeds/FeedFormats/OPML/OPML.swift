public import FeedModel

/// A list of subscriptions as feed readers hand it to one another (http://opml.org/spec2.opml).
public struct OPML: Sendable, Hashable {
    /// One subscription of the list.
    public struct Subscription: Sendable, Hashable {
        /// The address of the feed (`xmlUrl`), as it is written.
        public var url: String
        /// What it is called.
        public var title: String?
        /// The page that the feed is of (`htmlUrl`).
        public var homePageURL: String?
        /// The folders that it lies in, outermost first, and then its categories; each once.
        public var tags: [String]

        /// A subscription to a feed.
        public init(url: String, title: String? = nil, homePageURL: String? = nil, tags: [String] = []) {
            self.url = url
            self.title = title
            self.homePageURL = homePageURL
            self.tags = tags
        }
    }

    /// What the list is called.
    public var title: String?
    /// When it was written.
    public var dateCreated: Timestamp?
    /// The subscriptions, in the order of the list.
    public var subscriptions: [Subscription]

    /// A list of subscriptions.
    public init(title: String? = nil, dateCreated: Timestamp? = nil, subscriptions: [Subscription] = []) {
        self.title = title
        self.dateCreated = dateCreated
        self.subscriptions = subscriptions
    }
}
