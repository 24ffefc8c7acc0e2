import FeedModel
import TributaryEngine

/// A query over the cached entries, newest first: one walk along an index, which ends at the limit.
struct CacheQuery {
    /// The statement, its values in the order of ``values``.
    private let sql: String
    private let conditions: RowConditions
    private let tags: [String]
    private let limit: Int

    /// Where an entry stands in the order.
    fileprivate struct Place {
        var seconds: Int64
        var nanoseconds: Int64
        var key: String
        var place: Int64
    }

    /// A query that selects `columns` from the ledger `l`, the subscription `s` and the entry `e`.
    init(_ query: ArchiveQuery, columns: String, in database: Connection) throws(StoreFailure) {
        var conditions = RowConditions()
        conditions.add(query)
        if let number = query.after, let place = try Self.place(of: number, in: database) {
            conditions.add(after: place, number: number)
        }
        // CROSS JOIN keeps SQLite to this order of the tables.
        sql = """
            SELECT e.tags, \(columns) FROM ledger AS l INDEXED BY \(Self.index(for: query))
                CROSS JOIN subscription AS s ON s.id = l.subscription CROSS JOIN entry AS e ON e.id = l.entry
            WHERE l.cached_at IS NOT NULL\(conditions.sql)
            ORDER BY l.sort_seconds DESC, l.sort_nanoseconds DESC, s.key, l.place, l.number LIMIT ?
            """
        tags = query.tags
        limit = query.limit ?? .max
        // How many rows it takes until enough of them have the tags is not known before.
        conditions.values.append(.integer(tags.isEmpty ? query.limit.map(Int64.init) ?? -1 : -1))
        self.conditions = conditions
    }

    /// Reads every row.
    func rows<Value>(
        in database: Connection, _ read: (inout Row) throws(StoreFailure) -> Value
    ) throws(StoreFailure) -> [Value] {
        var rows: [Value] = []
        try conditions.rows(of: sql, taggedWith: tags, atMost: limit, in: database) { (row) throws(StoreFailure) in
            rows.append(try read(&row))
        }
        return rows
    }
}

// MARK: - Private

extension CacheQuery {
    /// The index that holds the fewest entries that are none of those asked for.
    private static func index(for query: ArchiveQuery) -> String {
        if query.isStarred { return "cached_starred" }
        if query.subscriptions.count == 1 { return "cached_newest_of_subscription" }
        return query.isUnread ? "cached_unread" : "cached_newest"
    }

    private static func place(of number: Int64, in database: Connection) throws(StoreFailure) -> Place? {
        let query = try database.statement(
            """
            SELECT l.sort_seconds, l.sort_nanoseconds, s.key, l.place
            FROM ledger AS l JOIN subscription AS s ON s.id = l.subscription
            WHERE l.number = ? AND l.sort_seconds IS NOT NULL
            """)
        return try query.bind(number).first { (row) in
            Place(seconds: row.integer(), nanoseconds: row.integer(), key: row.text(), place: row.integer())
        }
    }
}

extension RowConditions {
    fileprivate mutating func add(after place: CacheQuery.Place, number: Int64) {
        add("l.sort_seconds <= ?", .integer(place.seconds))
        add(
            """
            ((l.sort_seconds, l.sort_nanoseconds) < (?, ?)
                OR (l.sort_seconds, l.sort_nanoseconds) = (?, ?) AND (s.key, l.place, l.number) > (?, ?, ?))
            """,
            .integer(place.seconds), .integer(place.nanoseconds), .integer(place.seconds), .integer(place.nanoseconds),
            .text(place.key), .integer(place.place), .integer(number))
    }
}
