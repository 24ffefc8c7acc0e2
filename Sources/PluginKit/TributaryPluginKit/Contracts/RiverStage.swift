public import FeedModel

/// Filters or orders the river: all new entries of a run, or in a subscription those of one reading.
public protocol RiverStage: Plugin {
    /// Judges and orders the river.
    func apply(to river: inout River) async throws(StageFailure)
}

/// What a river holds of an entry; its text stays in the store.
public struct EntryHead: Sendable, Identifiable {
    /// The number by which the store and people name the entry.
    public var id: Int64
    /// The subscription that brought it.
    public var feed: FeedReference
    /// The id by which its feed names it.
    public var entryID: String
    /// The title.
    public var title: String?
    /// The page.
    public var url: String?
    /// When it was published.
    public var datePublished: Timestamp?
    /// When it was last changed.
    public var dateModified: Timestamp?
    /// When a run first saw it.
    public var firstSeen: Timestamp
    /// Its place in its document, from 0.
    public var place: Int
    /// Its labels.
    public var tags: [String]
    /// The score that stages have given it.
    public var score: Double?
    /// A stable hash of its text without markup and white space; nil where there is no text.
    public var textHash: UInt64?
    /// Whether it revises an entry that was kept before: such a one counts in no limit and duplicates nothing.
    public var isRevision: Bool

    /// The head of an entry.
    public init(
        of entry: Entry, id: Int64, feed: FeedReference, firstSeen: Timestamp, place: Int, textHash: UInt64?,
        isRevision: Bool
    ) {
        self.id = id
        self.feed = feed
        self.firstSeen = firstSeen
        self.place = place
        self.textHash = textHash
        self.isRevision = isRevision
        entryID = entry.id
        title = entry.title
        url = entry.url
        datePublished = entry.datePublished
        dateModified = entry.dateModified
        tags = entry.tags
        score = entry.tributary?.score
    }

    /// The date that entries are ordered by: published, else modified, else first seen, never later than that.
    public var sortDate: Timestamp { min(datePublished ?? dateModified ?? firstSeen, firstSeen) }

    /// Whether this entry comes before another where the newest come first; ties by feed and place in the document.
    public func isNewer(than other: EntryHead) -> Bool {
        let (mine, theirs) = (sortDate, other.sortDate)
        if (mine.seconds, mine.nanoseconds) != (theirs.seconds, theirs.nanoseconds) {
            return (mine.seconds, mine.nanoseconds) > (theirs.seconds, theirs.nanoseconds)
        }
        return (feed.id, place) < (other.feed.id, other.place)
    }
}

/// What becomes of an entry after a river stage.
public enum RiverVerdict: Sendable, Hashable {
    /// It stays.
    case keep
    /// It leaves; the reason is shown to people who ask.
    case drop(reason: String)
    /// It waits until this time.
    case hold(until: Timestamp)
    /// It leaves, and the entry with this number says that it is also in this one's feed.
    case merge(into: EntryHead.ID, reason: String)
}

/// The new entries on their way to the sinks: heads in an order, newest first at the beginning.
public struct River: Sendable {
    /// The heads of the entries that are still in, in order.
    public private(set) var heads: [EntryHead]
    /// What became of those that have left.
    package private(set) var departures: [EntryHead.ID: RiverVerdict] = [:]
    /// Keys that stages want remembered, by entry.
    package private(set) var remembered: [(key: UInt64, entry: EntryHead.ID)] = []
    /// Whether a stage has given an order of its own.
    package private(set) var isReordered = false
    private let past: any RiverPast

    /// A river of these entries over what was routed before.
    package init(_ heads: [EntryHead], past: any RiverPast) {
        self.heads = heads
        self.past = past
    }

    /// Asks for a verdict on each entry, in order; those not kept leave the river.
    ///
    /// O(n).
    public mutating func judge(_ verdict: (EntryHead) -> RiverVerdict) {
        var staying: [EntryHead] = []
        staying.reserveCapacity(heads.count)
        for head in heads {
            switch verdict(head) {
            case .keep: staying.append(head)
            case let other: departures[head.id] = other
            }
        }
        heads = staying
    }

    /// Orders the river; entries of which neither goes before the other stay as they were.
    public mutating func sort(by goesBefore: (EntryHead, EntryHead) -> Bool) {
        heads.sort(by: goesBefore)
        isReordered = true
    }

    /// Has keys of an entry remembered, if it is routed, so that later rivers find them with ``earlier(_:within:)``.
    public mutating func remember(_ keys: [UInt64], of entry: EntryHead.ID) {
        for key in keys { remembered.append((key, entry)) }
    }

    /// Which entries that were routed in the last `seconds` this stage had remembered under these keys.
    public func earlier(
        _ keys: [UInt64], within seconds: Int64
    ) async throws(StageFailure) -> [UInt64: EntryHead.ID] {
        try await past.earlier(keys, within: seconds)
    }

    /// The whole entries with these numbers, in the same order; ask for some hundred at a time.
    public func entries(_ ids: [EntryHead.ID]) async throws(StageFailure) -> [Entry] {
        try await past.entries(ids)
    }
}

/// What a river asks the store for.
package protocol RiverPast: Sendable {
    /// Which entries the stage at hand had remembered under these keys.
    func earlier(_ keys: [UInt64], within seconds: Int64) async throws(StageFailure) -> [UInt64: EntryHead.ID]
    /// The whole entries with these numbers, in the same order.
    func entries(_ ids: [EntryHead.ID]) async throws(StageFailure) -> [Entry]
}
