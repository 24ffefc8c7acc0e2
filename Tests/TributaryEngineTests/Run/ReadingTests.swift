import FeedModel
import FeedStore
import Foundation
import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import TributaryEngine

@Suite("A run, up to Arrive", .timeLimit(.minutes(10)))
struct ReadingTests {
    @Test("New entries are delivered once, and the second run has nothing")
    func newOnce() async throws {
        let world = try World()
        world.repository.say([.post("a"), .post("b", hoursOld: 2)], in: "blog", validators: Validators(etag: "one"))
        let first = try await world.run()
        #expect(first.readings == ["blog": .read(new: 2, revised: 0)])
        #expect(first.confirmed == ["cache": 0, "mail": 2])
        #expect(first.cached == 2)
        #expect(await world.mail.takeIDs() == ["b", "a"])
        let second = try await world.run()
        #expect(second.readings == ["blog": .read(new: 0, revised: 0)])
        #expect(second.cached == 0)
        #expect(await world.mail.takeIDs() == [])
        #expect(try await world.cached() == ["a", "b"])
        #expect(world.repository.lastValidators(of: "blog") == Validators(etag: "one"))
    }

    @Test("A feed that fails stops no other, and its message says what the cache holds")
    func failing() async throws {
        let world = try World(feeds: ["blog", "news"])
        world.repository.say([.post("a", hoursOld: 47)], in: "blog")
        world.repository.say([.post("n")], in: "news")
        try await world.run()
        world.repository.fail("blog")
        world.repository.say([.post("n"), .post("m")], in: "news")
        let report = try await world.run()
        #expect(report.readings == ["blog": .failed(.unavailable), "news": .read(new: 1, revised: 0)])
        #expect(
            world.messages == ["blog: the server is silent; cached: 1 entry, newest 2 days old"])
        #expect(await world.mail.ids.contains("m"))
    }

    @Test("However much had to be repaired in a feed, the run says it in one line")
    func repairs() async throws {
        let world = try World()
        world.repository.answer("blog") { () throws(ReadFailure) in
            .feed(
                DecodedFeed(
                    feed: Feed(entries: [.post("a")]), validators: Validators(),
                    diagnostics: [
                        Diagnostic(.note, "a note"), Diagnostic(.warning, "a bare ampersand"),
                        Diagnostic(.warning, "another"),
                    ]))
        }
        try await world.run()
        #expect(world.messages == ["blog: a bare ampersand (and 2 more; tributary parse lists them)"])
    }

    @Test("A feed that has gone for good is a failure that says what to do")
    func gone() async throws {
        let world = try World()
        world.repository.answer("blog") { () throws(ReadFailure) in .gone }
        let report = try await world.run()
        #expect(report.readings == ["blog": .failed(.unavailable)])
        #expect(world.messages.first?.hasSuffix("tributary feeds --resume \"blog\"") == true)
    }

    @Test("A dropped entry is seen: it comes back only as a revision")
    func dropped() async throws {
        var world = try World()
        world.subscriptions = [.feed("blog", stages: [.dropping { $0.title == "Dull" }])]
        world.repository.say([.post("a", title: "Dull"), .post("b")], in: "blog")
        #expect(try await world.run().dropped == 1)
        #expect(await world.mail.takeIDs() == ["b"])
        world.subscriptions = [.feed("blog")]
        try await world.run()
        #expect(await world.mail.takeIDs() == [])
        world.repository.say([.post("a", title: "Bright"), .post("b")], in: "blog")
        let report = try await world.run()
        #expect(report.readings == ["blog": .read(new: 0, revised: 1)])
        #expect(await world.mail.takeIDs() == ["a"])
        #expect(try await world.cached() == ["a", "b"])
    }

    @Test("Entries take authors and language from their feed, tags and name from their subscription")
    func inheritance() async throws {
        var world = try World()
        world.subscriptions = [.feed("blog", tags: ["own", "shared"])]
        world.subscriptions[0].subscription.name = "My blog"
        var own = Entry.post("own")
        own.authors = [Author(name: "Rin")]
        own.language = "ja"
        own.tags = ["shared"]
        world.repository.say([.post("plain"), own], in: "blog", title: "Blog") { feed in
            feed.authors = [Author(name: "Ann")]
            feed.language = "en"
        }
        try await world.run()
        let entries = Dictionary(uniqueKeysWithValues: try await world.cachedEntries().map { ($0.id, $0) })
        let plain = try #require(entries["plain"])
        #expect(plain.authors == [Author(name: "Ann")])
        #expect(plain.language == "en")
        #expect(plain.tags == ["own", "shared"])
        #expect(
            plain.tributary?.feed
                == FeedReference(id: "blog", title: "My blog", homePageURL: "https://blog.example.org/"))
        #expect(plain.tributary?.firstSeen == world.clock.now)
        #expect(entries["own"]?.authors == [Author(name: "Rin")])
        #expect(entries["own"]?.language == "ja")
        #expect(entries["own"]?.tags == ["shared", "own"])
    }

    @Test("A subscription that got another key keeps its history where `was` names the old one")
    func was() async throws {
        var world = try World()
        world.repository.say([.post("a")], in: "blog", validators: Validators(etag: "one"))
        try await world.run()
        world.subscriptions = [.feed("moved", was: ["blog"])]
        world.repository.say([.post("a"), .post("b")], in: "moved")
        try await world.run()
        #expect(await world.mail.ids == ["a", "b"])
        #expect(world.repository.lastValidators(of: "moved") == nil, "they were for another address")
        #expect(try await world.cachedEntries().map { $0.tributary?.feed.id } == ["moved", "moved"])
    }

    @Test("Equal ids in two feeds are two entries")
    func equalIDs() async throws {
        let world = try World(feeds: ["blog", "news"])
        world.repository.say([.post("1")], in: "blog")
        world.repository.say([.post("1")], in: "news")
        try await world.run()
        #expect(await world.mail.ids == ["1", "1"])
        #expect(try await world.cachedEntries().map { $0.tributary?.feed.id } == ["blog", "news"])
        #expect(Set(await world.mail.taken.map(\.id)).count == 2)
    }

    @Test(
        "Of a feed that broke off the whole entries arrive, its validators are not stored, and nothing counts as gone")
    func truncated() async throws {
        let world = try World()
        world.repository.say([.post("a"), .post("b")], in: "blog", validators: Validators(etag: "whole"))
        try await world.run()
        world.repository.say([.post("c")], in: "blog", isTruncated: true, validators: Validators(etag: "half"))
        try await world.run()
        // An entry that took another id would be new here if the broken reading had counted as one without "a".
        var renamed = Entry.post("a")
        renamed.id = "a2"
        world.repository.say([.post("c"), renamed, .post("b")], in: "blog")
        try await world.run()
        #expect(world.repository.lastValidators(of: "blog")?.etag == "whole")
        #expect(await world.mail.ids == ["b", "a", "c"])
    }

    @Test("Offline no subscription with an address is asked; files are, and what is pending is delivered")
    func offline() async throws {
        var world = try World()
        await world.mail.behave(.staysShut)
        world.repository.say([.post("a")], in: "blog")
        try await world.run()
        await world.mail.behave(.takesAll)
        let file = PlannedSubscription(Subscription(key: "file", location: "/feeds/file.xml"))
        world.subscriptions.append(file)
        world.repository.say([.post("f")], in: "file")
        let report = try await world.run { $0.isOffline = true }
        #expect(report.readings == ["blog": .skipped, "file": .read(new: 1, revised: 0)])
        #expect(world.repository.asked == ["blog", "file"])
        #expect(await world.mail.ids == ["a", "f"])
    }

    @Test("A run of some feeds reads no other, and a disabled one is never read")
    func someFeeds() async throws {
        var world = try World(feeds: ["blog", "news", "off"])
        world.subscriptions[2].isEnabled = false
        for key in ["blog", "news", "off"] { world.repository.say([.post(key)], in: key) }
        let report = try await world.run { $0.subscriptions = ["news", "off"] }
        #expect(world.repository.asked == ["news"])
        #expect(report.readings.keys.sorted() == ["news"])
        #expect(await world.mail.ids == ["news"])
    }

    @Test("What a killed run left between Arrive and Route joins the next river", arguments: [true, false])
    func killedAfterArrive(isStillPlanned: Bool) async throws {
        var world = try World()
        let state = try await world.store.begin(world.plan.roster, at: world.clock.now)
        let id = try #require(state.subscriptions["blog"]?.id)
        let fingerprint = EntryFingerprint(of: .post("left"))
        let arriving = ArrivingEntry(
            number: nil, place: 0, keys: fingerprint.keys(usableID: true), contentHash: fingerprint.content,
            textHash: nil, isRevision: false, onUpdate: .replace, outcome: .kept(.post("left")))
        let arrival = Arrival(
            subscription: id, reading: .whole(Feed(title: "Blog"), Validators()), entries: [arriving])
        _ = try await world.store.arrive([arrival], at: world.clock.now)
        world.repository.say([.post("left"), .post("new")], in: "blog")
        world.repository.say([.post("other")], in: "news")
        if !isStillPlanned { world.subscriptions = [.feed("news")] }
        try await world.run()
        #expect(await world.mail.ids.sorted() == (isStillPlanned ? ["left", "new"] : ["left", "other"]))
        #expect(try await world.cached().count == 2)
        try await world.run()
        #expect(await world.mail.ids.count == 2)
    }

    @Test("A second run does not begin while one holds the lock, and says so")
    func twoRuns() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("runs-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let world = try World(store: SQLiteStore(path: folder + "/tributary.db"))
        let other = try SQLiteStore(path: folder + "/tributary.db")
        try await other.lockRuns(waiting: 0)
        let failure = await #expect(throws: StoreFailure.self) { try await world.run() }
        #expect(failure?.kind == .locked)
        #expect(failure?.message.contains("another run (process \(ProcessInfo.processInfo.processIdentifier)") == true)
        #expect(world.repository.asked == [])
        await other.unlockRuns()
        try await world.run()
        #expect(world.repository.asked == ["blog"])
        // The run has let go of the lock.
        try await other.lockRuns(waiting: 0)
        await other.unlockRuns()
    }

    @Test("A dry run says what would be delivered, and leaves the database as it was")
    func dryRun() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("runs-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/tributary.db"
        let world = try World(store: SQLiteStore(path: path))
        world.repository.say([.post("a")], in: "blog")
        try await world.run()
        world.repository.say([.post("a"), .post("b"), .post("c")], in: "blog")
        let report = try await world.run(in: SQLiteStore(copying: path)) { $0.isDryRun = true }
        #expect(report.readings == ["blog": .read(new: 2, revised: 0)])
        #expect(report.pending == ["cache": 0, "mail": 2])
        #expect(report.confirmed == [:])
        #expect(await world.mail.takeIDs() == ["a"])
        #expect(try await world.cached() == ["a"])
        #expect(try await world.run().readings == ["blog": .read(new: 2, revised: 0)])
        #expect(await world.mail.takeIDs().count == 2)
    }

    @Test("A cancelled run keeps what was read whole, reads no more, and leaves the rest to the next run")
    func cancelled() async throws {
        let world = try World(feeds: ["blog", "stuck", "late"])
        world.repository.say([.post("a")], in: "blog")
        world.repository.say([.post("l")], in: "late")
        let (reached, reach) = AsyncStream.makeStream(of: Void.self)
        world.repository.answer("stuck") { () throws(ReadFailure) in
            reach.finish()
            try? await Task.sleep(for: .seconds(3600))
            throw ReadFailure(.cancelled, "cancelled")
        }
        let running = Task { try await world.run { $0.parallel = 1 } }
        for await _ in reached {}
        running.cancel()
        let report = try await running.value
        #expect(report.isCancelled)
        #expect(report.readings == ["blog": .read(new: 1, revised: 0), "stuck": .failed(.cancelled)])
        #expect(world.repository.asked == ["blog", "stuck"])
        #expect(try await world.cached() == ["a"])
        #expect(await world.mail.events == [])
        world.repository.say([.post("s")], in: "stuck")
        #expect(try await world.run().isCancelled == false)
        #expect(await world.mail.ids.sorted() == ["a", "l", "s"])
    }
}
