import FeedModel
import Foundation
import Testing
import TributaryEngine
import TributaryPluginKit

@testable import FeedStore

@Suite("The store as a whole")
struct KeepingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("A store is whole, and every kind of damage that SQLite cannot see is said in words")
    func defects() async throws {
        let store = try SQLiteStore()
        _ = try await Bench.filled(store)
        #expect(try await store.defects() == [])
        let damages = [
            ("UPDATE state SET value = 1 WHERE name = 'next number'", "5 numbers that will be given out twice"),
            ("UPDATE state SET value = 1 WHERE name = 'next position'", "3 positions that will be given out twice"),
            ("DELETE FROM entry WHERE number = 5", "1 entries in the river without their text"),
            ("UPDATE ledger SET entry = NULL WHERE number = 1", "1 cached entries without a text"),
            (
                "UPDATE ledger SET cached_at = NULL WHERE number = 2; DELETE FROM outbox",
                "1 texts that nobody wants any more"
            ),
            ("DELETE FROM entry WHERE number = 2", "1 entries whose text is missing"),
            ("INSERT INTO ledger_key VALUES (1, 1, 1, 77)", "1 keys of entries that are not there"),
            ("INSERT INTO receipt (number, sink, revision, at) VALUES (9, 9, 0, 0)", "a row of receipt names one of"),
        ]
        for (damage, words) in damages {
            let store = try SQLiteStore()
            _ = try await Bench.filled(store)
            try await store.run("PRAGMA foreign_keys = OFF; \(damage)")
            let found = try await store.defects()
            #expect(found.contains { $0.hasPrefix(words) }, "\(damage): \(found)")
        }
    }

    @Test("Statistics count what is there")
    func statistics() async throws {
        let store = try SQLiteStore()
        _ = try await Bench.filled(store)
        let found = Dictionary(uniqueKeysWithValues: try await store.statistics().map { ($0.name, $0.value) })
        #expect(found["entries seen"] == 5 && found["entries cached"] == 2 && found["entries held"] == 2)
        #expect(found["deliveries pending"] == 2 && found["dead letters"] == 1 && found["deliveries made"] == 1)
        #expect(found["subscriptions"] == 1 && (found["bytes"] ?? 0) > 10_000)
    }

    @Test("A backup is the whole store, in a file of its owner; a file that is there is not replaced")
    func backup() async throws {
        let store = try SQLiteStore(path: folder("a.db"))
        _ = try await Bench.filled(store)
        try await store.backUp(to: folder("b.db"))
        #expect(try folder.mode(of: "b.db") == "600")
        #expect(!folder.names.contains { $0.contains("unfinished") })
        #expect(try await SQLiteStore(path: folder("b.db")).contents() == store.contents())
        let failure = await #expect(throws: StoreFailure.self) { try await store.backUp(to: folder("b.db")) }
        #expect(
            failure?.message == "\(folder("b.db")): there is such a file already; name another one, or move it away")
        await #expect(throws: StoreFailure.self) { try await store.backUp(to: folder("a.db/x")) }
    }

    @Test("There is no backup of a damaged database, and nothing of it is left")
    func backupOfDamage() async throws {
        let store = try SQLiteStore(path: folder("a.db"))
        _ = try await Bench.filled(store)
        try await store.run("PRAGMA wal_checkpoint(TRUNCATE)")
        try await store.damage("receipt", at: folder("a.db"))
        let damaged = try SQLiteStore(path: folder("a.db"))
        let failure = await #expect(throws: StoreFailure.self) { try await damaged.backUp(to: folder("b.db")) }
        #expect(failure?.kind == .corrupt)
        #expect(
            failure?.message.hasPrefix("\(folder("a.db")): the database is damaged, so there is no backup of it")
                == true)
        #expect(!folder.names.contains { $0.hasPrefix("b.db") })
        #expect(try await damaged.defects() != [])
    }

    @Test("A database that cannot be written is read as it is, whatever its name, and refuses to be written")
    func reading() async throws {
        let path = folder("ro 100%?#.db")
        let cached: [String]
        do {
            let bench = try await Bench.filled(try SQLiteStore(path: path))
            cached = try await bench.cached().map(\.id)
        }
        let store = try SQLiteStore(reading: path)
        #expect(try await store.cachedEntries(matching: ArchiveQuery()).map(\.id) == cached)
        #expect(cached.count == 2)
        await #expect(throws: StoreFailure.self) {
            _ = try await store.begin(Roster(subscriptions: [], sinks: ["x"], keepParked: 0), at: .noon)
        }
        #expect(!folder.names.contains { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") })
    }

    @Test("A database of an older schema that cannot be written says what to do")
    func readingOlder() throws {
        let path = folder("old.db")
        _ = try SQLiteStore(path: path, migrations: Array(Migration.all.prefix(1)))
        let failure = try #require(throws: StoreFailure.self) { try SQLiteStore(reading: path) }
        #expect(failure.kind == .readOnly && failure.message.hasSuffix("allow writing to the file and its folder once"))
    }
}
