import TributaryEngine

/// Writes and deletes rows of the table `ledger_key`, many with one statement: there are five for each entry.
struct LedgerKeyTable {
    /// How many rows go with one statement, the most first.
    private static let batches = [32, 8, 1]

    private let database: Connection
    private let inserts: [(count: Int, statement: Statement)]
    private var waiting: [Row] = []

    init(_ database: Connection) throws(StoreFailure) {
        self.database = database
        var inserts: [(count: Int, statement: Statement)] = []
        for count in Self.batches {
            let rows = Array(repeating: "(?1, ?, ?, ?)", count: count).joined(separator: ", ")
            let statement = try database.statement(
                "INSERT OR IGNORE INTO ledger_key (subscription, kind, hash, number) VALUES \(rows)")
            inserts.append((count, statement))
        }
        self.inserts = inserts
    }

    /// Takes a key that ``insert(of:)`` is to write; one by which nobody looks stands in the entry's row only.
    mutating func add(_ key: EntryKey, number: Int64) {
        guard key.kind.isSought else { return }
        waiting.append(
            Row(kind: Int64(key.kind.rawValue), hash: Int64(bitPattern: key.hash), number: number))
    }

    /// Writes the keys that wait, all of one subscription, in the order of the table.
    mutating func insert(of subscription: Int64) throws(StoreFailure) {
        waiting.sort()
        var rest = waiting[...]
        for (count, statement) in inserts {
            while rest.count >= count {
                statement.bind(subscription)
                for row in rest.prefix(count) { statement.bind(row.kind).bind(row.hash).bind(row.number) }
                try statement.run()
                rest = rest.dropFirst(count)
            }
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// Deletes a key of an entry.
    func delete(_ key: EntryKey, of subscription: Int64, number: Int64) throws(StoreFailure) {
        try database.statement("DELETE FROM ledger_key WHERE subscription = ? AND kind = ? AND hash = ? AND number = ?")
            .bind(subscription).bind(Int(key.kind.rawValue)).bind(key.hash).bind(number).run()
    }
}

extension LedgerKeyTable {
    /// A row as the table has it, and in its order.
    private struct Row: Comparable {
        var kind: Int64
        var hash: Int64
        var number: Int64

        static func < (left: Row, right: Row) -> Bool {
            (left.kind, left.hash, left.number) < (right.kind, right.hash, right.number)
        }
    }
}
