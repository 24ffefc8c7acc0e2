import FeedModel
import LimitStage
import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import TributaryEngine

@Suite("Held entries, first contacts and limits", .timeLimit(.minutes(10)))
struct HeldContactTests {
    /// Where entries are held.
    enum Place: CaseIterable {
        case beforeArrive, river
    }

    /// Holds every entry but the named ones for a day.
    private static func holding(_ place: Place, but free: Set<String>, _ world: World) -> PlannedStage {
        let clock = world.clock
        let end = clock.now.adding(seconds: 86_400)
        switch place {
        case .beforeArrive:
            return .each("holding") { (entry) throws(StageFailure) in
                free.contains(entry.id) || clock.now >= end ? .keep : .hold(until: end)
            }
        case .river:
            return .river("holding") { (river) throws(StageFailure) in
                river.judge { free.contains($0.entryID) || clock.now >= end ? .keep : .hold(until: end) }
            }
        }
    }

    @Test(
        "Entries held at first contact do not escape first_fetch: with those delivered then they are no more than it says",
        arguments: [
            (DeliveryTraits.FirstFetch.none, [String](), [String]()), (.newest(1), ["3"], []),
            (.newest(3), ["3"], ["2", "1"]), (.newest(9), ["3"], ["5", "4", "2", "1"]),
            (.all, ["3"], ["5", "4", "2", "1"]),
        ], Place.allCases)
    func firstContact(
        _ expectation: (fetch: DeliveryTraits.FirstFetch, first: [String], later: [String]), _ place: Place
    ) async throws {
        var world = try World()
        world.sinks = [.cache(), .to("mail", world.mail, firstFetch: expectation.fetch)]
        let stage = Self.holding(place, but: ["3", "new"], world)
        if place == .river { world.stages = [stage] } else { world.subscriptions = [.feed("blog", stages: [stage])] }
        world.repository.say(Entry.posts(1...5), in: "blog")
        try await world.run()
        #expect(await world.mail.takeIDs() == expectation.first)
        world.repository.say([.post("new", hoursOld: 0)] + Entry.posts(1...5), in: "blog")
        try await world.run()
        #expect(await world.mail.takeIDs() == ["new"])
        world.clock.advance(bySeconds: 86_400)
        try await world.run()
        #expect(await world.mail.takeIDs() == expectation.later)
        #expect(try await world.cached().count == 6)
    }

    @Test("Held entries that are staged again count once in a limit of their subscription")
    func limit() async throws {
        var world = try World()
        let hold = Self.holding(.beforeArrive, but: [], world)
        world.subscriptions = [.feed("blog", stages: [hold, try .made(Limit.self, #"{"count": 2}"#)])]
        world.repository.say(Entry.posts(1...5), in: "blog")
        try await world.run()
        try await world.run()
        #expect(await world.mail.takeIDs() == [])
        world.clock.advance(bySeconds: 86_400)
        try await world.run()
        #expect(await world.mail.takeIDs() == ["2", "1"])
        for _ in 1...2 { try await world.run() }
        #expect(await world.mail.takeIDs() == [])
    }
}
