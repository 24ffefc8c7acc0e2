import FeedModel
import FeedText
import TributaryEngine

/// What a query asks of a row of `ledger AS l`, and the values for its statement, in their order.
struct RowConditions {
    /// A value that is bound.
    enum Value {
        case integer(Int64)
        case text(String)
    }

    /// The conditions, each with `AND` before it.
    private(set) var sql = ""
    /// The values for the conditions; those for what follows them are appended.
    var values: [Value] = []

    /// Adds one condition.
    mutating func add(_ condition: String, _ values: Value...) {
        sql += " AND " + condition
        self.values += values
    }

    /// Adds what a query asks for but for order, place, tags and limit.
    mutating func add(_ query: ArchiveQuery) {
        switch query.subscriptions.count {
        case 0: break
        case 1: add("l.subscription = ?", .integer(query.subscriptions[0].row))
        default:
            let rows = query.subscriptions.map { String($0.row) }.joined(separator: ",")
            add("l.subscription IN (SELECT value FROM json_each(?))", .text("[\(rows)]"))
        }
        if let sink = query.sink {
            add(
                """
                (EXISTS (SELECT 1 FROM receipt AS r WHERE r.number = l.number AND r.sink = ? AND NOT r.is_dropped)
                    OR EXISTS (SELECT 1 FROM outbox AS o WHERE o.number = l.number AND o.sink = ?))
                """, .integer(sink.row), .integer(sink.row))
        }
        if query.isUnread { add("l.read_at IS NULL") }
        if query.isStarred { add("l.starred_at IS NOT NULL") }
        if let since = query.since {
            add(
                "(l.sort_seconds, l.sort_nanoseconds) >= (?, ?)", .integer(since.seconds),
                .integer(Int64(since.nanoseconds)))
        }
        if let until = query.until {
            add(
                "(l.sort_seconds, l.sort_nanoseconds) < (?, ?)", .integer(until.seconds),
                .integer(Int64(until.nanoseconds)))
        }
    }

    /// Runs a statement whose first column is an entry's tags, and hands on the rows that have one of the wanted ones.
    ///
    /// - Parameter tags: none lets every row pass.
    func rows(
        of sql: String, taggedWith tags: [String], atMost most: Int = .max, in database: Connection,
        _ body: (inout Row) throws(StoreFailure) -> Void
    ) throws(StoreFailure) {
        let statement = try database.statement(sql)
        for value in values {
            switch value {
            case .integer(let value): statement.bind(value)
            case .text(let value): statement.bind(value)
            }
        }
        let wanted = Set(tags.map { TextFolding.folded($0) })
        var count = 0
        try statement.forEach(until: { count >= most }) { (row) throws(StoreFailure) in
            let written = row.optionalText()
            if !wanted.isEmpty {
                guard EntryText.tags(in: written).contains(where: { wanted.contains(TextFolding.folded($0)) }) else {
                    return
                }
            }
            count += 1
            try body(&row)
        }
    }
}
