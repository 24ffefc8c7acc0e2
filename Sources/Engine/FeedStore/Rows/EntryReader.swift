import FeedModel
import TributaryEngine
import TributaryPluginKit

/// Reads heads and whole entries from rows that begin with certain columns.
struct EntryReader {
    /// What a query for ``head(from:)`` selects first, from `ledger AS l JOIN entry AS e`.
    static let headColumns = known + ", e.entry_id, e.title, e.url, e.tags, e.text_hash"

    /// What a query for ``entry(from:)`` selects first, from `ledger AS l JOIN entry AS e`.
    static let entryColumns = known + ", e.json"

    /// What the store knows, and knows better than an entry's text.
    private static let known = """
        l.number, l.subscription, l.place, l.first_seen, l.first_seen_nanoseconds, l.first_seen_offset, e.revision,
        e.published, e.published_nanoseconds, e.published_offset, e.modified, e.modified_nanoseconds, e.modified_offset,
        e.score
        """

    private let database: Connection
    private var references: [Int64: FeedReference] = [:]

    init(_ database: Connection) {
        self.database = database
    }

    /// The head in a row, its subscription and its revision.
    mutating func head(
        from row: inout Row
    ) throws(StoreFailure) -> (head: EntryHead, subscription: SubscriptionID, revision: Int64) {
        let known = try known(from: &row)
        var entry = Entry(id: row.text())
        entry.title = row.optionalText()
        entry.url = row.optionalText()
        entry.tags = EntryText.tags(in: row.optionalText())
        known.complete(&entry)
        let head = EntryHead(
            of: entry, id: known.number, feed: known.feed, firstSeen: known.firstSeen, place: known.place,
            textHash: row.optionalHash(), isRevision: false)
        return (head, SubscriptionID(row: known.subscription), known.revision)
    }

    /// The whole entry in a row, and its revision.
    ///
    /// What the store knows better stands over what the text says: dates to the nanosecond, the feed's present key.
    mutating func entry(from row: inout Row) throws(StoreFailure) -> (entry: Entry, revision: Int64) {
        let known = try known(from: &row)
        var entry = try row.withBytes { (bytes) throws(StoreFailure) in
            try EntryText.entry(in: bytes, number: known.number, of: database.name)
        }
        known.complete(&entry)
        return (entry, known.revision)
    }
}

// MARK: - Private

extension EntryReader {
    private struct Known {
        var number: Int64
        var subscription: Int64
        var feed: FeedReference
        var place: Int
        var firstSeen: Timestamp
        var revision: Int64
        var published: Timestamp?
        var modified: Timestamp?
        var score: Double?

        func complete(_ entry: inout Entry) {
            entry.datePublished = published
            entry.dateModified = modified
            var tributary = TributaryExtension(feed: feed, firstSeen: firstSeen, number: number)
            tributary.alsoIn = entry.tributary?.alsoIn ?? []
            tributary.score = score
            entry.tributary = tributary
        }
    }

    private mutating func known(from row: inout Row) throws(StoreFailure) -> Known {
        let number = row.integer()
        let subscription = row.integer()
        return Known(
            number: number, subscription: subscription, feed: try reference(to: subscription),
            place: Int(row.integer()), firstSeen: row.timestamp(), revision: row.integer(),
            published: row.optionalTimestamp(), modified: row.optionalTimestamp(), score: row.optionalDouble())
    }

    /// How an entry names its subscription.
    mutating func reference(to subscription: Int64) throws(StoreFailure) -> FeedReference {
        if let known = references[subscription] { return known }
        let query = try database.statement(
            "SELECT key, coalesce(name, title), home_page_url FROM subscription WHERE id = ?")
        let reference = try query.bind(subscription).first { (row) throws(StoreFailure) in
            FeedReference(id: row.text(), title: row.optionalText(), homePageURL: row.optionalText())
        }
        references[subscription] = reference
        return reference ?? FeedReference(id: "")
    }
}
