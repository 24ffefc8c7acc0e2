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

    /// A store with something in every table that outlives a run.
    private static func fill(_ store: SQLiteStore) async throws -> Bench {
        let bench = try await Bench(store)
        let numbers = try await bench.arrive([
            .kept(.sample("1", text: "柱時計の振り子")), .kept(.sample("2")), .dropped(.sample("3")),
            .held(.sample("4"), until: .noon.days(1)),
        ])
        var routing = Routing.keeping([numbers[0], numbers[1]], to: [bench.sink(), bench.sink("page")])
        routing.memories = [.init(stage: "dedupe", key: .of("x"), number: numbers[0])]
        routing.contacts = [(bench.feed(), bench.sink())]
        routing.rooms = [(bench.feed(), bench.sink(), left: 3)]
        try await store.route(routing, at: .noon)
        let pending = try await bench.pending()
        try await bench.confirm(Array(pending.prefix(1)), mark: SinkMark("5:7"))
        _ = try await store.noteFailure(
            of: pending[1].position, to: bench.sink(), because: "no", deadAfter: 1, at: .noon)
        try await store.record(
            SinkStanding(failures: 2, retryAt: .noon.days(1), reason: "down"), of: bench.sink("page"))
        try await bench.arrive([.kept(.sample("5"))])
        return bench
    }

    @Test("A store is whole, and every kind of damage that SQLite cannot see is said in words")
    func defects() async throws {
        let store = try SQLiteStore()
        _ = try await Self.fill(store)
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
            _ = try await Self.fill(store)
            try await store.run("PRAGMA foreign_keys = OFF; \(damage)")
            let found = try await store.defects()
            #expect(found.contains { $0.hasPrefix(words) }, "\(damage): \(found)")
        }
    }

    @Test("Statistics count what is there")
    func statistics() async throws {
        let store = try SQLiteStore()
        _ = try await Self.fill(store)
        let found = Dictionary(uniqueKeysWithValues: try await store.statistics().map { ($0.name, $0.value) })
        #expect(found["entries seen"] == 5 && found["entries cached"] == 2 && found["entries held"] == 2)
        #expect(found["deliveries pending"] == 2 && found["dead letters"] == 1 && found["deliveries made"] == 1)
        #expect(found["subscriptions"] == 1 && (found["bytes"] ?? 0) > 10_000)
    }

    @Test("A backup is the whole store, in a file of its owner; a file that is there is not replaced")
    func backup() async throws {
        let store = try SQLiteStore(path: folder("a.db"))
        _ = try await Self.fill(store)
        try await store.backUp(to: folder("b.db"))
        #expect(try folder.mode(of: "b.db") == "600")
        #expect(!folder.names.contains { $0.contains("unfinished") })
        #expect(try await SQLiteStore(path: folder("b.db")).contents() == store.contents())
        let failure = await #expect(throws: StoreFailure.self) { try await store.backUp(to: folder("b.db")) }
        #expect(
            failure?.message == "\(folder("b.db")): there is such a file already; name another one, or move it away")
        await #expect(throws: StoreFailure.self) { try await store.backUp(to: folder("a.db/x")) }
    }

    @Test("What was exported and imported is the same store: nothing that was seen is new")
    func export() async throws {
        let store = try SQLiteStore()
        _ = try await Self.fill(store)
        let lines = try await store.exported()
        let copy = try SQLiteStore()
        try await copy.importLines(lines)
        let (before, after) = try await (Self.rows(store), Self.rows(copy))
        #expect(before == after)
        #expect(try await copy.defects() == [])
        #expect(try await copy.exported() == lines)
    }

    @Test("What another version does not know is left out, what it lacks has its default")
    func versions() async throws {
        let store = try SQLiteStore()
        let bench = try await Self.fill(store)
        let text = String(decoding: try await store.exported(), as: UTF8.self)
        let older = text.split(separator: "\n").map { line in
            line.replacing(#","dead_at":1800000000"#, with: "").replacing(#""tries":1,"#, with: #""weight":1,"#)
        }
        let copy = try SQLiteStore()
        try await copy.importLines(
            Array((older + [#"{"table":"later","x":1}"#]).joined(separator: "\n").utf8))
        let state = try await copy.begin(bench.roster, at: .noon)
        let mail = try #require(state.sinks["mail"])
        #expect(try await copy.pendingPositions(of: mail.id).count == 1)
        #expect(mail.mark == SinkMark("5:7"))
    }

    @Test(
        "What is no export is refused, and leaves the store empty",
        arguments: [
            "", "\n", "{}", "words", #"{"tributary_export":1}"# + "\n[1]",
            #"{"tributary_export":1}"# + "\n" + #"{"table":"sink","id":1,"key":true}"#,
            #"{"tributary_export":1}"# + "\n" + #"{"table":"sink","id":1,"key":"a"}"# + "\n"
                + #"{"table":"sink","id":1,"#,
            #"{"tributary_export":1}"# + "\n" + #"{"table":"outbox","sink":1,"position":1,"number":1}"#,
        ])
    func noExport(text: String) async throws {
        let store = try SQLiteStore()
        let before = try await store.contents()
        await #expect(throws: StoreFailure.self) { try await store.importLines(Array(text.utf8)) }
        #expect(try await store.contents() == before)
    }

    @Test("Nothing is imported into a store that holds something")
    func importIntoFull() async throws {
        let store = try SQLiteStore()
        _ = try await Self.fill(store)
        let before = try await store.contents()
        let lines = try await store.exported()
        let failure = await #expect(throws: StoreFailure.self) { try await store.importLines(lines) }
        #expect(failure?.message.contains("is not empty") == true)
        #expect(try await store.contents() == before)
    }

    @Test("A database that cannot be written is read as it is, whatever its name, and refuses to be written")
    func reading() async throws {
        let path = folder("ro 100%?#.db")
        let cached: [String]
        do {
            let bench = try await Self.fill(try SQLiteStore(path: path))
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

    /// All rows, but for when migrations ran.
    private static func rows(_ store: SQLiteStore) async throws -> [Substring] {
        try await store.contents().split(separator: "\n").filter { !$0.hasPrefix("migration: ") }.sorted()
    }
}
