import FeedModel
import FeedStore
import Testing
import TributaryEngine
import TributaryPluginKit

@Suite("The store, with a configuration that changes")
struct RosterTests {
    @Test("subscriptions and sinks keep their names in the store")
    func same() async throws {
        var bench = try await Bench(feeds: ["a", "b"])
        let before = bench.state
        try await bench.begin(feeds: [.init(key: "b"), .init(key: "c"), .init(key: "a")], sinks: ["page", "mail"])
        #expect(bench.state.subscriptions.count == 3)
        for key in ["a", "b"] { #expect(bench.state.subscriptions[key]?.id == before.subscriptions[key]?.id) }
        for key in ["mail", "page"] { #expect(bench.state.sinks[key]?.id == before.sinks[key]?.id) }
    }

    @Test("a subscription that moved takes its history along; its entries name the new key")
    func rename() async throws {
        var bench = try await Bench(feeds: ["old", "other"])
        try await bench.arrive([.kept(.sample("1"))], feed: "old")
        try await bench.routeAll(to: ["mail"])
        let before = bench.feed("old")
        try await bench.begin(feeds: [.init(key: "new", formerly: ["never", "old"]), .init(key: "other")])
        #expect(bench.feed("new") == before)
        #expect(bench.state.subscriptions["old"] == nil)
        #expect(bench.state.subscriptions["new"]?.readings == 1)
        #expect(try await bench.cached().first?.tributary?.feed.id == "new")
        #expect(try await bench.pending().first?.entry.tributary?.feed.id == "new")
        #expect(try await bench.store.ledger(of: bench.feed("new"), matching: [.id(of: "1")]).rows.count == 1)
    }

    @Test("an earlier key is not taken from a subscription that is still there, nor over a history of its own")
    func noRename() async throws {
        var bench = try await Bench(feeds: ["a", "b"])
        let (a, b) = (bench.feed("a"), bench.feed("b"))
        try await bench.begin(feeds: [
            .init(key: "c", formerly: ["a"]), .init(key: "a"), .init(key: "b", formerly: ["x"]),
        ])
        #expect(bench.feed("a") == a)
        #expect(![a, b].contains(bench.feed("c")))
        let c = bench.feed("c")
        try await bench.begin(feeds: [.init(key: "c", formerly: ["a"])])
        #expect(bench.feed("c") == c)
    }

    @Test("a subscription that left and comes back has its history")
    func comeBack() async throws {
        var bench = try await Bench(feeds: ["a", "b"])
        try await bench.arrive([.kept(.sample("1"))], feed: "a")
        let before = bench.feed("a")
        try await bench.begin(feeds: [.init(key: "b")])
        #expect(bench.state.subscriptions["a"] == nil)
        #expect(try await bench.arrivedNumbers().count == 1)
        try await bench.begin(feeds: [.init(key: "a"), .init(key: "b")])
        #expect(bench.feed("a") == before)
        #expect(bench.state.subscriptions["a"]?.readings == 1)
    }

    @Test("deliveries of a sink that left are parked and counted, and go on when it comes back in time")
    func parked() async throws {
        var bench = try await Bench()
        try await bench.arrive([.kept(.sample("1"))])
        try await bench.routeAll(to: ["mail", "page"])
        let feeds = [Roster.Member(key: "feed")]
        try await bench.begin(feeds: feeds, sinks: ["page"])
        #expect(bench.state.parked == ["mail": 1])
        #expect(bench.state.sinks["mail"] == nil)
        try await bench.begin(feeds: feeds, sinks: ["page"], at: .noon.days(30))
        #expect(bench.state.parked == ["mail": 1])
        try await bench.begin(feeds: feeds, sinks: ["mail", "page"], at: .noon.days(30))
        #expect(bench.state.parked.isEmpty)
        #expect(try await bench.pending().count == 1)
    }

    @Test("parked deliveries are dropped after their time, with the texts that only they wanted")
    func parkedTooLong() async throws {
        var bench = try await Bench()
        let numbers = try await bench.arrive([.kept(.sample("1")), .kept(.sample("2"))])
        var routing = Routing.keeping(numbers, to: [bench.sink()], caching: false)
        routing.deliveries.append(.init(number: numbers[1], sink: bench.sink("page")))
        try await bench.store.route(routing, at: .noon)
        let feeds = [Roster.Member(key: "feed")]
        try await bench.begin(feeds: feeds, sinks: ["page"])
        try await bench.begin(feeds: feeds, sinks: ["page"], at: .noon.days(31))
        #expect(bench.state.parked.isEmpty)
        #expect(try await bench.store.entries(numbers).map(\.id) == ["2"])
        try await bench.begin(feeds: feeds, at: .noon.days(31))
        #expect(try await bench.pending().isEmpty)
    }
}
