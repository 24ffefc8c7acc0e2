import FeedModel
import TributaryEngine

/// Puts the text of entries into the search index and takes it out again.
struct SearchIndex {
    let database: Connection

    init(_ database: Connection) {
        self.database = database
    }

    /// The condition by which a row of `ledger` is found that the index lacks, word for word the one of its partial index.
    static let lacks = "cached_at IS NOT NULL AND indexed_entry IS NOT entry"

    /// Takes in entries that the index lacks, the newest, inside a transaction.
    ///
    /// - Returns: how many.
    func fill(atMost most: Int) throws(StoreFailure) -> Int {
        let lacking = try database.statement(
            """
            SELECT number, entry FROM ledger INDEXED BY unindexed WHERE \(Self.lacks) ORDER BY number DESC LIMIT ?
            """
        )
        .bind(most).all { (row) in (number: row.integer(), entry: row.optionalInteger()) }
        let insert = try database.statement("INSERT INTO search (rowid, title, text) VALUES (?, ?, ?)")
        // Upwards: whenever a row comes before the last one, the index writes what it has gathered.
        for (number, row) in lacking.reversed() {
            guard let row, let text = try text(ofRow: row, number: number) else { continue }
            insert.bind(number).bind(SearchText.pieces(of: text.title)).bind(SearchText.pieces(of: text.text))
            try insert.run()
            try database.statement("UPDATE ledger SET indexed_entry = entry WHERE number = ?").bind(number).run()
        }
        return lacking.count
    }

    /// How many entries the index lacks.
    func lackingCount() throws(StoreFailure) -> Int {
        let count = try database.statement("SELECT count(*) FROM ledger INDEXED BY unindexed WHERE \(Self.lacks)")
        return Int(try count.first { $0.integer() } ?? 0)
    }

    /// Takes the text of a row of `entry` out, if it is in the index: before the row goes, or gets another text.
    func remove(_ row: Int64) throws(StoreFailure) {
        let number = try database.statement(
            """
            SELECT l.number FROM entry AS e CROSS JOIN ledger AS l ON l.number = e.number
            WHERE e.id = ? AND l.indexed_entry = e.id
            """
        )
        .bind(row).first { $0.integer() }
        guard let number, let text = try text(ofRow: row, number: number) else { return }
        try database.statement("INSERT INTO search (search, rowid, title, text) VALUES ('delete', ?, ?, ?)")
            .bind(number).bind(SearchText.pieces(of: text.title)).bind(SearchText.pieces(of: text.text)).run()
        try database.statement("UPDATE ledger SET indexed_entry = NULL WHERE number = ?").bind(number).run()
    }

    /// Empties the index if it was made of texts of another version, which could not be taken out again.
    func renewIfOutdated() throws(StoreFailure) {
        guard try version() != SearchText.version else { return }
        try database.transaction { () throws(StoreFailure) in
            guard try version() != SearchText.version else { return }
            try database.run(script: "INSERT INTO search (search) VALUES ('delete-all')")
            try database.run(script: "UPDATE ledger SET indexed_entry = NULL WHERE indexed_entry IS NOT NULL")
            try database.statement("UPDATE state SET value = ? WHERE name = 'search version'")
                .bind(SearchText.version).run()
        }
    }

    private func version() throws(StoreFailure) -> Int64? {
        try database.statement("SELECT value FROM state WHERE name = 'search version'").first { $0.integer() }
    }

    private func text(ofRow row: Int64, number: Int64) throws(StoreFailure) -> SearchText? {
        let entry = try database.statement("SELECT json FROM entry WHERE id = ?").bind(row)
            .first { (row) throws(StoreFailure) in
                try row.withBytes { (bytes) throws(StoreFailure) in
                    try EntryText.entry(in: bytes, number: number, of: database.name)
                }
            }
        return entry.map(SearchText.init)
    }
}
