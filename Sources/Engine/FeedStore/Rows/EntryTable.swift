import FeedModel
import TributaryEngine
import TributaryPluginKit

/// Writes and deletes rows of the table `entry`.
struct EntryTable {
    private let database: Connection
    private var text = EntryText()

    init(_ database: Connection) {
        self.database = database
    }

    /// Writes an entry.
    ///
    /// - Returns: its row.
    mutating func insert(
        _ entry: Entry, number: Int64, revision: Int64, textHash: UInt64?
    ) throws(StoreFailure) -> Int64 {
        let insert = try database.statement(
            """
            INSERT INTO entry (number, revision, text_hash, entry_id, title, url,
                published, published_nanoseconds, published_offset, modified, modified_nanoseconds, modified_offset,
                tags, score, json)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        insert.bind(number).bind(revision).bind(textHash)
        try bind(entry, to: insert).run()
        return database.lastRowID
    }

    /// Puts another form of the entry into a row.
    mutating func update(_ row: Int64, to entry: Entry) throws(StoreFailure) {
        let update = try database.statement(
            """
            UPDATE entry SET entry_id = ?, title = ?, url = ?,
                published = ?, published_nanoseconds = ?, published_offset = ?,
                modified = ?, modified_nanoseconds = ?, modified_offset = ?, tags = ?, score = ?, json = ?
            WHERE id = ?
            """)
        try bind(entry, to: update).bind(row).run()
    }

    /// Deletes a row.
    func delete(_ row: Int64) throws(StoreFailure) {
        try database.statement("DELETE FROM entry WHERE id = ?").bind(row).run()
    }

    private mutating func bind(_ entry: Entry, to statement: Statement) -> Statement {
        statement.bind(entry.id).bind(entry.title).bind(entry.url)
            .bind(entry.datePublished).bind(entry.dateModified)
            .bind(EntryText.text(of: entry.tags)).bind(entry.tributary?.score)
            .bind(text.bytes(of: entry))
    }
}

/// Reads heads and whole entries from rows that begin with certain columns.
struct EntryReader {
    /// What a query selects first, from `ledger AS l JOIN entry AS e`, for ``head(from:)`` and ``entry(from:)``.
    static let columns = """
        l.number, l.subscription, l.place, l.first_seen, l.first_seen_nanoseconds, l.first_seen_offset,
        e.revision, e.text_hash, e.entry_id, e.title, e.url,
        e.published, e.published_nanoseconds, e.published_offset, e.modified, e.modified_nanoseconds, e.modified_offset,
        e.tags, e.score
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
        let number = row.integer()
        let subscription = row.integer()
        let place = Int(row.integer())
        let firstSeen = row.timestamp()
        let revision = row.integer()
        let textHash = row.optionalHash()
        var entry = Entry(id: row.text(), url: nil)
        entry.title = row.optionalText()
        entry.url = row.optionalText()
        entry.datePublished = row.optionalTimestamp()
        entry.dateModified = row.optionalTimestamp()
        entry.tags = EntryText.tags(in: row.optionalText())
        let feed = try reference(to: subscription)
        var head = EntryHead(
            of: entry, id: number, feed: feed, firstSeen: firstSeen, place: place, textHash: textHash,
            isRevision: false)
        head.score = row.optionalDouble()
        return (head, SubscriptionID(row: subscription), revision)
    }

    /// The whole entry in a row in which `e.json` comes next, its subscription and its revision.
    ///
    /// What the store knows better stands over what the text says: dates to the nanosecond, the feed's present key.
    mutating func entry(
        from row: inout Row
    ) throws(StoreFailure) -> (entry: Entry, subscription: SubscriptionID, revision: Int64) {
        let (head, subscription, revision) = try head(from: &row)
        var entry = try row.withBytes { (bytes) throws(StoreFailure) in
            try EntryText.entry(in: bytes, number: head.id, of: database.name)
        }
        entry.datePublished = head.datePublished
        entry.dateModified = head.dateModified
        var known = TributaryExtension(feed: head.feed, firstSeen: head.firstSeen, number: head.id)
        known.alsoIn = entry.tributary?.alsoIn ?? []
        known.score = head.score
        entry.tributary = known
        return (entry, subscription, revision)
    }

    /// How an entry names its subscription.
    private mutating func reference(to subscription: Int64) throws(StoreFailure) -> FeedReference {
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
