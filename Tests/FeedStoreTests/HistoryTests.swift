import FeedModel
import Testing
import TributaryEngine
import TributaryPluginKit

@testable import FeedStore

@Suite("What the store knows of how entries came")
struct HistoryTests {
    private static func response(_ location: String, document: String? = nil) -> ResponseRecord {
        ResponseRecord(
            runBegan: .noon, location: location, status: 200, mediaType: "text/xml", size: 5,
            document: document.map { KeptDocument(name: $0, coding: "gzip") }, repairs: ["a", "b"])
    }

    private static func arrive(
        _ entries: [ArrivingEntry], by response: ResponseRecord?, in bench: Bench, at now: Timestamp = .noon
    ) async throws -> [Int64] {
        var arrival = Arrival(
            subscription: bench.feed(), reading: .whole(Feed(title: "A feed"), Validators()), entries: entries)
        arrival.response = response
        return try await bench.store.arrive([arrival], at: now)[0]
    }

    @Test("An entry has the response of its newest revision, and the stages that changed that one")
    func responses() async throws {
        let bench = try await Bench(sinks: ["mail"])
        var first = ArrivingEntry.kept(.sample("1"))
        first.changedBy = [StageReference(label: "stages[0] rename", options: .max)]
        let numbers = try await Self.arrive([first, .dropped(.sample("2"))], by: Self.response("one"), in: bench)
        var history = try #require(try await bench.store.history(of: numbers[0]))
        #expect(history.response?.record == Self.response("one"))
        #expect(history.response?.brought == 2)
        #expect(history.response?.subscription == "feed")
        #expect(history.changedBy == first.changedBy)
        #expect(history.isOnItsWay)
        var routing = Routing.keeping([numbers[0]], to: [bench.sink("mail")])
        routing.changedBy = [numbers[0]: [StageReference(label: "stages[3] tag", options: 7)]]
        try await bench.store.route(routing, at: .noon)
        history = try #require(try await bench.store.history(of: numbers[0]))
        #expect(history.changedBy.map(\.text) == ["stages[0] rename#ffffffffffffffff", "stages[3] tag#7"])
        #expect(history.receptions.map(\.state) == [.owed(.pending)])
        #expect(history.cachedAt == .noon)
        _ = try await Self.arrive(
            [.kept(.sample("1"), number: numbers[0], hash: 2, isRevision: true)], by: Self.response("two"), in: bench)
        history = try #require(try await bench.store.history(of: numbers[0]))
        #expect(history.response?.record.location == "two")
        #expect(history.changedBy.isEmpty)
        #expect(history.revision == 1 && history.keptRevision == 0)
    }

    @Test("A verdict tells its stage's options, and a dropped entry is found by its keys")
    func judgements() async throws {
        let bench = try await Bench()
        let verdict = StageVerdict(stage: "stages[0] drop", verdict: .drop(reason: "dull"), options: 1 << 63)
        var entry = ArrivingEntry.dropped(.sample("1"))
        entry.outcome = .dropped(verdict)
        let numbers = try await Self.arrive([entry], by: nil, in: bench)
        let history = try #require(try await bench.store.history(of: numbers[0]))
        #expect(history.judgements == [EntryHistory.Judgement(verdict: verdict, revision: 0, date: .noon)])
        #expect(history.response == nil && history.entry == nil && history.keptRevision == nil)
        #expect(try await bench.store.numbers(having: entry.keys) == numbers)
        #expect(try await bench.store.numbers(having: [EntryKey(.id, 5)]).isEmpty)
        #expect(try await bench.store.history(of: 99) == nil)
    }

    @Test("Of responses without news only the last is kept, and documents come in the order of their runs")
    func documents() async throws {
        let bench = try await Bench()
        _ = try await Self.arrive([.kept(.sample("1"))], by: Self.response("one", document: "d1"), in: bench)
        for (day, name) in ["d2", "d3"].enumerated() {
            _ = try await Self.arrive(
                [], by: Self.response("more", document: name), in: bench, at: .noon.days(Int64(day) + 1))
        }
        _ = try await Self.arrive([.kept(.sample("4"))], by: Self.response("gone"), in: bench, at: .noon.days(3))
        let all = try await bench.store.documents(since: .noon)
        #expect(all.map(\.record.document?.name) == ["d1", "d3"])
        #expect(try await bench.store.documents(since: .noon.days(1)).map(\.record.document?.name) == ["d3"])
        #expect(try await bench.store.lastResponse(of: bench.feed())?.record.location == "gone")
        #expect(try await bench.store.subscriptionIDs() == ["feed": bench.feed()])
    }

    @Test("A database from before tells what it knows")
    func migration() async throws {
        let folder = try TemporaryFolder()
        let path = folder("old.db")
        let before = Migration.all.firstIndex { $0.name == "responses" } ?? 0
        _ = try SQLiteStore(path: path, migrations: Array(Migration.all.prefix(before)))
        try Connection(opening: path).run(
            script: """
                INSERT INTO subscription (id, key, first_key, readings, read_at) VALUES (1, 'feed', 'feed', 1, 5);
                INSERT INTO ledger (number, subscription, place, first_seen, first_seen_nanoseconds, first_seen_offset,
                        last_listed, last_listed_at, revision, hash_version, content_hash, keys)
                    VALUES (3, 1, 0, 5, 0, 0, 1, 5, 0, 1, 1, x'');
                INSERT INTO verdict (number, revision, stage, verdict, reason, at)
                    VALUES (3, 0, 'stages[0] drop', 'drop', 'dull', 5)
                """)
        let history = try #require(try await SQLiteStore(path: path).history(of: 3))
        #expect(
            history.judgements.map(\.verdict) == [StageVerdict(stage: "stages[0] drop", verdict: .drop(reason: "dull"))]
        )
        #expect(history.response == nil && history.changedBy.isEmpty)
    }
}
