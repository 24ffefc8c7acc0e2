package import FeedModel

/// Which cached entries are asked for.
package struct ArchiveQuery: Sendable {
    /// The subscriptions; empty for all.
    package var subscriptions: [SubscriptionID]
    /// Only entries delivered to this sink.
    package var sink: SinkID?
    /// Only entries after this one in the order, by its number.
    package var after: Int64?
    /// Only entries whose sort date is not before this instant.
    package var since: Timestamp?
    /// Only entries whose sort date is before this instant.
    package var until: Timestamp?
    /// Only entries that nobody has read.
    package var isUnread = false
    /// Only entries with a star.
    package var isStarred = false
    /// Only entries with one of these tags, compared without regard to case and width; empty for all.
    package var tags: [String] = []
    /// How many at most; nil for all.
    package var limit: Int?

    /// A query for the newest entries.
    package init(subscriptions: [SubscriptionID] = [], sink: SinkID? = nil, after: Int64? = nil, limit: Int? = nil) {
        self.subscriptions = subscriptions
        self.sink = sink
        self.after = after
        self.limit = limit
    }
}

/// What the cache holds of a subscription, in short.
package struct Holdings: Sendable, Hashable {
    /// How many entries.
    package var count: Int
    /// The newest one's sort date; nil where there is none.
    package var newest: Timestamp?

    /// So many entries, the newest of a date.
    package init(count: Int, newest: Timestamp?) {
        self.count = count
        self.newest = newest
    }
}
