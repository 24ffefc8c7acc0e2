import FeedModel
import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import TributaryEngine

@Suite("First contact of a subscription with a sink", .timeLimit(.minutes(10)))
struct FirstContactTests {
    private static let posts = Entry.posts(1...5)

    @Test(
        "The sink receives all, none, or the newest of those it wants; later everything",
        arguments: [
            (DeliveryTraits.FirstFetch.all, nil, ["5", "4", "3", "2", "1"]), (.none, nil, []),
            (.newest(2), nil, ["2", "1"]), (.newest(9), nil, ["5", "4", "3", "2", "1"]), (.newest(0), nil, []),
            (.newest(2), #"{"title": {"matches": "[345]"}}"#, ["4", "3"]),
            (.all, #"{"title": {"is": "On 4"}}"#, ["4"]),
        ] as [(DeliveryTraits.FirstFetch, String?, [String])])
    func firstFetch(_ fetch: DeliveryTraits.FirstFetch, condition: String?, expected: [String]) async throws {
        for isSinkLate in [false, true] {
            var world = try World()
            let sinks = world.sinks
            world.sinks = [.cache(), .to("mail", world.mail, where: condition, firstFetch: fetch)]
            world.repository.say(Self.posts, in: "blog")
            if isSinkLate {
                let planned = world.sinks
                world.sinks = [sinks[0]]
                try await world.run()
                world.sinks = planned
            }
            try await world.run()
            #expect(await world.mail.takeIDs() == expected)
            world.repository.say(Entry.posts(3...4, " more") + Self.posts, in: "blog")
            try await world.run()
            let later = condition == #"{"title": {"is": "On 4"}}"# ? [] : ["4 more", "3 more"]
            #expect(await world.mail.takeIDs() == later)
        }
    }

    @Test("For a sink that is added later the river's entries and the cached ones are counted together")
    func lateSink() async throws {
        var world = try World()
        let late = RecordingSink()
        world.repository.say(Self.posts, in: "blog")
        try await world.run()
        world.sinks.append(.to("late", late, firstFetch: .newest(3)))
        world.repository.say([.post("new", hoursOld: 0), .post("old", hoursOld: 9)] + Self.posts, in: "blog")
        try await world.run()
        #expect(await late.ids == ["2", "1", "new"])
    }

    @Test("A revision in the river takes no other entry's place among the newest")
    func lateSinkAndRevision() async throws {
        var world = try World()
        let late = RecordingSink()
        world.repository.say(Self.posts, in: "blog")
        try await world.run()
        world.sinks.append(.to("late", late, firstFetch: .newest(3)))
        world.repository.say([.post("1", hoursOld: 9, text: "Other.")] + Self.posts.dropFirst(), in: "blog")
        try await world.run()
        #expect(await late.ids == ["4", "3", "2"])
    }

    @Test("The first contact is recorded though nothing was kept")
    func nothingKept() async throws {
        var world = try World()
        world.sinks = [.cache(), .to("mail", world.mail, firstFetch: .newest(1))]
        world.subscriptions = [.feed("blog", stages: [.dropping { _ in true }])]
        world.repository.say(Self.posts, in: "blog")
        try await world.run()
        world.subscriptions = [.feed("blog")]
        world.repository.say([.post("7", hoursOld: 0), .post("6", hoursOld: 0)] + Self.posts, in: "blog")
        try await world.run()
        #expect(await world.mail.ids.sorted() == ["6", "7"])
    }

    @Test("A subscription that could not be read has had no contact")
    func unread() async throws {
        var world = try World()
        world.sinks = [.cache(), .to("mail", world.mail, firstFetch: .newest(1))]
        world.repository.fail("blog")
        try await world.run()
        world.repository.say(Self.posts, in: "blog")
        try await world.run()
        #expect(await world.mail.ids == ["1"])
    }

    @Test("Each subscription is met by itself")
    func bySubscription() async throws {
        var world = try World(feeds: ["blog", "news"])
        world.sinks = [.to("mail", world.mail, firstFetch: .newest(1), order: .newest)]
        world.repository.say(Self.posts, in: "blog")
        world.repository.fail("news")
        try await world.run()
        world.repository.say([.post("0", hoursOld: 0)] + Self.posts, in: "blog")
        world.repository.say([.post("n", hoursOld: 1), .post("m", hoursOld: 2)], in: "news")
        try await world.run()
        #expect(await world.mail.ids == ["1", "0", "n"])
    }
}
