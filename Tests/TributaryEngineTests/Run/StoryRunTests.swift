import DedupeStage
import FeedModel
import LimitStage
import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import TributaryEngine

@Suite("Limits and duplicates in a run", .timeLimit(.minutes(10)))
struct StoryRunTests {
    private static let byURL = #"{"use": "dedupe", "by": ["url"], "within": "2d"}"#

    @Test("In a subscription `limit` counts one reading, at the top the whole river; the newest pass")
    func limits() async throws {
        let limit = try PlannedStage.made(Limit.self, #"{"use": "limit", "count": 2}"#)
        let posts = Entry.posts(1...4)
        for isOwn in [true, false] {
            var world = try World(feeds: ["blog", "news"])
            if isOwn {
                world.subscriptions = world.subscriptions.map { planned in
                    var planned = planned
                    planned.stages = [limit]
                    return planned
                }
            } else {
                world.stages = [limit]
            }
            world.repository.say(posts, in: "blog")
            world.repository.say(posts, in: "news")
            try await world.run()
            #expect(await world.mail.takeIDs() == (isOwn ? ["2", "2", "1", "1"] : ["1", "1"]))
            world.repository.say([.post("5", hoursOld: 0)] + posts, in: "blog")
            try await world.run()
            #expect(await world.mail.takeIDs() == ["5"])
        }
    }

    @Test("A story that two feeds bring comes once, and the entry that stays says so")
    func sameRiver() async throws {
        var world = try World(feeds: ["blog", "news"])
        world.stages = [try .made(Dedupe.self, Self.byURL)]
        world.repository.say([.post("a", hoursOld: 2)], in: "blog")
        world.repository.say([.post("a")], in: "news")
        let report = try await world.run()
        #expect(report.dropped == 1)
        #expect(await world.mail.taken.map(\.entry.tributary?.feed.id) == ["blog"])
        #expect(await world.mail.taken.map { $0.entry.tributary?.alsoIn.map(\.id) } == [["news"]])
    }

    @Test(
        "A story that was routed earlier is a duplicate within `within` and new after it, and the earlier entry says so"
    )
    func earlierRiver() async throws {
        let page = RecordingPage()
        var world = try World(feeds: ["blog", "news", "late"])
        world.sinks.append(.page("page", page))
        world.stages = [try .made(Dedupe.self, Self.byURL)]
        world.repository.say([.post("a")], in: "blog")
        try await world.run()
        #expect(await world.mail.takeIDs() == ["a"])
        world.repository.say([.post("a", title: "Also a")], in: "news")
        try await world.run()
        #expect(await world.mail.takeIDs() == [])
        let entry = try #require(try await world.cachedEntries().first)
        #expect(entry.tributary?.alsoIn.map(\.id) == ["news"])
        // It is no revision: nobody gets it again.
        #expect(await page.renderings.count == 1)
        world.clock.advance(bySeconds: 2 * 86_400)
        world.repository.say([.post("a", title: "A again")], in: "late")
        try await world.run()
        #expect(await world.mail.taken.map(\.entry.tributary?.feed.id) == ["late"])
    }

    @Test("A story that Route dropped is no reason to drop another", arguments: [true, false])
    func droppedOriginal(atTop: Bool) async throws {
        let dedupe = try PlannedStage.made(Dedupe.self, Self.byURL)
        let dropping = PlannedStage.dropping { $0.title == "Dull" }
        var world = try World()
        world.subscriptions = [.feed("blog", stages: atTop ? [] : [dedupe])]
        world.stages = atTop ? [dedupe, dropping] : [.passing, dropping]
        world.repository.say([.post("a", title: "Dull")], in: "blog")
        try await world.run()
        var again = Entry.post("a", title: "Bright")
        again.id = "a2"
        world.repository.say([.post("a", title: "Dull"), again], in: "blog")
        try await world.run()
        #expect(await world.mail.ids == ["a2"])
    }

    @Test("In a subscription `dedupe` knows what it routed within `within`, and nothing of other subscriptions")
    func ownDuplicates() async throws {
        let dedupe = try PlannedStage.made(Dedupe.self, Self.byURL)
        var world = try World()
        world.subscriptions = [.feed("blog", stages: [dedupe]), .feed("news", stages: [dedupe])]
        world.repository.say([.post("a")], in: "blog")
        try await world.run()
        var again = Entry.post("a", title: "A again")
        again.id = "a2"
        world.repository.say([again, .post("a")], in: "blog")
        world.repository.say([.post("a")], in: "news")
        #expect(try await world.run().dropped == 1)
        #expect(await world.mail.taken.map(\.entry.tributary?.feed.id) == ["blog", "news"])
        world.clock.advance(bySeconds: 2 * 86_400)
        var late = Entry.post("a", title: "A at last")
        late.id = "a3"
        world.repository.say([late], in: "blog")
        try await world.run()
        #expect(await world.mail.ids == ["a", "a", "a3"])
    }

    @Test("Two readings of which one repeats itself: the copy goes, whatever the numbers of earlier entries")
    func ownCopies() async throws {
        var world = try World()
        world.subscriptions = [.feed("blog", stages: [try .made(Dedupe.self, Self.byURL)])]
        world.repository.say([.post("x", hoursOld: 9), .post("y", hoursOld: 8)], in: "blog")
        try await world.run()
        var copy = Entry.post("a", hoursOld: 1, title: "A copy")
        copy.id = "copy"
        world.repository.say([copy, .post("a", hoursOld: 2)], in: "blog")
        try await world.run()
        #expect(await world.mail.ids == ["x", "y", "a"])
    }

    @Test("Two dedupe stages of different options do not mix what they remember")
    func twoMemories() async throws {
        var world = try World(feeds: ["blog", "news"])
        world.stages = [
            try .made(Dedupe.self, #"{"use": "dedupe", "by": ["url"], "within": "1h"}"#),
            try .made(Dedupe.self, #"{"use": "dedupe", "by": ["url"], "within": "30d"}"#),
        ]
        world.stages[0].condition = .reading(#"{"title": {"is": "Short"}}"#)
        world.stages[1].condition = .reading(#"{"title": {"is": "Long"}}"#)
        world.repository.say([.post("a", title: "Short")], in: "blog")
        try await world.run()
        world.repository.say([.post("a", title: "Long")], in: "news")
        try await world.run()
        #expect(await world.mail.ids == ["a", "a"])
    }
}
