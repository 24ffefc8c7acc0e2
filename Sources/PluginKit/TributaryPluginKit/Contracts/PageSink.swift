public import FeedModel

/// Renders what the cache holds: a page, a feed, a digest.
///
/// Called when a delivery to it is pending or its options have changed; its deliveries are confirmed when it returns,
/// after it has replaced its files atomically.
public protocol PageSink: Plugin {
    /// Renders the newest entries that were routed to this sink.
    func render(_ view: any ArchiveView) async throws(SinkFailure)
}

/// What the cache holds, as a page sink sees it.
public protocol ArchiveView: Sendable {
    /// The newest entries, in batches from the newest on; an empty batch ends them.
    ///
    /// - Parameters:
    /// - limit: how many at most.
    /// - after: the last entry of the batch before; nil for the first.
    func entries(limit: Int, after: Entry?) async throws -> [Entry]
}

/// The sink that keeps entries: no I/O of its own, delivered inside Route; at most one in a configuration.
public protocol ArchiveSink: Plugin {
    /// How long entries are kept.
    var retention: Retention { get }
}

/// How long the cache keeps entries.
///
/// Time counts from the last reading that listed the entry. What somebody has starred is always kept.
public struct Retention: Sendable, Hashable {
    /// Seconds; nil for ever.
    public var keepFor: Int64?
    /// Entries per subscription, the newest; nil for all.
    public var keepCount: Int?
    /// Whether entries that nobody has read are kept all the same.
    public var keepsUnread: Bool

    /// By default everything is kept.
    public init(keepFor: Int64? = nil, keepCount: Int? = nil, keepsUnread: Bool = false) {
        self.keepFor = keepFor
        self.keepCount = keepCount
        self.keepsUnread = keepsUnread
    }
}
