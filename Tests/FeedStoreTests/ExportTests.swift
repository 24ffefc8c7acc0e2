import FeedModel
import Foundation
import Synchronization
import Testing
import TributaryEngine
import TributaryPluginKit

@testable import FeedStore

@Suite("What a store is carried over by")
struct ExportTests {
    @Test("What was exported and imported is the same store: nothing that was seen is new")
    func export() async throws {
        let store = try SQLiteStore()
        try await Bench.filled(store).addHistory()
        let lines = try await store.exported()
        let copy = try SQLiteStore()
        try await copy.importText(lines)
        let (before, after) = try await (Self.rows(store), Self.rows(copy))
        #expect(before == after)
        #expect(try await copy.defects() == [])
        #expect(try await copy.exported() == lines)
    }

    @Test("Marks, revisions, schedule and history are carried over")
    func history() async throws {
        let store = try SQLiteStore()
        let bench = try await Bench.filled(store)
        try await bench.addHistory()
        let copy = try SQLiteStore()
        try await copy.importText(try await store.exported())
        var query = ArchiveQuery()
        query.isStarred = true
        #expect(try await copy.cachedEntries(matching: query).map(\.id) == ["1"])
        query = ArchiveQuery()
        query.isUnread = true
        #expect(
            try await copy.cachedEntries(matching: query).map(\.id) == store.cachedEntries(matching: query).map(\.id))
        #expect(try await copy.cachedEntries(matching: query).contains { $0.id == "2" } == false)
        let revisions = try await copy.revisions(of: 1)
        #expect(revisions.map(\.entry?.contentHTML) == ["<p>柱時計の振り子</p>", "<p>振り子を直した</p>"])
        #expect(revisions.map(\.date) == [.noon, .noon.days(1)])
        let (records, earlier) = try await (copy.fetchRecords(), store.fetchRecords())
        #expect(records.subscriptions["feed"]?.fetch == earlier.subscriptions["feed"]?.fetch)
        #expect(records.subscriptions["feed"]?.fetch.movedTo == "https://example.org/moved")
        #expect(records.siteHolds == ["example.org": Timestamp.noon.days(2).seconds])
        let entry = try #require(try await copy.history(of: 1))
        #expect(entry.response?.record.repairs == ["a bare \"&\""])
        #expect(entry.changedBy == [StageReference(label: "stages[0] tag", options: 7)])
        let state = try await copy.begin(bench.roster, at: .noon.days(2))
        #expect(state.subscriptions["feed"]?.validators?.etag == "\"e\"")
        #expect(state.subscriptions["feed"]?.validators?.documentHash == .max)
    }

    @Test("Every table is carried over, but the search index and which migrations have run")
    func tables() async throws {
        let store = try SQLiteStore()
        let tables = try await store.tableNames().filter { !$0.hasPrefix("search") && $0 != "migration" }
        #expect(tables == SQLiteStore.exportedTables.sorted())
    }

    @Test("A large store comes in pieces of whole lines, and is taken in by pieces")
    func pieces() async throws {
        let store = try SQLiteStore()
        let bench = try await Bench(store)
        let text = String(repeating: "水車の修理", count: 20_000)
        try await bench.arrive((1...4).map { .kept(.sample("\($0)", text: text)) })
        let pieces = try await store.exportedPieces()
        #expect(pieces.count > 2)
        #expect(pieces.allSatisfy { $0.last == UInt8(ascii: "\n") })
        let copy = try SQLiteStore()
        try await copy.importPieces(pieces)
        #expect(try await copy.exported() == Array(pieces.joined()))
    }

    @Test("Where nobody takes the lines, or hands over more, nothing has happened")
    func broken() async throws {
        struct Broken: Error {}
        let store = try SQLiteStore()
        try await Bench.filled(store).addHistory()
        await #expect(throws: Broken.self) { try await store.export { _ in throw Broken() } }
        let lines = try await store.exported()
        let copy = try SQLiteStore()
        let before = try await copy.contents()
        let isFirst = Atomic(true)
        await #expect(throws: Broken.self) {
            try await copy.importLines {
                guard isFirst.exchange(false, ordering: .relaxed) else { throw Broken() }
                return lines
            }
        }
        #expect(try await copy.contents() == before)
        try await copy.importText(lines)
    }

    @Test("What another version does not know is left out, what it lacks has its default")
    func versions() async throws {
        let store = try SQLiteStore()
        let bench = try await Bench.filled(store)
        let text = String(decoding: try await store.exported(), as: UTF8.self)
        let older = text.split(separator: "\n").map { line in
            line.replacing(#","dead_at":1800000000"#, with: "").replacing(#""tries":1,"#, with: #""weight":1,"#)
        }
        let copy = try SQLiteStore()
        try await copy.importText(Array((older + [#"{"table":"later","x":1}"#]).joined(separator: "\n").utf8))
        let state = try await copy.begin(bench.roster, at: .noon)
        let mail = try #require(state.sinks["mail"])
        #expect(try await copy.pendingPositions(of: mail.id).count == 1)
        #expect(mail.mark == SinkMark("5:7"))
    }

    @Test(
        "What a newer version has exported is refused",
        arguments: [#"{"tributary_export":1,"schema":99}"#, #"{"tributary_export":2,"schema":1}"#])
    func newer(head: String) async throws {
        let store = try SQLiteStore()
        let failure = await #expect(throws: StoreFailure.self) { try await store.importText(Array(head.utf8)) }
        #expect(failure?.kind == .newerSchema)
        #expect(failure?.message.hasPrefix("a newer Tributary has written this export (schema ") == true)
    }

    @Test(
        "What is no export is refused, and leaves the store empty",
        arguments: [
            "", "\n", "{}", "words", #"{"tributary_export":1}"# + "\n[1]",
            #"{"tributary_export":1}"# + "\n" + #"{"table":"sink","id":1,"key":true}"#,
            #"{"tributary_export":1}"# + "\n" + #"{"table":"sink","id":1,"key":{"hex":"0"}}"#,
            #"{"tributary_export":1}"# + "\n" + #"{"table":"sink","id":1,"key":{"hex":"0g"}}"#,
            #"{"tributary_export":1}"# + "\n" + #"{"table":"sink","id":1,"key":"a"}"# + "\n"
                + #"{"table":"sink","id":1,"#,
            #"{"tributary_export":1}"# + "\n" + #"{"table":"outbox","sink":1,"position":1,"number":1}"#,
        ])
    func noExport(text: String) async throws {
        let store = try SQLiteStore()
        let before = try await store.contents()
        await #expect(throws: StoreFailure.self) { try await store.importText(Array(text.utf8)) }
        #expect(try await store.contents() == before)
    }

    @Test("Nothing is imported into a store that holds something")
    func importIntoFull() async throws {
        let store = try SQLiteStore()
        _ = try await Bench.filled(store)
        let before = try await store.contents()
        let lines = try await store.exported()
        let failure = await #expect(throws: StoreFailure.self) { try await store.importText(lines) }
        #expect(failure?.message.contains("is not empty") == true)
        #expect(try await store.contents() == before)
    }

    /// All rows, but for when migrations ran.
    private static func rows(_ store: SQLiteStore) async throws -> [Substring] {
        try await store.contents().split(separator: "\n").filter { !$0.hasPrefix("migration: ") }.sorted()
    }
}

extension SQLiteStore {
    fileprivate func tableNames() throws -> [String] {
        try database.statement("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all { $0.text() }
    }

    fileprivate func exportedPieces() async throws -> [[UInt8]] {
        let pieces = Mutex<[[UInt8]]>([])
        try await export { piece in pieces.withLock { $0.append(piece) } }
        return pieces.withLock(\.self)
    }

    fileprivate func exported() async throws -> [UInt8] { Array(try await exportedPieces().joined()) }

    fileprivate func importPieces(_ pieces: [[UInt8]]) async throws {
        let rest = Mutex(pieces[...])
        try await importLines { rest.withLock { $0.popFirst() } }
    }

    fileprivate func importText(_ text: [UInt8]) async throws { try await importPieces([text]) }
}
