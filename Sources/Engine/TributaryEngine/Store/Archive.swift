public import FeedModel

/// Which cached entries are asked for.
public struct ArchiveQuery: Sendable {
    /// The subscriptions; empty for all.
    public var subscriptions: [SubscriptionID]
    /// Only entries delivered to this sink.
    public var sink: SinkID?
    /// Only entries after this one in the order, by its number.
    public var after: Int64?
    /// How many at most; nil for all.
    public var limit: Int?

    /// A query for the newest entries.
    public init(subscriptions: [SubscriptionID] = [], sink: SinkID? = nil, after: Int64? = nil, limit: Int? = nil) {
        self.subscriptions = subscriptions
        self.sink = sink
        self.after = after
        self.limit = limit
    }
}

/// What the cache holds of a subscription, in short.
public struct Holdings: Sendable, Hashable {
    /// How many entries.
    public var count: Int
    /// The newest one's sort date; nil where there is none.
    public var newest: Timestamp?

    /// So many entries, the newest of a date.
    public init(count: Int, newest: Timestamp?) {
        self.count = count
        self.newest = newest
    }
}
