import DedupeStage
import FeedModel
import LimitStage
import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import TributaryEngine

@Suite("Revisions in a run", .timeLimit(.minutes(10)))
struct RevisionRunTests {
    /// A world with a page; "a" and "b" have been delivered, then "a" has another text.
    private static func revisedWorld(_ policy: RevisionPolicy, page: RecordingPage) async throws -> World {
        var world = try World()
        world.subscriptions = [.feed("blog", onUpdate: policy)]
        world.sinks.append(.page("page", page))
        world.repository.say([.post("a", text: "First."), .post("b", hoursOld: 2)], in: "blog")
        try await world.run()
        #expect(await world.mail.takeIDs() == ["b", "a"])
        world.repository.say([.post("a", text: "Second."), .post("b", hoursOld: 2)], in: "blog")
        return world
    }

    @Test(
        "A revision goes to the cache and to pages that had the entry, to everyone, or to nobody",
        arguments: [(RevisionPolicy.replace, [], "Second."), (.redeliver, ["a"], "Second."), (.ignore, [], "First.")])
    func policies(policy: RevisionPolicy, mailed: [String], shown: String) async throws {
        let page = RecordingPage()
        let world = try await Self.revisedWorld(policy, page: page)
        let report = try await world.run()
        #expect(report.readings == ["blog": .read(new: 0, revised: policy == .ignore ? 0 : 1)])
        #expect(await world.mail.taken.map(\.entry.id) == mailed)
        #expect(await world.mail.taken.allSatisfy { $0.revision == 1 })
        #expect(await page.renderings.count == (policy == .ignore ? 1 : 2))
        #expect(try await world.cachedEntries().first?.contentHTML == "<p>\(shown)</p>")
        #expect(await page.renderings.last?.first?.contentHTML == "<p>\(shown)</p>")
        try await world.run()
        #expect(await world.mail.ids == mailed)
        #expect(await page.renderings.count == (policy == .ignore ? 1 : 2))
    }

    @Test("A page that never had the entry does not get its revision")
    func otherPage() async throws {
        let page = RecordingPage()
        var world = try await Self.revisedWorld(.replace, page: page)
        let other = RecordingPage()
        var planned = PlannedSink.page("other", other)
        planned.firstFetch = .none
        world.sinks.append(planned)
        try await world.run()
        try await world.run()
        #expect(await page.renderings.count == 2)
        #expect(await other.ids == [])
    }

    @Test("The query of a URL, tags and white space make no revision")
    func noRevision() async throws {
        let world = try World()
        world.repository.say([.post("a", text: "One two.")], in: "blog")
        try await world.run()
        var entry = Entry.post("a", text: "One\n <b>two</b>.")
        entry.url? += "?utm_source=feed"
        world.repository.say([entry], in: "blog")
        #expect(try await world.run().readings == ["blog": .read(new: 0, revised: 0)])
    }

    @Test("A dropped revision leaves the last kept one shown", arguments: [true, false])
    func droppedRevision(inRoute: Bool) async throws {
        let page = RecordingPage()
        var world = try await Self.revisedWorld(.replace, page: page)
        let dropping = PlannedStage.dropping { $0.contentHTML == "<p>Second.</p>" }
        world.stages = inRoute ? [.passing, dropping] : [dropping]
        #expect(try await world.run().dropped == 1)
        #expect(try await world.cachedEntries().map(\.contentHTML) == ["<p>First.</p>", "<p>Words.</p>"])
        #expect(await page.renderings.count == 1)
        world.repository.say([.post("a", text: "Third."), .post("b", hoursOld: 2)], in: "blog")
        try await world.run()
        #expect(try await world.cachedEntries().first?.contentHTML == "<p>Third.</p>")
    }

    @Test("A revision of an entry that no river took yet is routed as new")
    func revisedBeforeRoute() async throws {
        var world = try World()
        let clock = world.clock
        let end = clock.now.adding(seconds: 2 * 3600 + 1)
        world.stages = [
            .river("quiet") { (river) throws(StageFailure) in
                river.judge { _ in clock.now < end ? .hold(until: end) : .keep }
            }
        ]
        world.repository.say([.post("a", text: "First.")], in: "blog")
        try await world.run()
        world.repository.say([.post("a", text: "Second.")], in: "blog")
        try await world.run()
        try await world.run()
        #expect(await world.mail.taken.map(\.entry.contentHTML) == ["<p>Second.</p>"])
    }

    @Test("A revision counts in no limit and duplicates nothing, not even itself", arguments: [true, false])
    func limitsAndDuplicates(atTop: Bool) async throws {
        let stages = [
            try PlannedStage.made(Dedupe.self, #"{"use": "dedupe", "by": ["url"]}"#),
            try PlannedStage.made(Limit.self, #"{"use": "limit", "count": 2}"#),
        ]
        var world = try World()
        world.stages = atTop ? stages : []
        world.subscriptions = [.feed("blog", stages: atTop ? [] : stages, onUpdate: .redeliver)]
        world.repository.say([.post("a", text: "First."), .post("b", hoursOld: 2)], in: "blog")
        try await world.run()
        #expect(await world.mail.takeIDs() == ["b", "a"])
        world.repository.say(
            [.post("c", hoursOld: 0), .post("d", hoursOld: 0), .post("a", text: "Second."), .post("b", hoursOld: 2)],
            in: "blog")
        try await world.run()
        #expect(await world.mail.takeIDs().sorted() == ["a", "c", "d"])
    }

    @Test("A revision keeps what is known of other feeds that had the story")
    func alsoIn() async throws {
        var world = try World(feeds: ["blog", "news"])
        world.stages = [try .made(Dedupe.self, #"{"use": "dedupe", "by": ["url"]}"#)]
        world.repository.say([.post("a", hoursOld: 2, text: "First.")], in: "blog")
        world.repository.say([.post("a", text: "First.")], in: "news")
        try await world.run()
        world.repository.say([.post("a", hoursOld: 2, text: "Second.")], in: "blog")
        try await world.run()
        let entry = try #require(try await world.cachedEntries().first)
        #expect(entry.contentHTML == "<p>Second.</p>")
        #expect(entry.tributary?.alsoIn.map(\.id) == ["news"])
    }
}
