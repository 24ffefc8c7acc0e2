import FeedModel
import Testing
import TributaryEngine
import TributaryPluginKit

@testable import FeedStore

@Suite("When to ask, in the store")
struct ScheduleTests {
    private static let full: FetchState = {
        var state = FetchState()
        state.requestHash = .max
        (state.askedAt, state.freshUntil, state.retryAt) = (1, 2, 3)
        state.rhythm.seconds = 4
        state.rhythm.skippedHours = 0xFF_FFFE
        state.rhythm.skippedDays = 0x7E
        (state.changedAt, state.changeGap) = (5, 6)
        (state.failures, state.failingSince, state.isFailureNamed, state.isGone) = (7, 8, true, true)
        (state.movedTo, state.moveTarget, state.moveReadings) = ("https://example.org/a", "https://example.org/b", 9)
        (state.milliseconds, state.wasCutOff) = (10, true)
        return state
    }()

    @Test("what is known of requests comes back as it was, and a later word replaces it")
    func roundTrip() async throws {
        var bench = try await Bench()
        #expect(bench.state.subscriptions["feed"]?.fetch == FetchState())
        for state in [Self.full, FetchState()] {
            var arrival = Arrival(subscription: bench.feed(), reading: .failed("the server is silent"))
            arrival.fetch = state
            _ = try await bench.store.arrive([arrival], at: .noon)
            try await bench.begin(feeds: [Roster.Member(key: "feed")])
            #expect(bench.state.subscriptions["feed"]?.fetch == state)
            let record = try await bench.store.fetchRecords().subscriptions["feed"]
            #expect(record?.fetch == state)
            #expect(record?.failure == "the server is silent")
        }
    }

    @Test("a site is held until the latest time that was said, and forgotten when it is over")
    func holds() async throws {
        var bench = try await Bench()
        try await bench.store.hold(["example.org": 500, "example.com": 9_999_999_999])
        try await bench.store.hold(["example.org": 400])
        #expect(try await bench.store.fetchRecords().siteHolds == ["example.org": 500, "example.com": 9_999_999_999])
        try await bench.store.prune([:], at: .noon)
        try await bench.begin(feeds: [Roster.Member(key: "feed")])
        #expect(bench.state.siteHolds == ["example.com": 9_999_999_999])
    }

    @Test("a feed that is gone is asked again when the user says so")
    func resume() async throws {
        let bench = try await Bench()
        var arrival = Arrival(subscription: bench.feed(), reading: .failed("gone"))
        arrival.fetch = Self.full
        _ = try await bench.store.arrive([arrival], at: .noon)
        #expect(try await bench.store.resumeFetching("feed"))
        let fetch = try #require(try await bench.store.fetchRecords().subscriptions["feed"]?.fetch)
        #expect(!fetch.isGone && fetch.askedAt == nil && fetch.failures == 0)
        #expect(fetch.movedTo == Self.full.movedTo)
        #expect(try await !bench.store.resumeFetching("other"))
    }

    @Test("a database of the first schema gets the tables, and keeps what it has")
    func migration() async throws {
        let folder = try TemporaryFolder()
        let path = folder("old.db")
        do {
            let old = try Connection(opening: Self.made(path))
            try old.migrate(by: Array(Migration.all.prefix(1)))
            try old.run(
                script: """
                    INSERT INTO subscription (key, first_key, has_validators, validator_url, etag)
                    VALUES ('feed', 'feed', 1, 'https://example.org/', '"a"')
                    """)
        }
        let bench = try await Bench(try SQLiteStore(path: path))
        #expect(bench.state.subscriptions["feed"]?.validators?.etag == "\"a\"")
        #expect(bench.state.subscriptions["feed"]?.fetch == FetchState())
    }

    private static func made(_ path: String) throws -> String {
        try DatabaseFile.makeIfMissing(path)
        return path
    }
}
