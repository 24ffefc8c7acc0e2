import FeedModel
import TributaryEngine
import TributaryPluginKit

/// Writes and deletes rows of the table `entry`.
struct EntryTable {
    private let database: Connection
    private var text = EntryText()
    /// Made at the first insertion.
    private var insertion: Statement?

    init(_ database: Connection) {
        self.database = database
    }

    /// Writes an entry.
    ///
    /// - Returns: its row.
    mutating func insert(
        _ entry: Entry, number: Int64, revision: Int64, textHash: UInt64?
    ) throws(StoreFailure) -> Int64 {
        let insert: Statement
        if let insertion {
            insert = insertion
        } else {
            insert = try database.statement(
                """
                INSERT INTO entry (number, revision, text_hash, entry_id, title, url,
                    published, published_nanoseconds, published_offset, modified, modified_nanoseconds, modified_offset,
                    tags, score, json)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
            insertion = insert
        }
        insert.bind(number).bind(revision).bind(textHash)
        try bind(entry, to: insert).run(with: text.bytes(of: entry))
        return database.lastRowID
    }

    /// Puts another form of the entry into a row.
    mutating func update(_ row: Int64, to entry: Entry) throws(StoreFailure) {
        try SearchIndex(database).remove(row)
        let update = try database.statement(
            """
            UPDATE entry SET entry_id = ?2, title = ?3, url = ?4,
                published = ?5, published_nanoseconds = ?6, published_offset = ?7,
                modified = ?8, modified_nanoseconds = ?9, modified_offset = ?10, tags = ?11, score = ?12, json = ?13
            WHERE id = ?1
            """)
        try bind(entry, to: update.bind(row)).run(with: text.bytes(of: entry))
    }

    /// Deletes a row, and what the search index has of it.
    func delete(_ row: Int64) throws(StoreFailure) {
        try SearchIndex(database).remove(row)
        try database.statement("DELETE FROM entry WHERE id = ?").bind(row).run()
    }

    /// Binds all of an entry but its text.
    private func bind(_ entry: Entry, to statement: Statement) -> Statement {
        statement.bind(entry.id).bind(entry.title).bind(entry.url)
            .bind(entry.datePublished).bind(entry.dateModified)
            .bind(EntryText.text(of: entry.tags)).bind(entry.tributary?.score)
    }
}
