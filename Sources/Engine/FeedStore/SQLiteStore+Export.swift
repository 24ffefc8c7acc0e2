import FeedJSON
import TributaryEngine

/// The store as lines of JSON: a head, then each row of each table under the names of its columns.
///
/// Whoever reads it takes the columns that both sides know, so that a store can be carried to a newer version: what that
/// does not know any more is left out, what was not known has its default. An older version refuses it, as it refuses
/// the database of a newer one: what it left out would be lost.
extension SQLiteStore {
    /// The tables, each after those that it refers to.
    static let exportedTables = [
        "state", "subscription", "schedule", "site_hold", "response", "ledger", "ledger_key", "entry", "revision",
        "arrived", "held", "verdict", "sink", "contact", "outbox", "receipt", "stage", "memory", "publication",
    ]
    /// What stands in the search index, which is made anew.
    private static let indexed = "indexed_entry"
    private static let format = "tributary_export"
    /// How many bytes are handed on at a time.
    private static let piece = 1 << 18

    package func export(_ take: @Sendable ([UInt8]) async throws -> Void) async throws {
        // One instant: what a run writes meanwhile is not seen.
        try database.run(script: "BEGIN")
        defer { try? database.run(script: "COMMIT") }
        var writer = JSONWriter()
        writer.value(.object([Self.format: 1, "schema": .number(JSONNumber(Migration.all.count))]))
        writer.endLine()
        for table in Self.exportedTables {
            let columns = try self.columns(of: table)
            let rows = try database.statement("SELECT \(columns.joined(separator: ", ")) FROM \(table)")
            defer { rows.makeReady() }
            while try rows.step() {
                var row = rows.row
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
                guard writer.bytes.count >= Self.piece else { continue }
                try await take(writer.bytes)
                writer.removeAll()
            }
        }
        try await take(writer.bytes)
    }

    package func importLines(_ next: @Sendable () async throws -> [UInt8]?) async throws {
        try database.statement("BEGIN IMMEDIATE").run()
        do {
            try beginImport()
            var importing = ImportingTables(columns: [:], line: 0)
            for table in Self.exportedTables { importing.columns[table] = Set(try columns(of: table)) }
            while let lines = try await next() {
                for line in lines.split(separator: UInt8(ascii: "\n")) { try take(Array(line), into: &importing) }
            }
            guard importing.line > 0 else {
                throw StoreFailure(.other, "this is no export of a store: it is empty")
            }
            try database.statement("COMMIT").run()
        } catch {
            // After some errors SQLite has rolled back by itself.
            try? database.run(script: "ROLLBACK")
            throw error
        }
    }
}

// MARK: - Private

/// What is known while lines are taken in.
private struct ImportingTables {
    /// By table, its columns.
    var columns: [String: Set<String>]
    /// The line that was taken last.
    var line: Int
}

extension SQLiteStore {
    private func columns(of table: String) throws(StoreFailure) -> [String] {
        try database.statement("SELECT name FROM pragma_table_info(?)").bind(table).all { $0.text() }
            .filter { $0 != Self.indexed }
    }

    private func beginImport() throws(StoreFailure) {
        guard try database.statement("SELECT 1 FROM subscription LIMIT 1").first({ $0.bool() }) == nil else {
            throw StoreFailure(
                .other, "\(database.name): this store is not empty; name another file in store.path, and import there")
        }
        try database.run(script: "PRAGMA defer_foreign_keys = ON; DELETE FROM sink")
    }

    private func take(_ line: [UInt8], into importing: inout ImportingTables) throws(StoreFailure) {
        importing.line += 1
        let number = importing.line
        let members = try Self.members(line, line: number)
        guard number > 1 else {
            return try Self.checkHead(members)
        }
        guard case .string(let table)? = members.first(where: { $0.name == "table" })?.value,
            let columns = importing.columns[table]
        else { return }
        try insert(members.filter { columns.contains($0.name) }, into: table, line: number)
    }

    private static func checkHead(_ members: [JSONMember]) throws(StoreFailure) {
        guard let format = members.first(where: { $0.name == Self.format }) else {
            throw StoreFailure(.other, "this is no export of a store; tributary store export makes one")
        }
        let schema = members.first { $0.name == "schema" }?.value.intValue ?? 0
        guard format.value.intValue == 1, schema <= Migration.all.count else {
            throw StoreFailure(
                .newerSchema,
                "a newer Tributary has written this export (schema \(schema), this one knows \(Migration.all.count)); "
                    + "update Tributary")
        }
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
