import FeedModel
import LimitStage
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The stage limit")
struct LimitTests {
    @Test("keeps the contract of river stages")
    func contract() async throws {
        try await RiverStageContract.check(
            Limit.self, in: PluginFolder("Plugins/Stages/Limit"),
            options: [#"{"use": "limit", "count": 2}"#, #"{"use": "limit", "count": 1, "per": "feed"}"#],
            dependsOnOrder: true)
    }

    @Test("lets the first of the river pass, in its order")
    func ofRiver() async throws {
        let limit = try PluginContract.make(Limit.self, #"{"use": "limit", "count": 2}"#)
        let river = MemoryRiver()
        let outcome = try await river.route(river.arrive(entries(5)).reversed(), through: limit)
        #expect(outcome.kept == [5, 4])
        #expect(outcome.departures[1] == .drop(reason: "beyond the first 2 of the river"))
    }

    @Test("lets the first of each feed pass")
    func ofFeeds() async throws {
        let limit = try PluginContract.make(Limit.self, #"{"use": "limit", "count": 1, "per": "feed"}"#)
        let river = MemoryRiver()
        let heads = river.arrive(entries(2), feed: "a") + river.arrive(entries(3), feed: "b")
        let outcome = try await river.route(heads, through: limit)
        #expect(outcome.kept == [1, 3])
        #expect(outcome.departures[5] == .drop(reason: "beyond the first 1 of its feed"))
    }

    @Test("neither counts nor drops revisions")
    func revisions() async throws {
        let limit = try PluginContract.make(Limit.self, #"{"use": "limit", "count": 1}"#)
        let river = MemoryRiver()
        let heads = river.arrive(entries(3), areRevisions: true) + river.arrive(entries(2))
        #expect(try await river.route(heads, through: limit).kept == [1, 2, 3, 4])
        #expect(try await river.route(heads.reversed(), through: limit).kept == [5, 3, 2, 1])
    }

    @Test("begins anew in each river")
    func rivers() async throws {
        let limit = try PluginContract.make(Limit.self, #"{"use": "limit", "count": 1}"#)
        let river = MemoryRiver()
        #expect(try await river.route(river.arrive(entries(2)), through: limit).kept == [1])
        #expect(try await river.route(river.arrive(entries(2)), through: limit).kept == [3])
    }

    @Test("takes no count below 1", arguments: ["0", "-1", "1.5", #""10""#, "null"])
    func mistakes(count: String) {
        #expect(throws: ConfigurationError.self) {
            try PluginContract.make(Limit.self, #"{"use": "limit", "count": \#(count)}"#)
        }
    }

    private func entries(_ count: Int) -> [Entry] {
        (1...count).map { Entry(id: "\($0)") }
    }
}
