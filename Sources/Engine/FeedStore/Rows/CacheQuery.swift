import FeedModel
import TributaryEngine

/// A query over the cached entries, newest first: one walk along an index, which ends at the limit.
struct CacheQuery {
    /// The statement, its values in the order of ``values``.
    private(set) var sql: String
    private var values: [Value] = []

    private enum Value {
        case integer(Int64)
        case text(String)
    }

    /// Where an entry stands in the order.
    private struct Place {
        var seconds: Int64
        var nanoseconds: Int64
        var key: String
        var place: Int64
    }

    /// A query that selects `columns` from the ledger `l`, the subscription `s` and the entry `e`.
    init(_ query: ArchiveQuery, columns: String, in database: Connection) throws(StoreFailure) {
        let index = query.subscriptions.count == 1 ? "cached_newest_of_subscription" : "cached_newest"
        // CROSS JOIN keeps SQLite to this order of the tables.
        sql = """
            SELECT \(columns) FROM ledger AS l INDEXED BY \(index)
                CROSS JOIN subscription AS s ON s.id = l.subscription CROSS JOIN entry AS e ON e.id = l.entry
            WHERE l.cached_at IS NOT NULL
            """
        select(query.subscriptions)
        if let sink = query.sink { select(routedTo: sink) }
        if let number = query.after, let place = try Self.place(of: number, in: database) {
            select(after: place, number: number)
        }
        sql += " ORDER BY l.sort_seconds DESC, l.sort_nanoseconds DESC, s.key, l.place, l.number LIMIT ?"
        values.append(.integer(query.limit.map(Int64.init) ?? -1))
    }

    /// Reads every row.
    func rows<Value>(
        in database: Connection, _ read: (inout Row) throws(StoreFailure) -> Value
    ) throws(StoreFailure) -> [Value] {
        let statement = try database.statement(sql)
        for value in values {
            switch value {
            case .integer(let value): statement.bind(value)
            case .text(let value): statement.bind(value)
            }
        }
        return try statement.all(read)
    }
}

// MARK: - Private

extension CacheQuery {
    private mutating func select(_ subscriptions: [SubscriptionID]) {
        switch subscriptions.count {
        case 0: return
        case 1:
            sql += " AND l.subscription = ?"
            values.append(.integer(subscriptions[0].row))
        default:
            sql += " AND l.subscription IN (SELECT value FROM json_each(?))"
            values.append(.text("[\(subscriptions.map { String($0.row) }.joined(separator: ","))]"))
        }
    }

    private mutating func select(routedTo sink: SinkID) {
        sql += """
             AND (EXISTS (SELECT 1 FROM receipt AS r WHERE r.number = l.number AND r.sink = ? AND NOT r.is_dropped)
                OR EXISTS (SELECT 1 FROM outbox AS o WHERE o.number = l.number AND o.sink = ?))
            """
        values += [.integer(sink.row), .integer(sink.row)]
    }

    private mutating func select(after place: Place, number: Int64) {
        sql += """
             AND l.sort_seconds <= ? AND ((l.sort_seconds, l.sort_nanoseconds) < (?, ?)
                OR (l.sort_seconds, l.sort_nanoseconds) = (?, ?) AND (s.key, l.place, l.number) > (?, ?, ?))
            """
        values += [
            .integer(place.seconds), .integer(place.seconds), .integer(place.nanoseconds), .integer(place.seconds),
            .integer(place.nanoseconds), .text(place.key), .integer(place.place), .integer(number),
        ]
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
