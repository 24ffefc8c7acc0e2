import FeedModel
import FeedStore
import Testing
import TributaryEngine
import TributaryPluginKit

@Suite("The store, as a cache")
struct ArchiveTests {
    @Test("entries of one subscription, of some, of all, of those routed to a sink; no more than asked for")
    func queries() async throws {
        let bench = try await Bench(feeds: ["a", "b", "c"])
        for (index, key) in ["a", "b", "c"].enumerated() {
            let date = Timestamp.noon.days(-Int64(index))
            try await bench.arrive(
                [.kept(.sample(key + "1", published: date)), .kept(.sample(key + "2", published: date), place: 1)],
                feed: key)
            try await bench.routeAll(to: key == "b" ? ["mail"] : [])
        }
        func ids(_ query: ArchiveQuery) async throws -> [String] { try await bench.cached(query).map(\.id) }
        #expect(try await ids(ArchiveQuery()) == ["a1", "a2", "b1", "b2", "c1", "c2"])
        #expect(try await ids(ArchiveQuery(limit: 3)) == ["a1", "a2", "b1"])
        #expect(try await ids(ArchiveQuery(limit: 0)) == [])
        #expect(try await ids(ArchiveQuery(subscriptions: [bench.feed("b")])) == ["b1", "b2"])
        #expect(
            try await ids(ArchiveQuery(subscriptions: [bench.feed("c"), bench.feed("a")], limit: 3)) == [
                "a1", "a2", "c1",
            ])
        #expect(try await ids(ArchiveQuery(sink: bench.sink())) == ["b1", "b2"])
        try await bench.confirm(try await bench.pending().suffix(1))
        #expect(try await ids(ArchiveQuery(sink: bench.sink())) == ["b1", "b2"])
        #expect(try await ids(ArchiveQuery(sink: bench.sink("page"))) == [])
        let b1 = try await bench.cached()[2].tributary?.number
        #expect(try await ids(ArchiveQuery(after: b1, limit: 2)) == ["b2", "c1"])
        #expect(try await ids(ArchiveQuery(subscriptions: [bench.feed("b")], after: b1)) == ["b2"])
        let heads = try await bench.store.cachedHeads(of: bench.feed("c"), limit: 1)
        #expect(heads.map(\.entryID) == ["c1"])
        #expect(heads.first?.feed.id == "c")
    }

    @Test("holdings count what is cached and name the newest date")
    func holdings() async throws {
        let bench = try await Bench(feeds: ["a", "b"])
        #expect(try await bench.store.holdings(of: nil) == Holdings(count: 0, newest: nil))
        try await bench.arrive(
            [.kept(.sample("1", published: .noon.days(-2))), .kept(.sample("2", published: .noon.days(5)))], feed: "a")
        try await bench.routeAll()
        try await bench.arrive([.kept(.sample("3"))], feed: "b")
        #expect(try await bench.store.holdings(of: nil) == Holdings(count: 2, newest: .noon))
        #expect(try await bench.store.holdings(of: bench.feed("a")) == Holdings(count: 2, newest: .noon))
        #expect(try await bench.store.holdings(of: bench.feed("b")) == Holdings(count: 0, newest: nil))
    }

    @Test("retention by count lets the oldest go, which are not new when the feed lists them again")
    func keepCount() async throws {
        let bench = try await Bench(feeds: ["a", "b"])
        let numbers = try await bench.arrive(
            (0..<5).map { .kept(.sample("\($0)", published: .noon.days(-Int64($0))), place: $0) }, feed: "a")
        try await bench.arrive([.kept(.sample("other"))], feed: "b")
        try await bench.routeAll()
        try await bench.store.prune([bench.feed("a"): Retention(keepCount: 2)], at: .noon)
        #expect(Set(try await bench.cached().map(\.id)) == ["other", "0", "1"])
        #expect(try await bench.store.entries(numbers).map(\.id) == ["0", "1"])
        let rows = try await bench.store.ledger(of: bench.feed("a"), matching: [.id(of: "4")]).rows
        #expect(rows.map(\.wasKept) == [true])
    }

    @Test("retention by time counts from the last reading that listed the entry")
    func keepFor() async throws {
        let bench = try await Bench()
        let numbers = try await bench.arrive([.kept(.sample("1")), .kept(.sample("2")), .kept(.sample("3"))])
        try await bench.routeAll()
        let retention = [bench.feed(): Retention(keepFor: 10 * Bench.day)]
        func cached(at now: Timestamp) async throws -> Set<String> {
            try await bench.store.prune(retention, at: now)
            return Set(try await bench.cached().map(\.id))
        }
        // "Nothing has changed" lists all that the reading before it did.
        try await bench.arrive([], reading: .unchanged(nil), at: .noon.days(20))
        #expect(try await cached(at: .noon.days(30)) == ["1", "2", "3"])
        // From now on the feed lists the first only; the second was last listed on day 20.
        let first = ListedEntry(number: numbers[0], place: 0, newKeys: [], contentHash: nil)
        try await bench.arrive([], listed: [first], at: .noon.days(25))
        #expect(try await cached(at: .noon.days(30)) == ["1", "2", "3"])
        #expect(try await cached(at: .noon.days(31)) == ["1"])
        // What broke off lists what it lists, and nothing counts as gone.
        try await bench.arrive([], reading: .partial(Feed()), at: .noon.days(34))
        #expect(try await cached(at: .noon.days(44)) == ["1"])
        #expect(try await cached(at: .noon.days(45)) == [])
    }

    @Test("retention deletes no text that a sink is still owed")
    func owed() async throws {
        let bench = try await Bench()
        let numbers = try await bench.arrive([.kept(.sample("1"))])
        try await bench.routeAll(to: ["mail"])
        try await bench.store.prune([bench.feed(): Retention(keepFor: 1)], at: .noon.days(1))
        #expect(try await bench.cached().isEmpty)
        #expect(try await bench.pending().map(\.entry.id) == ["1"])
        try await bench.confirm(try await bench.pending())
        #expect(try await bench.store.entries(numbers).isEmpty)
    }

    @Test("by default everything is kept")
    func keepAll() async throws {
        let bench = try await Bench()
        try await bench.arrive([.kept(.sample("1"))])
        try await bench.routeAll()
        try await bench.store.prune([bench.feed(): Retention()], at: .noon.days(10_000))
        #expect(try await bench.cached().count == 1)
    }

    @Test("a subscription that left is forgotten a year later, but not what is cached, owed or on its way of it")
    func forgotten() async throws {
        var bench = try await Bench(feeds: ["gone", "cached", "arrived", "owed"])
        for key in ["gone", "cached", "arrived", "owed"] {
            let numbers = try await bench.arrive([.kept(.sample("1")), .dropped(.sample("2"))], feed: key)
            guard key != "arrived" else { continue }
            let routing = Routing.keeping(
                [numbers[0]], to: key == "owed" ? [bench.sink()] : [], caching: key == "cached")
            try await bench.store.route(routing, at: .noon)
        }
        try await bench.begin(feeds: [])
        try await bench.store.prune([:], at: .noon.days(300))
        let all = ["gone", "cached", "arrived", "owed"].map { Roster.Member(key: $0) }
        #expect(try await bench.store.storedFeed(of: "gone") != nil)
        try await bench.store.prune([:], at: .noon.days(400))
        #expect(try await bench.store.storedFeed(of: "gone") == nil)
        try await bench.begin(feeds: all, at: .noon.days(400))
        #expect(bench.state.subscriptions["gone"]?.readings == 0)
        for key in ["cached", "arrived", "owed"] {
            let ledger = try await bench.store.ledger(of: bench.feed(key), matching: [.id(of: "1"), .id(of: "2")])
            #expect(ledger.rows.count == 1, "\(key)")
        }
        #expect(try await bench.cached().count == 1)
        #expect(try await bench.pending().count == 1)
        #expect(try await bench.arrivedNumbers().count == 1)
    }
}
