import FeedModel
import FeedStore
import TributaryEngine
import TributaryPluginKit

extension Bench {
    /// A store with something of all that a run writes.
    static func filled(_ store: SQLiteStore) async throws -> Bench {
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

    /// Adds marks, a revision, and what is known of servers and of their responses.
    func addHistory() async throws {
        _ = try await store.mark(.numbers([1]), .star, at: .noon)
        _ = try await store.mark(.numbers([2]), .read, at: .noon.days(1))
        var revised = ArrivingEntry.kept(.sample("1", text: "振り子を直した"), number: 1, hash: 2, isRevision: true)
        revised.changedBy = [StageReference(label: "stages[0] tag", options: 7)]
        var arrival = Arrival(
            subscription: feed(),
            reading: .whole(
                Feed(title: "A feed"), Validators(url: "https://example.org/feed", etag: "\"e\"", documentHash: .max)),
            entries: [revised], unusableIDs: [5])
        arrival.fetch = FetchState()
        arrival.fetch?.askedAt = 5
        arrival.fetch?.movedTo = "https://example.org/moved"
        arrival.response = ResponseRecord(
            runBegan: .noon, location: "https://example.org/feed", status: 200, mediaType: "text/xml", size: 90,
            document: KeptDocument(name: "000000000001-0000000000000002", coding: "gzip"), repairs: ["a bare \"&\""])
        _ = try await store.arrive([arrival], at: .noon.days(1))
        try await store.hold(["example.org": Timestamp.noon.days(2).seconds])
        try await routeAll(at: .noon.days(1))
        let waiting = Arrival(subscription: feed(), reading: .held, entries: [.kept(.sample("6"))])
        _ = try await store.arrive([waiting], at: .noon.days(1))
    }
}
