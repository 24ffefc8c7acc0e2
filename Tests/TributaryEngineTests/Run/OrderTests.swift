import FeedModel
import SortStage
import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import TributaryEngine

@Suite("The order of deliveries", .timeLimit(.minutes(10)))
struct OrderTests {
    @Test(
        "A sink gets the newest first, the oldest first, or the river's order",
        arguments: [
            (DeliveryTraits.Order.newest, ["new", "old", "undated", "older"]),
            (.oldest, ["older", "undated", "old", "new"]), (.river, ["new", "old", "older", "undated"]),
        ])
    func orders(order: DeliveryTraits.Order, expected: [String]) async throws {
        var world = try World()
        world.sinks = [.to("mail", world.mail, order: order)]
        world.stages = [try .made(Sort.self, #"{"use": "sort", "by": ["title"]}"#)]
        // An entry without a date counts from when it was first seen.
        var undated = Entry.post("undated", hoursOld: nil)
        undated.dateModified = Entry.post("x", hoursOld: 5).datePublished
        world.repository.say(
            [.post("older", hoursOld: 9), undated, .post("old", hoursOld: 3), .post("new")], in: "blog")
        try await world.run()
        #expect(await world.mail.ids == expected)
    }

    @Test("A sort among the top-level stages makes the river's order the default, one in a subscription does not")
    func sorted() async throws {
        let sort = try PlannedStage.made(Sort.self, #"{"use": "sort", "by": ["title"]}"#)
        for atTop in [true, false] {
            var world = try World()
            world.stages = atTop ? [sort] : []
            world.subscriptions = [.feed("blog", stages: atTop ? [] : [sort])]
            world.repository.say(
                [.post("b", hoursOld: 3), .post("c", hoursOld: 2), .post("a", hoursOld: 1)], in: "blog")
            try await world.run()
            #expect(await world.mail.ids == (atTop ? ["a", "b", "c"] : ["b", "c", "a"]))
        }
    }

    @Test("Entries of one date stand by feed, then by their place in the document")
    func ties() async throws {
        var world = try World(feeds: ["b", "a"])
        world.sinks = [.to("mail", world.mail, order: .newest)]
        world.repository.say([.post("b1"), .post("b2")], in: "b")
        world.repository.say([.post("a1"), .post("a2")], in: "a")
        try await world.run()
        #expect(await world.mail.ids == ["a1", "a2", "b1", "b2"])
    }

    @Test("A date in the future counts as when the entry was first seen")
    func future() async throws {
        var world = try World()
        world.sinks = [.cache(), .to("mail", world.mail, order: .newest)]
        world.repository.say([.post("future", hoursOld: -1000), .post("now", hoursOld: 0)], in: "blog")
        try await world.run()
        world.repository.say([.post("next", hoursOld: -2)], in: "blog")
        try await world.run()
        #expect(try await world.cached() == ["next", "future", "now"])
    }

    @Test("Positions grow over all rivers: what is pending comes before what is new")
    func positions() async throws {
        var world = try World()
        world.sinks = [.to("mail", world.mail, order: .newest)]
        await world.mail.behave(.staysShut)
        world.repository.say([.post("b", hoursOld: 2), .post("a", hoursOld: 3)], in: "blog")
        try await world.run()
        await world.mail.behave(.takesAll)
        world.repository.say([.post("c", hoursOld: 1), .post("b", hoursOld: 2), .post("a", hoursOld: 3)], in: "blog")
        try await world.run()
        #expect(await world.mail.ids == ["b", "a", "c"])
        let positions = await world.mail.taken.map(\.position)
        #expect(positions == positions.sorted() && Set(positions).count == 3)
    }
}
