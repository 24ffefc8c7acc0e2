package import FeedModel
package import FeedText
package import TributaryEngine

extension SQLiteStore {
    package func indexEntries(atMost most: Int, patience: Int) throws(StoreFailure) -> Int {
        let index = SearchIndex(database)
        guard try index.lackingCount() > 0 else { return 0 }
        return try database.withPatience(milliseconds: patience) { () throws(StoreFailure) in
            try transaction { () throws(StoreFailure) in try index.fill(atMost: most) }
        }
    }

    package func unindexedCount() throws(StoreFailure) -> Int {
        try SearchIndex(database).lackingCount()
    }

    package func search(
        for search: SearchQuery, matching query: ArchiveQuery
    ) throws(StoreFailure) -> [Entry] {
        guard !search.isEmpty else { return [] }
        do throws(StoreFailure) {
            return try found(for: search, matching: query)
        } catch  where error.kind == .corrupt {
            guard (try? SearchIndex(database).renewIfDamaged()) == true else { throw error }
            while try indexEntries(atMost: Self.batch, patience: Self.patience) > 0 {}
            return try found(for: search, matching: query)
        }
    }

    /// How many entries go into an index that is made anew in one go, and how long another writer is waited for.
    private static let batch = 1_000
    private static let patience = 1_000

    private func found(
        for search: SearchQuery, matching query: ArchiveQuery
    ) throws(StoreFailure) -> [Entry] {
        var conditions = RowConditions()
        conditions.add("search MATCH ?", .text(search.expression))
        conditions.add(query)
        // What came in last stands first, which the index knows without looking at every match.
        let sql = """
            SELECT e.tags, \(EntryReader.entryColumns)
            FROM search CROSS JOIN ledger AS l ON l.number = search.rowid CROSS JOIN entry AS e ON e.id = l.entry
            WHERE l.cached_at IS NOT NULL AND l.indexed_entry = l.entry\(conditions.sql)
            ORDER BY search.rowid DESC LIMIT \(query.tags.isEmpty ? "?" : "-1")
            """
        let most = max(query.limit ?? 0, SearchLimits.candidates)
        if query.tags.isEmpty { conditions.values.append(.integer(Int64(most))) }
        var reader = EntryReader(database)
        var ranking = SearchRanking(search)
        try conditions.rows(of: sql, taggedWith: query.tags, atMost: most, in: database) { (row) throws(StoreFailure) in
            ranking.add(try reader.entry(from: &row).entry)
        }
        return ranking.ranked()
    }
}
