package import FeedModel
package import FeedText

/// What somebody who reads the cache asks of the store.
///
/// None of it needs the run lock: what writes is a short transaction, what only reads never waits.
package protocol ReaderStore: Store {
    /// The cached entries that a person means: by a number (`12`, `#12`), an id or a URL, as it came or as it is now; where
    /// there is none, by another spelling of that URL.
    ///
    /// Two feeds may have the same id, so there may be several.
    func entries(named name: String) async throws(StoreFailure) -> [Entry]

    /// Marks cached entries; numbers that the cache does not hold are passed over. Several short transactions.
    ///
    /// - Returns: how many entries were marked that had been otherwise.
    func mark(_ entries: MarkedEntries, _ mark: EntryMark, at now: Timestamp) async throws(StoreFailure) -> Int

    /// Marks one entry as read if no other process is writing just now.
    func markRead(_ number: Int64, at now: Timestamp) async throws(StoreFailure)

    /// How many cached entries the search index lacks.
    func unindexedCount() async throws(StoreFailure) -> Int

    /// The indexed entries that hold what is searched for and answer `query`, best first.
    ///
    /// Of many, the newest that came in are weighed against each other (``SearchLimits``).
    func search(
        for search: SearchQuery, matching query: ArchiveQuery
    ) async throws(StoreFailure) -> [Entry]

    /// All kept revisions of a cached entry, oldest first, the present one last.
    func revisions(of number: Int64) async throws(StoreFailure) -> [EntryRevision]
}

/// What a reader says of an entry.
package enum EntryMark: Sendable, Hashable {
    /// It has been read.
    case read
    /// It has not been read, after all.
    case unread
    /// It is kept whatever retention says.
    case star
    /// It is no longer kept for its star.
    case unstar
}

/// Which entries a mark is for.
package enum MarkedEntries: Sendable, Hashable {
    /// Those with these numbers.
    case numbers([Int64])
    /// All cached ones of these subscriptions; of all, if there are none.
    case all(of: [SubscriptionID])
}

/// How much a search weighs.
package enum SearchLimits {
    /// The most entries that are weighed against each other; what came in before them is left out.
    package static let candidates = 500
    /// The most bytes of text of these entries; behind them, the newest come first.
    package static let bytes = 4_000_000
}

/// One of the forms that an entry has had.
package struct EntryRevision: Sendable, Hashable {
    /// The revision, 0 for the first.
    package var revision: Int
    /// When it came; nil where it is not known.
    package var date: Timestamp?
    /// The form; nil where it was let go.
    package var entry: Entry?

    /// A form of an entry.
    package init(revision: Int, date: Timestamp?, entry: Entry?) {
        self.revision = revision
        self.date = date
        self.entry = entry
    }
}
