import CSQLite
import Glibc
import TributaryEngine

extension StoreFailure {
    /// What a status of SQLite's means for people; the statement is named without the values that were bound to it.
    ///
    /// - Parameter database: The connection, whose message is read before the next call on it.
    init(status: Int32, of database: OpaquePointer?, named name: String, statement: String? = nil) {
        let systemError = unsafe database.map { unsafe sqlite3_system_errno($0) } ?? 0
        let text = unsafe String(cString: database == nil ? sqlite3_errstr(status) : sqlite3_errmsg(database))
        let origin = Self.origin(status, statement)
        switch (status & 0xFF, systemError) {
        case (SQLITE_FULL, _), (SQLITE_IOERR, ENOSPC), (SQLITE_IOERR, EDQUOT):
            self.init(.full, "\(name): the disk is full; free some space and run again, nothing was lost\(origin)")
        case (SQLITE_READONLY, _), (SQLITE_PERM, _), (SQLITE_CANTOPEN, _), (SQLITE_IOERR, EROFS),
            (SQLITE_IOERR, EACCES):
            let reason = systemError == 0 ? text : Self.text(ofSystemError: systemError)
            self.init(.readOnly, Self.cannotWrite(name, reason) + origin)
        case (SQLITE_NOTADB, _):
            self.init(.corrupt, Self.isNoDatabase(name))
        case (SQLITE_CORRUPT, _):
            self.init(
                .corrupt, "\(name): the database is damaged; move it away or put a backup in its place\(origin)")
        case (SQLITE_BUSY, _), (SQLITE_LOCKED, _):
            self.init(.locked, "\(name): another process keeps writing to the database; try again later\(origin)")
        default:
            self.init(.other, "\(name): \(text)\(origin)")
        }
    }

    /// The message for a file that cannot be written.
    static func cannotWrite(_ path: String, _ reason: String) -> String {
        "\(path): cannot be written (\(reason)); allow writing to the file and its folder, or name another file in "
            + "store.path"
    }

    /// The message for a file that is something else.
    static func isNoDatabase(_ path: String) -> String {
        "\(path): this is no database of Tributary's; move it away, or name another file in store.path"
    }

    /// What the system calls one of its errors.
    static func text(ofSystemError number: Int32) -> String {
        unsafe String(cString: strerror(number))
    }

    /// Status and statement, for whoever looks into it.
    private static func origin(_ status: Int32, _ statement: String?) -> String {
        guard let statement else { return " [SQLite \(status)]" }
        let words = statement.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return " [SQLite \(status): \(words.prefix(80))]"
    }
}
