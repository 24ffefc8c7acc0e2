import FeedModel
import Testing
import TributaryEngine
import TributaryPluginKit

@testable import FeedStore

@Suite("What somebody who reads asks of the store")
struct ReaderTests {
    /// A store with three cached entries, the last one the newest.
    private static func bench() async throws -> Bench {
        let bench = try await Bench(feeds: ["feed", "other"])
        try await bench.arrive([
            .kept(.tagged("1", ["Swift"], published: .noon.days(-3))),
            .kept(.tagged("2", ["天気", "swift"], published: .noon.days(-2))),
        ])
        try await bench.arrive([.kept(.tagged("3", ["ＳＷＩＦＴ"], published: .noon.days(-1)))], feed: "other")
        try await bench.routeAll()
        return bench
    }

    private func ids(_ bench: Bench, _ set: (inout ArchiveQuery) -> Void) async throws -> [String] {
        var query = ArchiveQuery()
        set(&query)
        return try await bench.cached(query).map(\.id)
    }

    @Test("entries are chosen by their sort dates, marks and tags, newest first")
    func filters() async throws {
        let bench = try await Self.bench()
        #expect(try await ids(bench) { $0.since = .noon.days(-2) } == ["3", "2"])
        #expect(try await ids(bench) { $0.since = .noon.days(-2).adding(seconds: 1) } == ["3"])
        #expect(try await ids(bench) { $0.until = .noon.days(-2) } == ["1"])
        #expect(try await ids(bench) { $0.tags = ["swift"] } == ["3", "2", "1"])
        #expect(try await ids(bench) { $0.tags = ["天気", "none"] } == ["2"])
        #expect(
            try await ids(bench) {
                $0.tags = ["SWIFT"]
                $0.limit = 2
            } == ["3", "2"])
        #expect(try await bench.store.mark(.numbers([2]), .read, at: .noon) == 1)
        #expect(try await bench.store.mark(.numbers([1]), .star, at: .noon) == 1)
        #expect(try await ids(bench) { $0.isUnread = true } == ["3", "1"])
        #expect(try await ids(bench) { $0.isStarred = true } == ["1"])
        #expect(
            try await ids(bench) {
                $0.isUnread = true
                $0.subscriptions = [bench.feed()]
            } == ["1"])
        #expect(
            try await ids(bench) {
                $0.isStarred = true
                $0.subscriptions = [bench.feed("other")]
            } == [])
    }

    @Test("pages of a query go on where the last one ended, whatever it asks for")
    func pages() async throws {
        let bench = try await Self.bench()
        var query = ArchiveQuery(limit: 1)
        query.tags = ["swift"]
        query.isUnread = true
        var found: [String] = []
        while let entry = try await bench.cached(query).first {
            found.append(entry.id)
            query.after = entry.tributary?.number
        }
        #expect(found == ["3", "2", "1"])
    }

    @Test("marks count what they change, and pass over what the cache does not hold")
    func marks() async throws {
        let bench = try await Self.bench()
        #expect(try await bench.store.mark(.numbers([1, 1, 2, 99]), .read, at: .noon) == 2)
        #expect(try await bench.store.mark(.numbers([1]), .read, at: .noon) == 0)
        #expect(try await bench.store.mark(.numbers([1]), .unread, at: .noon) == 1)
        #expect(try await bench.store.mark(.all(of: [bench.feed("other")]), .star, at: .noon) == 1)
        #expect(try await bench.store.mark(.all(of: []), .read, at: .noon) == 2)
        #expect(try await bench.store.mark(.all(of: []), .unstar, at: .noon) == 1)
        #expect(try await ids(bench) { $0.isUnread = true } == [])
    }

    @Test("a revision leaves the marks of its entry as they are")
    func revisedMarks() async throws {
        let bench = try await Self.bench()
        _ = try await bench.store.mark(.numbers([1]), .read, at: .noon)
        try await bench.arrive([.kept(.sample("1", text: "New"), number: 1, hash: 2, isRevision: true)])
        try await bench.routeAll()
        #expect(try await ids(bench) { $0.isUnread = true } == ["3", "2"])
    }

    @Test("starred entries stay whatever retention says, and unread ones if it says so", arguments: [false, true])
    func retention(keepsUnread: Bool) async throws {
        for retention in [
            Retention(keepFor: 1, keepsUnread: keepsUnread), Retention(keepCount: 0, keepsUnread: keepsUnread),
        ] {
            let bench = try await Self.bench()
            _ = try await bench.store.mark(.numbers([1]), .star, at: .noon)
            _ = try await bench.store.mark(.numbers([3]), .read, at: .noon)
            try await bench.arrive([], at: .noon.days(9))
            try await bench.arrive([], feed: "other", at: .noon.days(9))
            try await bench.store.prune(
                [bench.feed(): retention, bench.feed("other"): retention], at: .noon.days(9))
            #expect(try await bench.cached().map(\.id) == (keepsUnread ? ["2", "1"] : ["1"]))
        }
    }

    @Test("marks are set while a run holds the lock and reads go on while another process writes")
    func concurrency() async throws {
        let folder = try TemporaryFolder()
        let bench = try await Bench(try SQLiteStore(path: folder("tributary.db")))
        try await bench.arrive([.kept(.sample("1")), .kept(.sample("2"))])
        try await bench.routeAll()
        try await bench.store.lockRuns(waiting: 0)
        let reader = try SQLiteStore(path: folder("tributary.db"))
        #expect(try await reader.mark(.numbers([1]), .read, at: .noon) == 1)
        // A writer amid a transaction.
        let writer = try Connection(opening: folder("tributary.db"))
        try writer.run(script: "BEGIN IMMEDIATE; UPDATE ledger SET place = place")
        #expect(try await reader.entries(named: "1").count == 1)
        #expect(try await reader.cachedEntries(matching: ArchiveQuery()).count == 2)
        let busy = await #expect(throws: StoreFailure.self) { try await reader.markRead(2, at: .noon) }
        #expect(busy?.kind == .locked)
        let index = await #expect(throws: StoreFailure.self) {
            _ = try await reader.indexEntries(atMost: 10, patience: 1)
        }
        #expect(index?.kind == .locked)
        #expect(try await reader.unindexedCount() == 2)
        try writer.run(script: "COMMIT")
        try await reader.markRead(2, at: .noon)
        var query = ArchiveQuery()
        query.isUnread = true
        #expect(try await reader.cachedEntries(matching: query).isEmpty)
    }
}

extension Entry {
    fileprivate static func tagged(_ id: String, _ tags: [String], published: Timestamp) -> Entry {
        var entry = Entry.sample(id, published: published)
        entry.tags = tags
        return entry
    }
}
