import FeedModel
import FeedStore
import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import TributaryEngine

@Suite("Drain", .timeLimit(.minutes(10)))
struct DeliveryTests {
    private static let posts = (1...5).map { (number: Int64) in Entry.post("\(number)", hoursOld: 10 - number) }

    @Test("A sink is opened before its first batch, gets batches of its size, is closed after the last, and only then")
    func calls() async throws {
        var world = try World()
        world.sinks = [.cache(), .to("mail", world.mail, batch: 2)]
        world.repository.say(Self.posts, in: "blog")
        try await world.run()
        #expect(
            await world.mail.events == [
                .opened(after: nil), .delivered(["1", "2"]), .delivered(["3", "4"]), .delivered(["5"]), .closed,
            ])
        try await world.run()
        #expect(await world.mail.events.count == 5)
        world.repository.say([.post("6", hoursOld: 0)] + Self.posts, in: "blog")
        try await world.run()
        #expect(await world.mail.events.dropFirst(5) == [.opened(after: "5"), .delivered(["6"]), .closed])
    }

    @Test("A sink receives the entries for which its `where` holds, as the stages left them")
    func condition() async throws {
        var world = try World()
        world.stages = [.tagging("staged")]
        let none = RecordingSink()
        world.sinks = [
            .to("mail", world.mail, where: #"{"all": [{"title": {"is": "On 2"}}, {"tags": {"has": "staged"}}]}"#),
            .to("none", none, where: #"{"title": {"is": "On 9"}}"#),
        ]
        world.repository.say(Self.posts, in: "blog")
        try await world.run()
        #expect(await world.mail.ids == ["2"])
        #expect(await none.events == [])
    }

    @Test("A sink that fails keeps the rest pending, is tried again in the next run, and holds up no other")
    func failing() async throws {
        var world = try World()
        let other = RecordingSink()
        world.sinks = [.to("mail", world.mail, batch: 2), .to("other", other)]
        await world.mail.behave(.fails(after: 3, .retryable(after: nil)))
        world.repository.say(Self.posts, in: "blog")
        let report = try await world.run()
        #expect(report.failedSinks == ["mail"])
        #expect(report.confirmed == ["mail": 3, "other": 5])
        #expect(
            world.messages == ["sinks mail: the box is full; what it has not confirmed stays pending for the next run"])
        #expect(await world.mail.events.last == .closed)
        #expect(try await world.pending("mail") == 2)
        await world.mail.behave(.takesAll)
        #expect(try await world.run().failedSinks == [])
        #expect(await world.mail.ids == ["1", "2", "3", "4", "5"])
        #expect(await world.mail.events.contains(.opened(after: "3")))
        #expect(await other.ids.count == 5)
    }

    @Test("A sink that cannot be opened is not delivered to, and fails alone")
    func shut() async throws {
        let world = try World()
        await world.mail.behave(.staysShut)
        world.repository.say(Self.posts, in: "blog")
        #expect(try await world.run().failedSinks == ["mail"])
        #expect(await world.mail.events == [.opened(after: nil)])
        #expect(try await world.pending("mail") == 5)
        #expect(try await world.cached().count == 5)
    }

    @Test("What a receipt leaves out stays pending and is delivered in the next run, under the same id")
    func partialReceipt() async throws {
        var world = try World()
        world.sinks = [.to("mail", world.mail, batch: 2)]
        await world.mail.behave(.confirms(first: 1))
        world.repository.say(Self.posts, in: "blog")
        let report = try await world.run()
        #expect(report.confirmed == ["mail": 3])
        #expect(report.failedSinks == [])
        #expect(try await world.pending("mail") == 2)
        let ids = await world.mail.taken.filter { ["2", "4"].contains($0.entry.id) }.map(\.id)
        #expect(await world.mail.takeIDs() == ["1", "2", "3", "4", "5"])
        await world.mail.behave(.takesAll)
        try await world.run()
        #expect(await world.mail.taken.map(\.id) == ids)
        #expect(await world.mail.takeIDs() == ["2", "4"])
    }

    @Test("The reader of standard output who goes away ends that sink in peace")
    func closed() async throws {
        var world = try World()
        let other = RecordingSink()
        world.sinks.append(.to("other", other))
        await world.mail.behave(.fails(after: 2, .closed))
        world.repository.say(Self.posts, in: "blog")
        let report = try await world.run()
        #expect(report.isOutputClosed)
        #expect(report.failedSinks == [])
        #expect(world.messages == [])
        #expect(report.confirmed == ["cache": 0, "mail": 2, "other": 5])
        #expect(try await world.pending("mail") == 3)
    }

    @Test("A slow sink holds up no other")
    func slow() async throws {
        var world = try World()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let slow = RecordingSink { for await _ in gate {} }
        let fast = RecordingSink { open.finish() }
        world.sinks = [.to("slow", slow), .to("fast", fast)]
        world.repository.say(Self.posts, in: "blog")
        try await world.run()
        #expect(await slow.ids == fast.ids)
    }

    @Test("A sink that left the configuration has its deliveries parked, said in one line, and delivered on its return")
    func parked() async throws {
        var world = try World()
        await world.mail.behave(.staysShut)
        world.repository.say(Self.posts, in: "blog")
        try await world.run()
        let sinks = world.sinks
        world.sinks.removeLast()
        let before = world.messages.count
        try await world.run()
        #expect(
            world.messages.dropFirst(before)
                == [#"the sink "mail" is no longer in the configuration; its 5 pending deliveries wait for its return"#]
        )
        world.sinks = sinks
        await world.mail.behave(.takesAll)
        try await world.run()
        #expect(await world.mail.ids == ["1", "2", "3", "4", "5"])
        #expect(world.messages.count == before + 1)
    }

    @Test("Parked deliveries are dropped after `store.keep_parked`")
    func parkedTooLong() async throws {
        var world = try World()
        await world.mail.behave(.staysShut)
        world.repository.say(Self.posts, in: "blog")
        try await world.run()
        let sinks = world.sinks
        world.sinks.removeLast()
        try await world.run()
        world.clock.advance(bySeconds: 31 * 86_400)
        try await world.run()
        world.sinks = sinks
        await world.mail.behave(.takesAll)
        try await world.run()
        #expect(await world.mail.ids == [])
        #expect(try await world.cached().count == 5)
    }

    @Test("A run for some sinks leaves what is for the others pending; the cache takes its entries all the same")
    func someSinks() async throws {
        var world = try World()
        let other = RecordingSink()
        world.sinks.append(.to("other", other))
        world.repository.say(Self.posts, in: "blog")
        let report = try await world.run { $0.sinks = ["other"] }
        #expect(report.confirmed == ["other": 5])
        #expect(await world.mail.events == [])
        #expect(try await world.pending("mail") == 5)
        #expect(try await world.cached().count == 5)
        try await world.run()
        #expect(await world.mail.ids.count == 5)
        #expect(await other.ids.count == 5)
    }

    @Test("Without a cache an entry's text goes once the last sink has it, and no earlier")
    func withoutCache() async throws {
        var world = try World(caching: false)
        let other = RecordingSink()
        world.sinks.append(.to("other", other))
        await other.behave(.staysShut)
        world.repository.say([.post("a")], in: "blog")
        try await world.run()
        let number = try #require(await world.mail.taken.first?.entry.tributary?.number)
        #expect(try await world.store.entries([number]).map(\.id) == ["a"])
        #expect(try await world.cached() == [])
        await other.behave(.takesAll)
        try await world.run()
        #expect(await other.taken.map(\.entry.contentHTML) == ["<p>Words.</p>"])
        #expect(try await world.store.entries([number]).isEmpty)
        // Its row is kept, so it does not come back.
        try await world.run()
        #expect(await world.mail.ids == ["a"])
    }

    @Test("An entry that no sink wants leaves no text behind")
    func unwanted() async throws {
        var world = try World(caching: false)
        world.sinks = [.to("mail", world.mail, where: #"{"title": {"is": "On 9"}}"#)]
        world.repository.say([.post("a")], in: "blog")
        try await world.run()
        #expect(try await world.store.entries([1]).isEmpty)
    }

    @Test("A page is rendered when something is for it or its options changed, again after a failure, and not else")
    func pages() async throws {
        let page = RecordingPage()
        var world = try World()
        world.sinks.append(.page("page", page))
        world.repository.say(Self.posts, in: "blog")
        await page.fail(true)
        #expect(try await world.run().failedSinks == ["page"])
        #expect(try await world.pending("page") == 5)
        await page.fail(false)
        #expect(try await world.run().confirmed["page"] == 5)
        #expect(await page.ids == ["5", "4", "3", "2", "1"])
        try await world.run()
        #expect(await page.renderings.count == 1)
        world.sinks[2] = .page("page", page, options: 2)
        try await world.run()
        #expect(await page.renderings.count == 2)
        try await world.run()
        #expect(await page.renderings.count == 2)
        world.repository.say([.post("6", hoursOld: 0)] + Self.posts, in: "blog")
        try await world.run()
        #expect(await page.ids == ["6", "5", "4", "3", "2", "1"])
    }

    @Test("A page is rendered again when what it has written is gone, or what it reads beside entries has changed")
    func pageState() async throws {
        let page = RecordingPage()
        var world = try World()
        world.sinks.append(.page("page", page))
        world.repository.say(Self.posts, in: "blog")
        await page.find(PageState(ingredients: "a"))
        for (state, renderings) in [
            (PageState(ingredients: "a"), 1), (PageState(ingredients: "a"), 1), (PageState(ingredients: "b"), 2),
            (PageState(ingredients: "b"), 2), (PageState(isMissing: true, ingredients: "b"), 3),
            (PageState(ingredients: "b"), 3), (PageState(), 4), (PageState(), 4),
        ] {
            await page.find(state)
            try await world.run()
            #expect(await page.renderings.count == renderings)
            #expect(await page.ids == ["5", "4", "3", "2", "1"])
        }
    }
}
