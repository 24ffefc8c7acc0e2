import FeedStore
import Testing
import TributaryEngine
import TributaryPluginKit

@Suite("Ids under which entries are published")
struct PublicationTests {
    private static func wish(_ number: Int64?, _ first: String, _ second: String) -> PublishedIDWish {
        PublishedIDWish(number: number, first: first, second: second)
    }

    @Test("An id is one entry's for ever, whichever entries are published together")
    func stays() async throws {
        let bench = try await Bench()
        let numbers = try await bench.arrive((1...4).map { .kept(.sample("\($0)")) })
        let wishes = numbers.map { Self.wish($0, "https://x.example/1", "feed\($0)#1") }
        #expect(try await bench.store.publishedIDs(for: [wishes[2]]) == ["https://x.example/1"])
        let all = try await bench.store.publishedIDs(for: wishes.reversed())
        #expect(all == wishes.reversed().map { $0 == wishes[2] ? $0.first : $0.second })
        for wish in wishes {
            #expect(try await bench.store.publishedIDs(for: [wish]) == [wish == wishes[2] ? wish.first : wish.second])
        }
        // Also where it would have another one now.
        #expect(
            try await bench.store.publishedIDs(for: [Self.wish(numbers[2], "urn:other", "other#1")])
                == ["https://x.example/1"])
    }

    @Test("Of those that are published for the first time together, the one that came first has the first choice")
    func first() async throws {
        let bench = try await Bench()
        let numbers = try await bench.arrive((1...3).map { .kept(.sample("\($0)")) })
        let wishes = numbers.reversed().map { Self.wish($0, "urn:a", "feed#a") }
        #expect(try await bench.store.publishedIDs(for: wishes) == ["feed#a#2", "feed#a", "urn:a"])
        #expect(try await bench.store.publishedIDs(for: wishes) == ["feed#a#2", "feed#a", "urn:a"])
    }
}
