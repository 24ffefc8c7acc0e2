import FeedModel
import FeedStore
import Testing
import TributaryEngine
import TributaryPluginKit

@Suite("The store, at Route and Drain")
struct RouteTests {
    @Test("Route takes exactly the entries it names out of the river")
    func exactly() async throws {
        let bench = try await Bench()
        let numbers = try await bench.arrive((1...4).map { .kept(.sample("\($0)")) })
        var routing = Routing.keeping([numbers[0]], to: [bench.sink()])
        routing.dropped = [(numbers[1], StageVerdict(stage: "stages[0] drop", verdict: .drop(reason: "dull")))]
        try await bench.store.route(routing, at: .noon)
        #expect(Set(try await bench.arrivedNumbers()) == Set(numbers[2...]))
        #expect(try await bench.cached().map(\.id) == ["1"])
        #expect(try await bench.pending().map(\.entry.id) == ["1"])
        #expect(try await bench.store.entries(numbers).map(\.id) == ["1", "3", "4"])
    }

    @Test("what was routed is not routed again")
    func notTwice() async throws {
        let bench = try await Bench()
        let numbers = try await bench.arrive([.kept(.sample("1"))])
        let routing = Routing.keeping(numbers, to: [bench.sink()], caching: false)
        try await bench.store.route(routing, at: .noon)
        try await bench.store.route(routing, at: .noon)
        #expect(try await bench.pending().count == 1)
    }

    @Test("an entry held in the river stays arrived until its time, and counts its failures")
    func heldInRiver() async throws {
        let bench = try await Bench()
        let numbers = try await bench.arrive([.kept(.sample("1"))])
        let until = Timestamp.noon.adding(seconds: 60)
        for isFailure in [false, true] {
            var routing = Routing()
            let verdict = StageVerdict(stage: "stages[0] wait", verdict: .hold(until: until))
            routing.held = [(.init(number: numbers[0], until: until, isFailure: isFailure), verdict)]
            try await bench.store.route(routing, at: .noon)
            #expect(try await bench.arrivedNumbers() == [])
        }
        #expect(try await bench.arrivedNumbers(at: until.adding(seconds: -1)) == [])
        let arrived = try await bench.store.arrivedEntries(at: until)
        #expect(arrived.map(\.number) == numbers)
        #expect(arrived.first?.failures == 1)
    }

    @Test("entries that stages changed are delivered, listed and ordered in their changed form")
    func changed() async throws {
        let bench = try await Bench()
        let numbers = try await bench.arrive(
            [.kept(.sample("1", published: .noon.days(-1))), .kept(.sample("2", published: .noon.days(-2)))])
        var routing = Routing.keeping(numbers, to: [bench.sink()])
        var entry = Entry.sample("2", title: "Changed", published: .noon.days(-0))
        entry.tags = ["new"]
        routing.changed = [(numbers[1], entry)]
        try await bench.store.route(routing, at: .noon)
        #expect(try await bench.pending().map(\.entry.title) == ["Title of 1", "Changed"])
        #expect(try await bench.cached().map(\.title) == ["Changed", "Title of 1"])
        #expect(try await bench.store.cachedHeads(of: bench.feed(), limit: nil).first?.tags == ["new"])
    }

    @Test("an entry says of which other feeds it is, in this river or routed earlier, and once each")
    func merges() async throws {
        let bench = try await Bench()
        let first = try await bench.arrive([.kept(.sample("1"))])
        try await bench.routeAll()
        let second = try await bench.arrive([.kept(.sample("2")), .kept(.sample("3"))])
        var routing = Routing.keeping([second[0]])
        routing.dropped = [
            (second[1], StageVerdict(stage: "stages[0] dedupe", verdict: .merge(into: first[0], reason: "same URL")))
        ]
        let other = FeedReference(id: "other", title: "Other")
        routing.merges = [first[0], second[0], first[0], 99].map { .init(feed: other, target: $0) }
        try await bench.store.route(routing, at: .noon)
        let cached = try await bench.cached()
        #expect(Set(cached.map(\.id)) == ["1", "2"])
        #expect(cached.map { $0.tributary?.alsoIn } == [[other], [other]])
    }

    @Test("positions follow the order of the deliveries and grow over all rivers and sinks")
    func positions() async throws {
        let bench = try await Bench()
        var all: [Int64] = []
        for river in 0..<3 {
            let numbers = try await bench.arrive([.kept(.sample("a\(river)")), .kept(.sample("b\(river)"))])
            var routing = Routing.keeping(numbers)
            routing.deliveries = [
                .init(number: numbers[1], sink: bench.sink("page")), .init(number: numbers[1], sink: bench.sink()),
                .init(number: numbers[0], sink: bench.sink()),
            ]
            try await bench.store.route(routing, at: .noon)
            let pending = try await bench.pending(after: all.last ?? 0)
            #expect(pending.map(\.entry.id) == ["b\(river)", "a\(river)"])
            all += pending.map(\.position)
        }
        #expect(all == all.sorted())
        #expect(Set(all + (try await bench.store.pendingPositions(of: bench.sink("page")))).count == 9)
        #expect(try await bench.store.pendingPositions(of: bench.sink()) == all)
        #expect(try await bench.pending(after: all[1], limit: 2).map(\.position) == Array(all[2...3]))
    }

    @Test("the position of a delivery that was confirmed is not given out again")
    func positionsAreNotReused() async throws {
        let bench = try await Bench()
        try await bench.arrive([.kept(.sample("1"))])
        try await bench.routeAll(to: ["mail"])
        let first = try await bench.pending()
        try await bench.confirm(first)
        try await bench.arrive([.kept(.sample("2"))])
        try await bench.routeAll(to: ["mail"])
        #expect(try #require(try await bench.pending().first).position > first[0].position)
    }

    @Test("the cache's delivery is confirmed inside Route, and the text stays when all others are confirmed")
    func cachedStays() async throws {
        let bench = try await Bench()
        try await bench.arrive([.kept(.sample("1"))])
        try await bench.routeAll(to: ["mail"])
        try await bench.confirm(try await bench.pending())
        #expect(try await bench.pending().isEmpty)
        #expect(try await bench.cached().map(\.id) == ["1"])
    }

    @Test("without a cache a text goes with its last delivery")
    func uncachedGoes() async throws {
        let bench = try await Bench()
        let numbers = try await bench.arrive([.kept(.sample("1"))])
        try await bench.routeAll(to: ["mail", "page"], caching: false)
        #expect(try await bench.cached().isEmpty)
        try await bench.confirm(try await bench.pending())
        #expect(try await bench.store.entries(numbers).count == 1)
        try await bench.confirm(try await bench.pending("page"), to: "page")
        #expect(try await bench.store.entries(numbers).isEmpty)
    }

    @Test("Route deletes the text of an entry that nobody is owed, and the entry stays known")
    func nobodyIsOwed() async throws {
        let bench = try await Bench()
        let numbers = try await bench.arrive([.kept(.sample("1"))])
        try await bench.routeAll(caching: false)
        #expect(try await bench.store.entries(numbers).isEmpty)
        let row = try #require(try await bench.store.ledger(of: bench.feed(), matching: [.id(of: "1")]).rows.first)
        #expect(row.number == numbers[0])
        #expect(row.wasKept)
    }

    @Test("what a receipt leaves out stays pending, in order; another sink's deliveries stay too")
    func partialReceipt() async throws {
        let bench = try await Bench()
        try await bench.arrive((1...4).map { .kept(.sample("\($0)"), place: $0) })
        try await bench.routeAll(to: ["mail", "page"])
        let pending = try await bench.pending()
        try await bench.confirm([pending[2], pending[0]], mark: SinkMark("12 345"))
        #expect(try await bench.pending().map(\.entry.id) == [pending[1], pending[3]].map(\.entry.id))
        #expect(try await bench.pending("page").count == 4)
        try await bench.confirm([pending[0]])
        #expect(try await bench.pending().count == 2)
    }

    @Test("a mark stays until the next one")
    func marks() async throws {
        var bench = try await Bench()
        #expect(bench.state.sinks["mail"]?.mark == nil)
        try await bench.confirm([], mark: SinkMark("inode 7, 名前"))
        try await bench.confirm([], mark: nil)
        try await bench.begin(feeds: [.init(key: "feed")])
        #expect(bench.state.sinks["mail"]?.mark == SinkMark("inode 7, 名前"))
        #expect(bench.state.sinks["page"]?.mark == nil)
    }

    @Test("a delivery has the same id whenever it is tried again, and no other delivery has it")
    func deliveryIDs() async throws {
        var bench = try await Bench(feeds: ["a", "b"])
        for key in ["a", "b"] { try await bench.arrive([.kept(.sample("1")), .kept(.sample("2"))], feed: key) }
        try await bench.routeAll(to: ["mail", "page"])
        let ids = try await bench.pending().map(\.id)
        let all = ids + (try await bench.pending("page").map(\.id))
        #expect(Set(all).count == 8)
        try await bench.begin(feeds: [.init(key: "moved", formerly: ["a"]), .init(key: "b")], at: .noon.days(1))
        #expect(try await bench.pending().map(\.id) == ids)
    }

    @Test("keys that stages remember are found by stage, key and age")
    func memory() async throws {
        let bench = try await Bench()
        let numbers = try await bench.arrive([.kept(.sample("1")), .kept(.sample("2"))])
        var routing = Routing.keeping(numbers)
        routing.memories = [
            .init(stage: "dedupe", key: .max, number: numbers[0]), .init(stage: "dedupe", key: 7, number: numbers[0]),
            .init(stage: "other", key: 7, number: numbers[1]),
        ]
        try await bench.store.route(routing, at: .noon)
        let found = try await bench.store.remembered([7, .max, 8], by: "dedupe", since: .noon)
        #expect(found == [7: numbers[0], .max: numbers[0]])
        #expect(try await bench.store.remembered([7], by: "other", since: .noon) == [7: numbers[1]])
        #expect(try await bench.store.remembered([7], by: "dedupe", since: .noon.adding(seconds: 1)) == [:])
        #expect(try await bench.store.remembered([7], by: "unknown", since: .noon) == [:])
        routing = Routing()
        routing.memories = [.init(stage: "dedupe", key: 7, number: numbers[1])]
        try await bench.store.route(routing, at: .noon.days(1))
        #expect(try await bench.store.remembered([7], by: "dedupe", since: .noon.days(1)) == [7: numbers[1]])
    }

    @Test("contacts and the options of a page are remembered")
    func contacts() async throws {
        var bench = try await Bench(feeds: ["a", "b"])
        var routing = Routing()
        routing.contacts = [(bench.feed("a"), bench.sink()), (bench.feed("a"), bench.sink())]
        try await bench.store.route(routing, at: .noon)
        try await bench.store.recordRendering(by: bench.sink("page"), options: .max - 1)
        try await bench.begin(feeds: [.init(key: "a"), .init(key: "b")])
        #expect(bench.state.sinks["mail"]?.contacts == [bench.feed("a")])
        #expect(bench.state.sinks["page"]?.contacts == [])
        #expect(bench.state.sinks["page"]?.renderedOptions == UInt64.max - 1)
        #expect(bench.state.sinks["mail"]?.renderedOptions == nil)
    }
}
