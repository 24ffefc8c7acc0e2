import FeedModel
import FeedStore
import Testing
import TributaryEngine
import TributaryPluginKit

@Suite("The store, with revisions")
struct RevisionTests {
    @Test("a revision of a kept entry says so, and which sinks had the entry or are owed it")
    func revisionInRiver() async throws {
        let (bench, number) = try await cachedEntry(deliveredTo: ["mail", "page"])
        try await bench.confirm(try await bench.pending("page"), to: "page")
        try await bench.arrive([.revision(number, "two", onUpdate: .redeliver)])
        let arrived = try #require(try await bench.store.arrivedEntries(at: .noon).first)
        #expect(arrived.revision == 1)
        #expect(arrived.isRevision)
        let head = try #require(try await bench.arrivedHeads().first)
        #expect(head.isRevision)
        #expect(head.title == "two")
        #expect(arrived.onUpdate == .redeliver)
        #expect(arrived.earlierSinks == [bench.sink(), bench.sink("page")])
    }

    @Test("until Route takes it, a revision is not shown; then it stands in the earlier one's place")
    func replace() async throws {
        let (bench, number) = try await cachedEntry()
        try await bench.arrive([.kept(.sample("newer", published: .noon.days(-1)))])
        try await bench.routeAll()
        try await bench.arrive([.revision(number, "two")], at: .noon.days(1))
        #expect(try await bench.cached().map(\.title) == ["Title of newer", "one"])
        try await bench.routeAll(at: .noon.days(1))
        #expect(try await bench.cached().map(\.title) == ["Title of newer", "two"])
        #expect(try await bench.store.holdings(of: nil).count == 2)
        #expect(try await bench.cached().last?.tributary?.firstSeen == .noon)
    }

    @Test("a revision that a stage drops, before Arrive or in the river, lets the kept one go on being shown")
    func droppedRevision() async throws {
        let (bench, number) = try await cachedEntry()
        try await bench.arrive([.dropped(.sample("1"), number: number, hash: 2)])
        #expect(try await bench.cached().map(\.title) == ["one"])
        try await bench.arrive([.revision(number, "three", hash: 3)])
        var routing = Routing()
        routing.dropped = [(number, StageVerdict(stage: "stages[0] drop", verdict: .drop(reason: "dull")))]
        try await bench.store.route(routing, at: .noon)
        #expect(try await bench.cached().map(\.title) == ["one"])
        #expect(try await bench.arrivedNumbers() == [])
        let row = try #require(try await bench.store.ledger(of: bench.feed(), matching: [.id(of: "1")]).rows.first)
        #expect(row.revision == 2)
        #expect(row.contentHash.value == 3)
    }

    @Test("a revision that nobody is to have changes nothing")
    func ignoredRevision() async throws {
        let (bench, number) = try await cachedEntry()
        try await bench.arrive([.revision(number, "two", onUpdate: .ignore)])
        try await bench.routeAll(caching: false)
        #expect(try await bench.cached().map(\.title) == ["one"])
        #expect(try await bench.arrivedNumbers() == [])
    }

    @Test("a revision of an entry of which none was kept is routed as new")
    func revisionOfDropped() async throws {
        let bench = try await Bench()
        let number = try await bench.arrive([.dropped(.sample("1"))])[0]
        try await bench.arrive([.kept(.sample("1", title: "two"), number: number, hash: 2, isRevision: false)])
        let arrived = try #require(try await bench.store.arrivedEntries(at: .noon).first)
        #expect(!arrived.isRevision)
        #expect(arrived.revision == 1)
        try await bench.routeAll(to: ["mail"])
        #expect(try await bench.pending().map(\.revision) == [1])
    }

    @Test("a delivery that is pending when a revision is kept brings the newest form, once, in its old place")
    func pendingRevision() async throws {
        let (bench, number) = try await cachedEntry(deliveredTo: ["mail"])
        let before = try await bench.pending()
        try await bench.arrive([.revision(number, "two", onUpdate: .redeliver)])
        try await bench.routeAll(to: ["mail"])
        let after = try await bench.pending()
        #expect(after.map(\.entry.title) == ["two"])
        #expect(after.map(\.position) == before.map(\.position))
        #expect(after.map(\.revision) == [1])
        #expect(after[0].id != before[0].id)
        try await bench.confirm(after)
        try await bench.arrive([.revision(number, "three", hash: 3, onUpdate: .redeliver)])
        try await bench.routeAll(to: ["mail"])
        #expect(try await bench.pending().map(\.entry.title) == ["three"])
    }

    @Test("of two revisions that no river has taken, the newer one is routed")
    func twoUnrouted() async throws {
        let bench = try await Bench()
        let number = try await bench.arrive([.kept(.sample("1", title: "one"))])[0]
        try await bench.arrive([.kept(.sample("1", title: "two"), number: number, hash: 2)])
        #expect(try await bench.arrivedHeads().map(\.title) == ["two"])
        try await bench.routeAll(to: ["mail"])
        #expect(try await bench.pending().map(\.entry.title) == ["two"])
    }

    @Test(
        "the same hash, or one of another version, makes no revision; another one does",
        arguments: [
            (ContentHash(version: 1, value: 1), 0), (ContentHash(version: 2, value: 9), 0),
            (ContentHash(version: 1, value: 9), 1),
        ])
    func contentHash(_ hash: ContentHash, _ revision: Int) async throws {
        let (bench, number) = try await cachedEntry()
        var arriving = ArrivingEntry.revision(number, "two")
        arriving.contentHash = hash
        try await bench.arrive([arriving])
        let row = try #require(try await bench.store.ledger(of: bench.feed(), matching: [.id(of: "1")]).rows.first)
        #expect(row.revision == revision)
        #expect(row.contentHash == hash)
    }

    @Test("an entry's text that was deleted comes back with a revision, and goes again when nobody is owed it")
    func revisionWithoutCache() async throws {
        let bench = try await Bench()
        let number = try await bench.arrive([.kept(.sample("1"))])[0]
        try await bench.routeAll(caching: false)
        try await bench.arrive([.revision(number, "two", onUpdate: .redeliver)])
        try await bench.routeAll(to: ["mail"], caching: false)
        #expect(try await bench.pending().map(\.entry.title) == ["two"])
        try await bench.confirm(try await bench.pending())
        #expect(try await bench.store.entries([number]).isEmpty)
    }

    private func cachedEntry(deliveredTo sinks: [String] = []) async throws -> (Bench, Int64) {
        let bench = try await Bench()
        let numbers = try await bench.arrive([.kept(.sample("1", title: "one", published: .noon.days(-3)))])
        try await bench.routeAll(to: sinks)
        return (bench, numbers[0])
    }
}

extension ArrivingEntry {
    fileprivate static func revision(
        _ number: Int64, _ title: String, hash: UInt64 = 2, onUpdate: RevisionPolicy = .replace
    ) -> ArrivingEntry {
        .kept(
            .sample("1", title: title, published: .noon.days(-3)), number: number, hash: hash, isRevision: true,
            onUpdate: onUpdate)
    }
}
