import FeedModel
import FeedStore
import Testing
import TributaryEngine
import TributaryPluginKit

@Suite("What the store has recorded of subscriptions")
struct SubscriptionRecordTests {
    @Test("The title, the last reading, the failure since then, and how much is cached")
    func records() async throws {
        let bench = try await Bench(feeds: ["a", "b", "c"])
        #expect(try await bench.store.subscriptionRecords()["a"] == SubscriptionRecord())
        let feed = Feed(title: "時計工房だより", homePageURL: "https://tokei.example/")
        try await bench.arrive(
            [.kept(.sample("1")), .kept(.sample("2"), place: 1)], feed: "a", reading: .whole(feed, Validators()))
        try await bench.routeAll()
        let later = Timestamp.noon.days(1)
        try await bench.arrive([], feed: "a", reading: .failed("HTTP status 500"), at: later)
        try await bench.arrive([], feed: "b", reading: .failed("too slow"), at: later)
        let records = try await bench.store.subscriptionRecords()
        #expect(
            records["a"]
                == SubscriptionRecord(
                    title: feed.title, homePageURL: feed.homePageURL, lastRead: .noon,
                    failure: SubscriptionRecord.Failure(date: later, reason: "HTTP status 500"), cachedCount: 2))
        #expect(records["b"]?.failure?.reason == "too slow")
        #expect(records["b"]?.lastRead == nil)
        #expect(records["c"] == SubscriptionRecord())
        try await bench.arrive([], feed: "a", reading: .unchanged(nil), at: later)
        let again = try await bench.store.subscriptionRecords()["a"]
        #expect(again?.failure == nil)
        #expect(again?.lastRead == later)
    }
}
