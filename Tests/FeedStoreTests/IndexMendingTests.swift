import FeedModel
import FeedText
import Testing
import TributaryEngine
import TributaryPluginKit

@testable import FeedStore

@Suite("A damaged search index")
struct IndexMendingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A store of some entries on a disk that has lost a page of the index.
    private func damaged(_ table: String) async throws -> Bench {
        let path = folder("x.db")
        do {
            let bench = try await Bench(try SQLiteStore(path: path))
            try await bench.arrive((1...9).map { .kept(.sample("\($0)", text: "water mill \($0)"), place: $0) })
            try await bench.routeAll()
            _ = try await bench.store.indexEntries(atMost: 100, patience: 0)
            try await bench.store.run("PRAGMA wal_checkpoint(TRUNCATE)")
            try await bench.store.damage(table, at: path)
        }
        return try await Bench(try SQLiteStore(path: path))
    }

    private static let tables = ["search_data", "search_idx", "search_docsize", "search_config"]

    private static let words = [
        "the search index was damaged, and nothing else; it is made anew, and the next search fills it"
    ]

    @Test("is told of, not taken for damage of anything else, and made anew by who looks for damage", arguments: tables)
    func told(table: String) async throws {
        let bench = try await damaged(table)
        let failure = await #expect(throws: StoreFailure.self) { try await bench.store.backUp(to: folder("b.db")) }
        #expect(
            failure?.message.contains(
                "(the search index is damaged, and nothing else; tributary store check makes it anew)") == true)
        #expect(try await bench.store.defects() == Self.words)
        #expect(try await bench.store.defects() == [])
        #expect(try await bench.store.unindexedCount() == 9)
        try await bench.store.backUp(to: folder("b.db"))
    }

    @Test("is made anew by who searches, and the entries are as they were", arguments: tables)
    func searched(table: String) async throws {
        let bench = try await damaged(table)
        let found = try await bench.store.search(for: SearchQuery("mill"), matching: ArchiveQuery())
        #expect(found.count == 9)
        try await bench.arrive([.kept(.sample("10", text: "water mill 10"))])
        try await bench.routeAll()
        _ = try await bench.store.indexEntries(atMost: 100, patience: 0)
        #expect(try await bench.store.search(for: SearchQuery("mill"), matching: ArchiveQuery()).count == 10)
        #expect(try await bench.cached().count == 10)
        #expect(try await bench.store.defects() == [])
    }

    @Test("is made anew by a run that takes something out of it", arguments: tables)
    func written(table: String) async throws {
        let bench = try await damaged(table)
        let retention = [bench.feed(): Retention(keepFor: nil, keepCount: 4, keepsUnread: false)]
        #expect(try await bench.store.prune(retention, at: .noon) == 5)
        _ = try await bench.store.indexEntries(atMost: 100, patience: 0)
        #expect(try await bench.store.search(for: SearchQuery("mill"), matching: ArchiveQuery()).count == 4)
        #expect(try await bench.store.defects() == [])
    }

    @Test("whose records are wrong on whole pages is found by who looks for damage")
    func records() async throws {
        let bench = try await Bench()
        try await bench.arrive([.kept(.sample("1", text: "water mill"))])
        try await bench.routeAll()
        _ = try await bench.store.indexEntries(atMost: 100, patience: 0)
        try await bench.store.run("UPDATE search_data SET block = x'0102' WHERE id > 10")
        #expect(try await bench.store.defects() == Self.words)
        _ = try await bench.store.indexEntries(atMost: 100, patience: 0)
        #expect(try await bench.store.search(for: SearchQuery("mill"), matching: ArchiveQuery()).count == 1)
        #expect(try await bench.store.defects() == [])
    }

    @Test("is left as it is where more is damaged: nobody writes into that")
    func more() async throws {
        let bench = try await damaged("search_data")
        try await bench.store.damage("receipt", at: folder("x.db"))
        let store = try SQLiteStore(path: folder("x.db"))
        let failure = await #expect(throws: StoreFailure.self) {
            _ = try await store.search(for: SearchQuery("mill"), matching: ArchiveQuery())
        }
        #expect(failure?.kind == .corrupt)
    }
}
