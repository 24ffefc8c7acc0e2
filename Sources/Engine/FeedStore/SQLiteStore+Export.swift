import FeedJSON
package import TributaryEngine

/// The store as lines of JSON: a head, then each row of each table under the names of its columns.
///
/// Whoever reads it takes the columns that both sides know, so that a store can be carried to a newer or an older
/// version: what the other side does not know is left out, what it lacks has its default.
extension SQLiteStore {
    /// The tables, each after those that it refers to.
    private static let tables = [
        "state", "subscription", "schedule", "site_hold", "response", "ledger", "ledger_key", "entry", "revision",
        "arrived",
        "held",
        "verdict", "sink", "contact", "outbox", "receipt", "stage", "memory",
    ]
    /// What stands in the search index, which is made anew.
    private static let indexed = "indexed_entry"
    private static let format = "tributary_export"

    package func exported() throws(StoreFailure) -> [UInt8] {
        // One instant: what a run writes meanwhile is not seen.
        try database.run(script: "BEGIN")
        defer { try? database.run(script: "COMMIT") }
        var writer = JSONWriter()
        writer.value(.object([Self.format: 1, "schema": .number(JSONNumber(Migration.all.count))]))
        writer.endLine()
        for table in Self.tables {
            let columns = try self.columns(of: table)
            try database.statement("SELECT \(columns.joined(separator: ", ")) FROM \(table)").forEach {
                (row) throws(StoreFailure) in
                writer.beginObject()
                writer.name("table")
                writer.string(table)
                for column in columns {
                    guard let value = row.value() else { continue }
                    writer.name(column)
                    writer.value(value)
                }
                writer.endObject()
                writer.endLine()
            }
        }
        return writer.bytes
    }

    package func importLines(_ lines: [UInt8]) throws(StoreFailure) {
        try database.transaction { () throws(StoreFailure) in
            guard try database.statement("SELECT 1 FROM subscription LIMIT 1").first({ $0.bool() }) == nil else {
                throw StoreFailure(
                    .other,
                    "\(database.name): this store is not empty; name another file in store.path, and import there")
            }
            try database.run(script: "PRAGMA defer_foreign_keys = ON; DELETE FROM sink")
            var known: [String: Set<String>] = [:]
            for table in Self.tables { known[table] = Set(try columns(of: table)) }
            var number = 0
            for line in lines.split(separator: UInt8(ascii: "\n")) {
                number += 1
                let members = try Self.members(Array(line), line: number)
                guard number > 1 else {
                    guard members.contains(where: { $0.name == Self.format }) else {
                        throw StoreFailure(.other, "this is no export of a store; tributary store export makes one")
                    }
                    continue
                }
                guard case .string(let table)? = members.first(where: { $0.name == "table" })?.value,
                    let columns = known[table]
                else { continue }
                try insert(members.filter { columns.contains($0.name) }, into: table, line: number)
            }
            guard number > 0 else { throw StoreFailure(.other, "this is no export of a store: it is empty") }
        }
    }

    private func columns(of table: String) throws(StoreFailure) -> [String] {
        try database.statement("SELECT name FROM pragma_table_info(?)").bind(table).all { $0.text() }
            .filter { $0 != Self.indexed }
    }

    private static func members(_ line: [UInt8], line number: Int) throws(StoreFailure) -> [JSONMember] {
        do throws(JSONSyntaxError) {
            if case .object(let object) = try JSONNode(parsing: line).value { return object.members }
        } catch {
            throw StoreFailure(.other, "line \(number) of the export: \(error.message)")
        }
        throw StoreFailure(.other, "line \(number) of the export is no object")
    }

    private func insert(_ members: [JSONMember], into table: String, line: Int) throws(StoreFailure) {
        guard !members.isEmpty else { return }
        let names = members.map(\.name).joined(separator: ", ")
        let marks = members.map { _ in "?" }.joined(separator: ", ")
        // Counters that the other side does not know keep the values that they have.
        let statement = try database.statement(
            "INSERT OR \(table == "state" ? "REPLACE" : "ABORT") INTO \(table) (\(names)) VALUES (\(marks))")
        for member in members {
            guard statement.bind(member.value) else {
                throw StoreFailure(.other, "line \(line) of the export: \(member.name) is no value of a column")
            }
        }
        try statement.run()
    }
}
