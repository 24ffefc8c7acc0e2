import TributaryEngine

/// Writes and deletes rows of the table `ledger_key`, many with one statement: there are five for each entry.
struct LedgerKeyTable {
    /// How many rows go with one statement, the most first.
    private static let batches = [32, 8, 1]

    private let database: Connection
    private let inserts: [(count: Int, statement: Statement)]
    private var waiting: [(key: EntryKey, number: Int64)] = []

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
        waiting.append((key, number))
    }

    /// Writes the keys that wait, all of one subscription, in the order of the table.
    mutating func insert(of subscription: Int64) throws(StoreFailure) {
        waiting.sort {
            // As the table compares them: hashes are signed there.
            ($0.key.kind.rawValue, Int64(bitPattern: $0.key.hash), $0.number)
                < ($1.key.kind.rawValue, Int64(bitPattern: $1.key.hash), $1.number)
        }
        var rest = waiting[...]
        for (count, statement) in inserts {
            while rest.count >= count {
                statement.bind(subscription)
                for (key, number) in rest.prefix(count) {
                    statement.bind(Int(key.kind.rawValue)).bind(key.hash).bind(number)
                }
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
