import FeedModel
import FeedStore
import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import TributaryEngine

@Suite("What wild feeds do with ids, run after run", .timeLimit(.minutes(10)))
struct IdentityRunTests {
    /// What one feed brings in runs one after the other, and what of it is delivered in each.
    private func expect(_ runs: [(brings: [Entry], delivered: [String])]) async throws {
        let world = try World()
        for (number, run) in runs.enumerated() {
            world.repository.say(run.brings, in: "blog")
            try await world.run()
            let titles = await world.mail.taken.map { $0.entry.title ?? "" }
            _ = await world.mail.takeIDs()
            #expect(titles.sorted() == run.delivered.sorted(), "run \(number + 1)")
        }
        #expect(try await world.store.defects() == [])
    }

    private static func entry(_ id: String, _ url: String?, _ title: String, hour: Int64 = 0, text: String = "")
        -> Entry
    {
        var entry = Entry(id: id, url: url, title: title)
        entry.contentText = text
        entry.datePublished = Timestamp(seconds: 1_777_700_000 + hour * 3600)
        return entry
    }

    @Test("Entries of a status page that share link and title each come once")
    func statusPage() async throws {
        let page = "https://status.example.org/"
        let reports = (1...6).map {
            Self.entry("tag:status,\($0)", page, "Degraded service", hour: $0, text: "At \($0).")
        }
        let title = "Degraded service"
        try await expect([
            (Array(reports[0..<3]), Array(repeating: title, count: 3)), (Array(reports[0..<3]), []),
            (Array(reports[1..<6]), Array(repeating: title, count: 3)), (Array(reports[1..<6]), []),
        ])
    }

    @Test("One constant guid for all entries hides none of them")
    func constantGUID() async throws {
        let posts = (1...6).map { Self.entry("guid", "https://example.org/\($0)", "Post \($0)", hour: $0) }
        try await expect([
            (Array(posts[0..<3]), ["Post 1", "Post 2", "Post 3"]), (Array(posts[0..<3]), []),
            (Array(posts[1..<5]), ["Post 4", "Post 5"]), (Array(posts[1..<6]), ["Post 6"]), (posts, []),
        ])
    }

    @Test("When a blog moves and all ids change, or all links, nothing is new but what is")
    func move() async throws {
        let old = (1...4).map {
            Self.entry("http://old.example.org/?p=\($0)", "https://example.org/\($0)", "Post \($0)", hour: $0)
        }
        let newIDs = (1...5).map { Self.entry("tag:new,\($0)", "https://example.org/\($0)", "Post \($0)", hour: $0) }
        let newLinks = (1...6).map {
            Self.entry("tag:new,\($0)", "https://new.example.org/\($0)", "Post \($0)", hour: $0)
        }
        try await expect([
            (old, (1...4).map { "Post \($0)" }), (newIDs, ["Post 5"]), (newIDs, []), (newLinks, ["Post 6"]),
        ])
    }

    @Test("The same guid in two feeds is two entries, run after run")
    func twoFeeds() async throws {
        let world = try World(feeds: ["a", "b"])
        let entry = Self.entry("42", "https://example.org/42", "The answer")
        world.repository.say([entry], in: "a")
        world.repository.say([entry], in: "b")
        try await world.run()
        #expect(await world.mail.takeIDs() == ["42", "42"])
        try await world.run()
        #expect(await world.mail.takeIDs() == [])
        #expect(try await world.cached().count == 2)
    }

    @Test("What the cache has let go does not come back as new while its feed still lists it")
    func purged() async throws {
        var world = try World()
        world.subscriptions[0].retention = RetentionOverride(keepCount: 2)
        let posts = Entry.posts(1...5)
        world.repository.say(posts, in: "blog")
        try await world.run()
        #expect(try await world.cached() == ["1", "2"])
        #expect(await world.mail.takeIDs().count == 5)
        for _ in 1...3 {
            try await world.run()
            #expect(try await world.cached() == ["1", "2"])
            #expect(await world.mail.takeIDs() == [])
        }
        world.repository.say([.post("0", hoursOld: 0)] + posts, in: "blog")
        try await world.run()
        #expect(try await world.cached() == ["0", "1"])
        #expect(await world.mail.takeIDs() == ["0"])
    }

    @Test("After a download that broke off, the next whole one brings what was missing, and nothing twice")
    func truncated() async throws {
        let world = try World()
        let posts = Entry.posts(1...5)
        world.repository.say(
            Array(posts.prefix(3)), in: "blog", isTruncated: true, validators: Validators(etag: "half"))
        try await world.run()
        #expect(await world.mail.takeIDs() == ["3", "2", "1"])
        #expect(world.repository.lastValidators(of: "blog") == nil)
        world.repository.say(posts, in: "blog", validators: Validators(etag: "whole"))
        try await world.run()
        #expect(world.repository.lastValidators(of: "blog")?.etag == nil)
        #expect(await world.mail.takeIDs() == ["5", "4"])
        try await world.run()
        #expect(world.repository.lastValidators(of: "blog")?.etag == "whole")
        #expect(await world.mail.takeIDs() == [])
    }
}
