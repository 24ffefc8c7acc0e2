package import FeedModel

/// What the store has recorded of a subscription: for people who want to know how it does.
package struct SubscriptionRecord: Sendable, Hashable {
    /// A reading that failed.
    package struct Failure: Sendable, Hashable {
        /// When.
        package var date: Timestamp
        /// Why.
        package var reason: String

        /// A failure at a time.
        package init(date: Timestamp, reason: String) {
            self.date = date
            self.reason = reason
        }
    }

    /// The feed's own title.
    package var title: String?
    /// The page that the feed is of.
    package var homePageURL: String?
    /// When it was last read with success, "nothing has changed" included.
    package var lastRead: Timestamp?
    /// The last failure since then; nil where all is well.
    package var failure: Failure?
    /// How many of its entries are cached.
    package var cachedCount: Int

    /// What is recorded.
    package init(
        title: String? = nil, homePageURL: String? = nil, lastRead: Timestamp? = nil, failure: Failure? = nil,
        cachedCount: Int = 0
    ) {
        self.title = title
        self.homePageURL = homePageURL
        self.lastRead = lastRead
        self.failure = failure
        self.cachedCount = cachedCount
    }
}
