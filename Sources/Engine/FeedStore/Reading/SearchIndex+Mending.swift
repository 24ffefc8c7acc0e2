import TributaryEngine

/// A damaged index is no loss: it is made anew of the texts.
extension SearchIndex {
    /// The tables in which FTS5 keeps it.
    private static let tables = ["search_data", "search_idx", "search_docsize", "search_config"]

    /// Whether it is damaged, and nothing else of the database is.
    func isDamagedAlone() throws(StoreFailure) -> Bool {
        guard try isDamaged() else { return false }
        let others = try database.statement(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND tbl_name NOT LIKE 'search%' ORDER BY name"
        ).all { $0.text() }
        for table in others where try database.isDamaged(table: table) { return false }
        return true
    }

    /// Makes it anew, and empty, where it is damaged and nothing else is.
    ///
    /// SQLite drops no table that it cannot read. So the tables are struck out of the schema, and the pages that they
    /// leave are given back at the end, unless somebody else is using the database just then.
    ///
    /// - Returns: whether it was.
    func renewIfDamaged() throws(StoreFailure) -> Bool {
        guard try isDamagedAlone() else { return false }
        defer { try? database.run(script: "PRAGMA writable_schema = OFF") }
        let names = (["search"] + Self.tables).map { "'\($0)'" }.joined(separator: ", ")
        try database.transaction { () throws(StoreFailure) in
            try database.run(
                script: """
                    PRAGMA writable_schema = ON;
                    DELETE FROM sqlite_schema WHERE tbl_name IN (\(names));
                    PRAGMA writable_schema = RESET;
                    \(Schema.searchTable)
                    UPDATE ledger SET indexed_entry = NULL WHERE indexed_entry IS NOT NULL;
                    """)
        }
        try? database.run(script: "VACUUM")
        return true
    }

    private func isDamaged() throws(StoreFailure) -> Bool {
        guard try database.statement("SELECT 1 FROM sqlite_schema WHERE name = 'search'").first({ $0.bool() }) == true
        else { return false }
        for table in Self.tables where try database.isDamaged(table: table) { return true }
        do throws(StoreFailure) {
            // It writes nothing, but SQLite asks for leave to write.
            try database.run(script: "INSERT INTO search (search) VALUES ('integrity-check')")
            return false
        } catch {
            return error.kind == .corrupt
        }
    }
}

extension SQLiteStore {
    /// Runs a transaction; where it meets a damaged search index, that is made anew, and the transaction run once more.
    func transaction<Result>(_ body: () throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        do throws(StoreFailure) {
            return try database.transaction(body)
        } catch  where error.kind == .corrupt {
            guard (try? SearchIndex(database).renewIfDamaged()) == true else { throw error }
            return try database.transaction(body)
        }
    }
}
