import TributaryEngine

/// Deletes the text of entries that nobody wants any more.
struct BodyKeeper {
    private let database: Connection
    private var entries: EntryTable { EntryTable(database) }

    init(_ database: Connection) {
        self.database = database
    }

    /// Deletes the kept form of an entry unless the cache holds it or a sink is still owed it.
    ///
    /// A newer revision that is on its way through the river is another row and stays.
    func release(_ number: Int64) throws(StoreFailure) {
        let unwanted = try database.statement(
            """
            SELECT entry FROM ledger WHERE number = ? AND cached_at IS NULL AND entry IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.number = ledger.number)
            """)
        guard let entry = try unwanted.bind(number).first({ $0.integer() }) else { return }
        try database.statement("UPDATE ledger SET entry = NULL WHERE number = ?").bind(number).run()
        try entries.delete(entry)
        try RevisionTable(database).forget(number)
    }
}
