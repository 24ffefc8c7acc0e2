import DedupeStage
import FeedModel
import FeedStore
import LimitStage
import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import TributaryEngine

@Suite("Killed runs", .timeLimit(.minutes(10)))
struct KillTests {
    @Test(
        "Wherever a run is killed, the next one loses nothing, and repeats at most the delivery in hand",
        arguments: [false, true])
    func everyCall(afterCall: Bool) async throws {
        var call = 1
        var isOver = false
        while !isOver {
            let page = RecordingPage()
            var world = try World(feeds: ["blog", "news"])
            let other = RecordingSink()
            world.sinks = [
                .cache(), .to("mail", world.mail, batch: 1), .page("page", page),
                .to("other", other, where: #"{"title": {"matches": "[12]"}}"#, firstFetch: .newest(1), batch: 1),
            ]
            world.subscriptions[0].stages = [try .made(Limit.self, #"{"use": "limit", "count": 3}"#), .tagging("once")]
            world.stages = [try .made(Dedupe.self, #"{"use": "dedupe", "by": ["url"]}"#), .tagging("routed")]
            world.repository.say(Entry.posts(1...4), in: "blog")
            world.repository.say(Entry.posts(3...5), in: "news")
            let store = MortalStore(world.store, diesAtCall: call, afterIt: afterCall)
            do {
                try await world.run(in: store)
                isOver = !store.isDead
            } catch {
                #expect(error as? StoreFailure == StoreFailure(.other, "killed"))
            }
            let place: Comment = "killed \(afterCall ? "after" : "at") call \(call)"
            try await world.run()
            #expect(try await world.cached() == ["1", "2", "3", "4", "5"], place)
            #expect(try await world.cachedEntries().allSatisfy { Set($0.tags) == $0.expectedTags }, place)
            #expect(await page.ids == ["1", "2", "3", "4", "5"], place)
            #expect(Set(await world.mail.ids) == ["1", "2", "3", "4", "5"], place)
            #expect(await world.mail.ids.count <= 6, place)
            #expect(Set(await other.ids) == ["1"], place)
            #expect(await other.ids.count <= 2, place)
            let (mailed, told) = (await world.mail.ids.count, await other.ids.count)
            try await world.run()
            #expect(await world.mail.ids.count == mailed, place)
            #expect(await other.ids.count == told, place)
            call += 1
        }
        // A run asks the store for more than each of its steps.
        #expect(call > 20)
    }

    @Test("Through failing feeds, failing sinks and kills every entry gets everywhere, twice at most once per kill")
    func lives() async throws {
        var generator = SeededGenerator()
        let world = try World(feeds: ["blog", "news"], mailBatch: 1)
        var posts: [String: [Entry]] = ["blog": [], "news": []]
        var kills = 0
        for round in 1...40 {
            for key in ["blog", "news"] where Bool.random(using: &generator) {
                let age = Int64.random(in: 0...9, using: &generator)
                posts[key, default: []].insert(.post("\(key) \(round)", hoursOld: age), at: 0)
            }
            for (key, entries) in posts {
                world.repository.say(entries, in: key)
                if Int.random(in: 1...5, using: &generator) == 1 { world.repository.fail(key) }
            }
            let room = Int.random(in: 0...3, using: &generator)
            await world.mail.behave(room == 3 ? .staysShut : .fails(after: room, .retryable(after: nil)))
            let call = Int.random(in: 1...40, using: &generator)
            let store = MortalStore(
                world.store, diesAtCall: call, afterIt: Bool.random(using: &generator))
            _ = try? await world.run(in: store)
            kills += store.isDead ? 1 : 0
        }
        for (key, entries) in posts { world.repository.say(entries, in: key) }
        await world.mail.behave(.takesAll)
        // However long the sink would be left alone.
        _ = try await world.store.retry(OutboxSelection())
        try await world.run()
        let seed: Comment = "seed \(generator.seed)"
        let ids = posts.values.joined().map(\.id).sorted()
        let mailed = await world.mail.ids
        #expect(try await world.cached().sorted() == ids, seed)
        #expect(Set(mailed).sorted() == ids, seed)
        #expect(mailed.count <= ids.count + kills, seed)
    }
}

extension Entry {
    /// The tags that the stages above give: those of the subscription's own only in the first of the two.
    fileprivate var expectedTags: Set<String> {
        tributary?.feed.id == "blog" ? ["once", "routed"] : ["routed"]
    }
}
