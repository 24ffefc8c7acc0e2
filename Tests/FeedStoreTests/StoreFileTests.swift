import FeedModel
import Foundation
import Testing
import TributaryEngine
import TributaryPluginKit

@testable import FeedStore

@Suite("The store's file")
struct StoreFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a new database is readable by its owner only, and so are the folders made for it")
    func modes() async throws {
        let store = try SQLiteStore(path: folder("a/b/tributary.db"))
        try await store.lockRuns(waiting: 0)
        #expect(try folder.mode(of: "a") == "700")
        #expect(try folder.mode(of: "a/b") == "700")
        for name in ["tributary.db", "tributary.db-wal", "tributary.db-shm", "tributary.db.lock"] {
            #expect(try folder.mode(of: "a/b/" + name) == "600", "\(name)")
        }
    }

    @Test("what was written is there when the database is opened again")
    func reopen() async throws {
        let path = folder("tributary.db")
        do {
            let bench = try await Bench(try SQLiteStore(path: path))
            try await bench.arrive([.kept(.sample("1")), .kept(.sample("2"))])
            try await bench.routeAll(to: ["mail"])
        }
        #expect(folder.names == ["tributary.db"])
        let bench = try await Bench(try SQLiteStore(path: path))
        #expect(bench.state.subscriptions["feed"]?.readings == 1)
        #expect(try await bench.cached().count == 2)
        #expect(try await bench.pending().count == 2)
        #expect(try await bench.arrive([.kept(.sample("3"))]) == [3])
    }

    @Test("a store that is gone has closed its files and its lock")
    func lifetime() async throws {
        for _ in 0..<20 {
            let bench = try await Bench(try SQLiteStore(path: folder("tributary.db")))
            try await bench.store.lockRuns(waiting: 0)
            try await bench.arrive([.kept(.sample("1"))])
            #expect(folder.openDescriptors > 0)
        }
        #expect(folder.openDescriptors == 0)
    }

    @Test("a failed opening leaves no file open")
    func failedLifetime() throws {
        try Data("no database, but longer than a header of a hundred bytes would be; so that SQLite reads it all".utf8)
            .write(to: URL(fileURLWithPath: folder("x.db")))
        #expect(throws: StoreFailure.self) { try SQLiteStore(path: folder("x.db")) }
        #expect(folder.openDescriptors == 0)
    }

    @Test("an empty file becomes a database")
    func emptyFile() async throws {
        try Data().write(to: URL(fileURLWithPath: folder("x.db")))
        let bench = try await Bench(try SQLiteStore(path: folder("x.db")))
        #expect(try await bench.arrive([.kept(.sample("1"))]) == [1])
    }

    @Test("a file that is no database is named and left as it was")
    func noDatabase() throws {
        let bytes = Data(String(repeating: "precious words\n", count: 100).utf8)
        try bytes.write(to: URL(fileURLWithPath: folder("notes.txt")))
        let failure = try #require(throws: StoreFailure.self) { try SQLiteStore(path: folder("notes.txt")) }
        #expect(failure.kind == .corrupt)
        #expect(
            failure.message == "\(folder("notes.txt")): this is no database of Tributary's; move it away, or name "
                + "another file in store.path")
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder("notes.txt"))) == bytes)
        #expect(folder.names == ["notes.txt"])
    }

    @Test("another program's database is named and left as it was")
    func otherProgram() throws {
        let path = folder("other.db")
        try DatabaseFile.makeIfMissing(path)
        try Connection(opening: path).run(script: "CREATE TABLE t (x); PRAGMA user_version = 1")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let failure = try #require(throws: StoreFailure.self) { try SQLiteStore(path: path) }
        #expect(failure.kind == .corrupt)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    }

    @Test("a database of a newer schema is named and left as it was")
    func newerSchema() throws {
        let path = folder("new.db")
        let later = Migration.all + [Migration(name: "later", script: "CREATE TABLE later (x ANY) STRICT")]
        _ = try SQLiteStore(path: path, migrations: later)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let failure = try #require(throws: StoreFailure.self) { try SQLiteStore(path: path) }
        #expect(failure.kind == .newerSchema)
        #expect(
            failure.message == "\(path): a newer Tributary has written this database (schema \(later.count), this one "
                + "knows \(later.count - 1)); update Tributary, or name another file in store.path")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    }

    @Test("a migration keeps the data; one that fails changes nothing, and the database opens as before")
    func migration() async throws {
        let path = folder("old.db")
        do {
            let bench = try await Bench(try SQLiteStore(path: path))
            try await bench.arrive([.kept(.sample("1"))])
        }
        let broken = Migration(
            name: "broken", script: "CREATE TABLE later (x ANY) STRICT; CREATE TABLE later (x ANY) STRICT")
        let failure = try #require(throws: StoreFailure.self) {
            try SQLiteStore(path: path, migrations: Migration.all + [broken])
        }
        #expect(failure.kind == .other)
        #expect(failure.message.contains("table later already exists"))
        let later = Migration(name: "later", script: "CREATE TABLE later (x ANY) STRICT")
        let bench = try await Bench(try SQLiteStore(path: path, migrations: Migration.all + [later]))
        #expect(try await bench.arrivedNumbers() == [1])
    }

    @Test("the migrations that have run are named in the database, in order")
    func migrationNames() throws {
        let path = folder("x.db")
        _ = try SQLiteStore(path: path)
        let names = try Connection(opening: path).statement("SELECT ordinal, name FROM migration ORDER BY ordinal")
            .all { (row) in "\(row.integer()) \(row.text())" }
        #expect(names == Migration.all.enumerated().map { "\($0 + 1) \($1.name)" })
    }

    @Test("what is no file is a clear diagnostic, and stays", arguments: ["folder", "pipe"])
    func noFile(name: String) throws {
        try FileManager.default.createDirectory(atPath: folder("folder"), withIntermediateDirectories: true)
        #expect(unsafe mkfifo(folder("pipe"), 0o600) == 0)
        let openings: [(String) throws -> SQLiteStore] = [
            { try SQLiteStore(path: $0) }, { try SQLiteStore(reading: $0) }, { try SQLiteStore(copying: $0) },
        ]
        for open in openings {
            let failure = try #require(throws: StoreFailure.self) { _ = try open(folder(name)) }
            #expect(
                failure.message
                    == "\(folder(name)): a folder, a pipe or a device, not a file; name another one in store.path")
        }
    }

    @Test("a damaged database is a clear diagnostic")
    func damaged() async throws {
        let path = folder("x.db")
        do {
            let bench = try await Bench(try SQLiteStore(path: path))
            try await bench.arrive((0..<50).map { .kept(.sample("\($0)")) })
            try await bench.routeAll()
        }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes.replaceSubrange(4_096..<bytes.count, with: Data(repeating: 0x5A, count: bytes.count - 4_096))
        try bytes.write(to: URL(fileURLWithPath: path))
        let failure = await #expect(throws: StoreFailure.self) {
            _ = try await SQLiteStore(path: path).cachedEntries(matching: .init())
        }
        #expect(failure?.kind == .corrupt)
        #expect(failure?.message.hasPrefix("\(path): the database is damaged; ") == true)
    }

    @Test("a folder that cannot be written is a clear diagnostic")
    func readOnly() throws {
        // Nobody may make folders there, not even root.
        let failure = try #require(throws: StoreFailure.self) { try SQLiteStore(path: "/sys/tributary/x.db") }
        #expect(failure.kind == .readOnly)
        #expect(failure.message.hasPrefix("/sys/tributary/x.db: cannot be written ("))
    }

    @Test("a path through a file, and a folder's own path, are clear diagnostics")
    func oddPaths() throws {
        try Data().write(to: URL(fileURLWithPath: folder("file")))
        for path in [folder("file/x.db"), folder.path] {
            let failure = try #require(throws: StoreFailure.self) { try SQLiteStore(path: path) }
            #expect(failure.message.hasPrefix(path + ": "))
        }
    }

    @Test("eight openings of a new database at once all succeed")
    func openingAtOnce() async throws {
        let path = folder("x.db")
        let readings = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let store = try SQLiteStore(path: path)
                    let roster = Roster(subscriptions: [.init(key: "feed")], sinks: [], keepParked: 0)
                    return try await store.begin(roster, at: .noon).subscriptions.count
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(readings == Array(repeating: 1, count: 8))
    }
}
