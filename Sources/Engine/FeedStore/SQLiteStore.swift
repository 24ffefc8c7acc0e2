import CSQLite
import FeedModel
import ThreadExecutor
package import TributaryEngine

/// The store in an SQLite database, on a thread of its own.
///
/// Durable: a call that has returned survives a power cut (`synchronous=FULL`). Readers and one writer go on at once
/// (write-ahead log); a writer waits up to 10 s for another. Every call is one transaction, and one that throws has
/// changed nothing.
package actor SQLiteStore: ReaderStore {
    let database: Connection
    /// The path of the database's file, links followed, so that all who open it take the same run lock; nil in memory.
    private let path: String?
    private var runLock: RunLock?
    private let executor: ThreadExecutor

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Opens the database in a file; makes it, 0600 in folders of 0700, if there is none, and brings its schema up to date.
    ///
    /// - Throws: ``StoreFailure`` of the kinds `newerSchema`, `corrupt` (also for a file that is something else),
    ///   `readOnly`, `full`; the file is then as it was.
    package init(path: String) throws(StoreFailure) {
        try self.init(path: path, migrations: Migration.all)
    }

    /// Opens a database in a file with a history of the schema of the caller's own.
    init(path: String, migrations: [Migration]) throws(StoreFailure) {
        try DatabaseFile.makeIfMissing(path)
        let database = try Connection(opening: path)
        // Before anything is written: the file may be another program's.
        _ = try database.schemaVersion(knowing: migrations.count)
        // Large pages, which only a new file takes: an entry of 4 KB then needs a few frames of the log, not two of its own.
        try database.run(script: "PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        try self.init(database, path: path, migrations: migrations)
    }

    /// Makes a store that lives in memory only; it has no run lock, since nobody else can see it.
    package init() throws(StoreFailure) {
        try self.init(Connection(opening: ":memory:"), path: nil, migrations: Migration.all)
    }

    /// Makes a store that begins as a copy of a database file, or empty where there is none: the file stays as it is
    /// whatever is done to the copy.
    ///
    /// The copy lives in a temporary file without a name, so that a large database does not have to fit into memory.
    package init(copying path: String) throws(StoreFailure) {
        let copy = try Connection(opening: "", named: "the copy of \(path)")
        if try DatabaseFile.isThere(path) {
            do throws(StoreFailure) {
                try copy.copyContents(of: Connection(opening: path))
            } catch  where error.kind == .readOnly {
                try copy.copyContents(of: Connection(reading: path))
            }
        }
        try self.init(copy, path: nil, migrations: Migration.all)
    }

    /// Opens a database that cannot be written, such as one in a read-only folder, to read what it holds.
    ///
    /// - Throws: also where its schema is an older one, which cannot be brought up to date.
    package init(reading path: String) throws(StoreFailure) {
        _ = try DatabaseFile.isThere(path)
        let database = try Connection(reading: path)
        let version = try database.schemaVersion(knowing: Migration.all.count)
        guard version == Migration.all.count else {
            throw StoreFailure(
                .readOnly,
                "\(path): an older Tributary has written this database, and it cannot be written now to bring "
                    + "it up to date; allow writing to the file and its folder once")
        }
        try database.run(script: "PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY; PRAGMA query_only = ON")
        self.database = database
        self.path = nil
        executor = ThreadExecutor(name: "store")
    }

    private init(_ database: Connection, path: String?, migrations: [Migration]) throws(StoreFailure) {
        // The log keeps the size that it has between checkpoints: cut off, its pages were new ones to the system each time.
        try database.run(
            script: """
                PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY;
                PRAGMA cache_size = -3000; PRAGMA wal_autocheckpoint = 1000; PRAGMA journal_size_limit = 24000000
                """)
        try database.migrate(by: migrations)
        if migrations.count == Migration.all.count { try SearchIndex(database).renewIfOutdated() }
        self.database = database
        self.path = path.map(DatabaseFile.resolved)
        executor = ThreadExecutor(name: "store")
    }

    // MARK: The run lock

    package func lockRuns(waiting seconds: Int) async throws(StoreFailure) {
        guard let path, runLock == nil else { return }
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
            // Another call may have taken it while this one slept.
            guard runLock == nil else { return }
            if let lock = try RunLock(beside: path) {
                runLock = consume lock
                return
            }
            guard ContinuousClock.now < end, await sleepABit() else {
                throw StoreFailure(.locked, RunLock.heldMessage(beside: path))
            }
        }
    }

    package func unlockRuns() {
        runLock = nil
    }

    /// Sleeps while the thread is free for other calls; false if the task was cancelled.
    private func sleepABit() async -> Bool {
        do {
            try await Task.sleep(for: .milliseconds(20))
            return true
        } catch {
            return false
        }
    }
}
