import CSQLite
import TributaryEngine

/// An open database with the statements that were prepared for it.
///
/// Not `Sendable`: it belongs to one actor, so SQLite's own locks are switched off.
@safe final class Connection {
    /// What messages call the database: its path.
    let name: String
    private let handle: OpaquePointer
    /// How long a writer waits for another one, in milliseconds.
    private static let patience: Int32 = 10_000
    /// Whether SQLite took what is set once for all databases of the process.
    private static let isLibrarySetUp = tributary_sqlite_count_no_memory() == SQLITE_OK
    /// What was prepared so far, by its text.
    private(set) var statements: [String: Statement] = [:]

    /// Opens a file that exists, or a database that lives as long as the connection: with ":memory:" in memory, with an
    /// empty path in a file that has no name, and in memory only what is in use.
    ///
    /// - Parameter name: what messages call it; by default its path.
    convenience init(opening path: String, named name: String? = nil) throws(StoreFailure) {
        try self.init(path, named: name ?? path, SQLITE_OPEN_READWRITE)
    }

    /// Opens a file that nobody can write meanwhile, such as one in a folder that is read-only: without locks, and
    /// without the write-ahead log.
    convenience init(reading path: String) throws(StoreFailure) {
        let escaped = path.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "%"): "%25"
            case UInt8(ascii: "?"): "%3F"
            case UInt8(ascii: "#"): "%23"
            default: nil as String?
            }
        }
        var uri: [UInt8] = Array("file:".utf8)
        for (byte, escape) in zip(path.utf8, escaped) { uri += escape.map { Array($0.utf8) } ?? [byte] }
        uri += Array("?immutable=1".utf8)
        try self.init(String(decoding: uri, as: UTF8.self), named: path, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    }

    private init(_ location: String, named name: String, _ mode: Int32) throws(StoreFailure) {
        self.name = name
        _ = Self.isLibrarySetUp
        var opened: OpaquePointer?
        let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let status = unsafe sqlite3_open_v2(location, &opened, flags, nil)
        guard status == SQLITE_OK, let handle = unsafe opened else {
            let failure = unsafe StoreFailure(status: status, of: opened, named: name)
            unsafe sqlite3_close_v2(opened)
            throw failure
        }
        unsafe self.handle = handle
        unsafe sqlite3_busy_timeout(handle, Self.patience)
    }

    deinit {
        // A statement that is still in someone's hands keeps the handle open until it goes (close_v2).
        statements = [:]
        unsafe sqlite3_close_v2(handle)
    }

    /// The prepared form of a statement, made at its first use and kept.
    func statement(_ sql: String) throws(StoreFailure) -> Statement {
        if let known = statements[sql] { return known }
        var prepared: OpaquePointer?
        let status = unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard status == SQLITE_OK, let pointer = unsafe prepared else {
            throw unsafe StoreFailure(status: status, of: handle, named: name, statement: sql)
        }
        let statement = unsafe Statement(owning: pointer, of: name)
        statements[sql] = statement
        return statement
    }

    /// Runs several statements that take no values and whose rows nobody wants; they are not kept.
    func run(script: String) throws(StoreFailure) {
        let status = unsafe sqlite3_exec(handle, script, nil, nil, nil)
        guard status == SQLITE_OK else {
            throw unsafe StoreFailure(status: status, of: handle, named: name, statement: script)
        }
    }

    /// Replaces everything in this database by what another one holds.
    func copyContents(of source: Connection) throws(StoreFailure) {
        guard let backup = unsafe sqlite3_backup_init(handle, "main", source.handle, "main") else {
            throw unsafe StoreFailure(status: sqlite3_extended_errcode(handle), of: handle, named: source.name)
        }
        let step = unsafe sqlite3_backup_step(backup, -1)
        unsafe sqlite3_backup_finish(backup)
        guard step == SQLITE_DONE else {
            throw unsafe StoreFailure(status: step, of: handle, named: source.name)
        }
    }

    /// Runs `body` in a transaction that may write: all of it happens, or, if it throws, nothing.
    func transaction<Result>(_ body: () throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        try statement("BEGIN IMMEDIATE").run()
        do throws(StoreFailure) {
            let result = try body()
            try statement("COMMIT").run()
            return result
        } catch {
            // After some errors, such as a full disk, SQLite has rolled back by itself.
            if unsafe sqlite3_get_autocommit(handle) == 0 { try? run(script: "ROLLBACK") }
            throw error
        }
    }

    /// Runs `body` with another patience with writers in other processes.
    func withPatience<Result>(
        milliseconds: Int, _ body: () throws(StoreFailure) -> Result
    ) throws(StoreFailure) -> Result {
        unsafe sqlite3_busy_timeout(handle, Int32(clamping: milliseconds))
        defer { unsafe sqlite3_busy_timeout(handle, Self.patience) }
        return try body()
    }

    /// The row id that the last insertion was given.
    var lastRowID: Int64 { unsafe sqlite3_last_insert_rowid(handle) }
}
