import FeedModel
import FeedText
import Foundation
import Testing
import TributaryEngine
import TributaryPluginKit

@testable import FeedStore

@Suite("Databases of earlier schemas")
struct MigrationTests {
    @Test(
        "a database of every earlier schema keeps every row when it is brought up to date",
        arguments: 1...Migration.all.count)
    func keepsAll(steps: Int) async throws {
        let folder = try TemporaryFolder()
        let path = folder("old.db")
        let before: [String: [String]]
        do {
            let old = try FormerVersion.make(path, steps: steps)
            before = try FormerVersion.rows(of: old)
        }
        let store = try SQLiteStore(path: path)
        try await store.expectRows(before)
        #expect(try await store.defects() == [])
        #expect(try await store.pendingTitles(of: "mail") == ["設計の話"])
    }

    @Test(
        "a migration that is killed midway leaves a database that opens with all that it held",
        arguments: 1..<Migration.all.count)
    func killedMidway(steps: Int) async throws {
        let folder = try TemporaryFolder()
        let before: [String: [String]]
        do {
            let old = try FormerVersion.make(folder("old.db"), steps: steps)
            before = try FormerVersion.rows(of: old)
            // With so few pages in memory, what is not committed stands in the log.
            try old.run(script: "PRAGMA cache_size = 1; BEGIN IMMEDIATE")
            for migration in Migration.all.dropFirst(steps) { try old.run(script: migration.script) }
            try old.run(script: "UPDATE ledger SET place = place + 1, keys = zeroblob(100000)")
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: folder("old.db\(suffix)"), toPath: folder("left.db\(suffix)"))
            }
            let log = try FileManager.default.attributesOfItem(atPath: folder("left.db-wal"))[.size] as? Int
            #expect(log ?? 0 > 200_000)
        }
        let store = try SQLiteStore(path: folder("left.db"))
        try await store.expectRows(before)
        #expect(try await store.defects() == [])
    }

    @Test("a database of every earlier schema opens with its entries, which can be marked, found and revised")
    func everySchema() async throws {
        for steps in 1..<Migration.all.count {
            let folder = try TemporaryFolder()
            let path = folder("old.db")
            do { _ = try FormerVersion.make(path, steps: steps) }
            let place: Comment = "schema \(steps)"
            let bench = try await Bench(try SQLiteStore(path: path))
            #expect(try await bench.cached().map(\.title) == ["設計の話"], place)
            var unread = ArchiveQuery()
            unread.isUnread = true
            #expect(try await bench.cached(unread).count == 1, place)
            #expect(try await bench.store.mark(.all(of: []), .read, at: .noon) == 1, place)
            #expect(try await bench.store.indexEntries(atMost: 10, patience: 0) == 1, place)
            let found = try await bench.store.search(for: SearchQuery("設計"), matching: ArchiveQuery())
            #expect(found.count == 1, place)
            try await bench.arrive([.kept(.sample("1", title: "二"), number: 1, hash: 2, isRevision: true)])
            try await bench.routeAll(at: .noon.days(1))
            let revisions = try await bench.store.revisions(of: 1)
            #expect(revisions.map(\.entry?.title) == ["設計の話", "二"], place)
            #expect(revisions.map(\.date?.seconds) == [7, Timestamp.noon.days(1).seconds], place)
        }
    }

    @Test("every step has a former version that wrote with it")
    func contents() {
        #expect(FormerVersion.content.count == Migration.all.count)
    }
}

extension SQLiteStore {
    /// Expects the rows that former columns have had, and further ones of `migration` and `state` only.
    fileprivate func expectRows(_ before: [String: [String]]) throws {
        for (query, rows) in before {
            let now = try database.statement(query).all { $0.text() }
            let mayGrow = query.contains(" FROM state ") || query.contains(" FROM migration ")
            #expect(mayGrow ? Set(rows).isSubset(of: now) : rows == now, "\(query)")
        }
    }

    fileprivate func pendingTitles(of sink: String) throws -> [String?] {
        let row = try database.statement("SELECT id FROM sink WHERE key = ?").bind(sink).first { $0.integer() }
        return try pendingDeliveries(to: SinkID(row: row ?? 0), after: 0, limit: 10).map(\.entry.title)
    }
}
