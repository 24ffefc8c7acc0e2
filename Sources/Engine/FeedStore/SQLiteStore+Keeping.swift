package import TributaryEngine

extension SQLiteStore: StoreKeeping {
    /// What must hold of the tables together, as a query for the rows of which it does not.
    private static let invariants: [(words: String, query: String)] = [
        (
            "entries in the river without their text",
            "SELECT 1 FROM arrived AS a WHERE NOT EXISTS (SELECT 1 FROM entry AS e WHERE e.id = a.entry)"
        ),
        (
            "entries whose text is missing",
            "SELECT 1 FROM ledger AS l WHERE entry IS NOT NULL AND NOT EXISTS (SELECT 1 FROM entry AS e WHERE e.id = l.entry)"
        ),
        ("cached entries without a text", "SELECT 1 FROM ledger WHERE cached_at IS NOT NULL AND entry IS NULL"),
        (
            "texts that no entry has",
            """
            SELECT 1 FROM entry AS e WHERE NOT EXISTS (SELECT 1 FROM ledger AS l WHERE l.number = e.number AND l.entry = e.id)
                AND NOT EXISTS (SELECT 1 FROM arrived AS a WHERE a.number = e.number AND a.entry = e.id)
            """
        ),
        (
            "texts that nobody wants any more",
            """
            SELECT 1 FROM ledger AS l WHERE entry IS NOT NULL AND cached_at IS NULL
                AND NOT EXISTS (SELECT 1 FROM outbox AS o WHERE o.number = l.number)
            """
        ),
        (
            "keys of entries that are not there",
            "SELECT 1 FROM ledger_key AS k WHERE number <> 0 AND NOT EXISTS (SELECT 1 FROM ledger AS l WHERE l.number = k.number)"
        ),
        (
            "numbers that will be given out twice",
            "SELECT 1 FROM ledger WHERE number >= (SELECT value FROM state WHERE name = 'next number')"
        ),
        (
            "positions that will be given out twice",
            "SELECT 1 FROM outbox WHERE position >= (SELECT value FROM state WHERE name = 'next position')"
        ),
    ]

    package func defects() throws(StoreFailure) -> [String] {
        var found: [String] = []
        if (try? SearchIndex(database).renewIfDamaged()) == true {
            found.append(
                "the search index was damaged, and nothing else; it is made anew, and the next search fills it")
        }
        found += try database.damages(atMost: 100)
        guard found.isEmpty else { return found }
        found += try database.statement("PRAGMA foreign_key_check").all { (row) in
            let (table, _, parent) = (row.text(), row.integer(), row.text())
            return "a row of \(table) names one of \(parent) that is not there"
        }
        guard found.isEmpty else { return found }
        for (words, query) in Self.invariants {
            let count = try database.statement("SELECT count(*) FROM (\(query))").first { $0.integer() } ?? 0
            if count > 0 { found.append("\(count) \(words)") }
        }
        return found
    }

    package func statistics() throws(StoreFailure) -> [(name: String, value: Int64)] {
        let queries = [
            ("bytes", "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"),
            ("free bytes", "SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size"),
            ("subscriptions", "SELECT count(*) FROM subscription WHERE left_at IS NULL"),
            ("entries seen", "SELECT count(*) FROM ledger"),
            ("entries cached", "SELECT count(*) FROM ledger WHERE cached_at IS NOT NULL"),
            ("bytes of texts", "SELECT coalesce(sum(length(json)), 0) FROM entry"),
            ("entries held", "SELECT (SELECT count(*) FROM held) + (SELECT count(*) FROM arrived)"),
            ("deliveries pending", "SELECT count(*) FROM outbox WHERE dead_at IS NULL"),
            ("dead letters", "SELECT count(*) FROM outbox WHERE dead_at IS NOT NULL"),
            ("deliveries made", "SELECT count(*) FROM receipt WHERE NOT is_void AND NOT is_dropped"),
        ]
        var found: [(name: String, value: Int64)] = []
        for (name, query) in queries {
            found.append((name, try database.statement(query).first { $0.integer() } ?? 0))
        }
        return found
    }

    package func backUp(to path: String) throws(StoreFailure) {
        guard !DatabaseFile.exists(path) else {
            throw StoreFailure(.other, "\(path): there is such a file already; name another one, or move it away")
        }
        let beside = path + ".unfinished"
        DatabaseFile.remove(beside)
        defer { DatabaseFile.remove(beside) }
        try DatabaseFile.makeIfMissing(beside)
        try Connection(opening: beside).copyContents(of: database)
        if let damage = try Connection(reading: beside).damages(atMost: 1).first {
            throw StoreFailure(
                .corrupt,
                "\(database.name): the database is damaged, so there is no backup of it (\(damage)); tributary store "
                    + "check tells more")
        }
        try DatabaseFile.put(beside, inPlaceOf: path)
    }
}
