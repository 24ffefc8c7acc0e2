import FeedModel
import FeedStore
import Synchronization
import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import TributaryEngine

@Suite("Retrying, and dead letters", .timeLimit(.minutes(10)))
struct RetryTests {
    private static let posts = (1...5).map { (number: Int64) in Entry.post("\(number)", hoursOld: 10 - number) }

    /// A sink that takes one delivery at a time and refuses some entries.
    private actor Choosy: Sink {
        static let descriptor = RecordingSink.descriptor

        private(set) var taken: [String] = []
        private(set) var offered: [String] = []
        private var refusals: [String: SinkFailure.Kind] = [:]

        init() {}

        init(options: NoOptions, context: PluginContext) {}

        func refuse(_ ids: [String], _ kind: SinkFailure.Kind) {
            refusals = Dictionary(uniqueKeysWithValues: ids.map { ($0, kind) })
        }

        func deliver(_ batch: DeliveryBatch) async throws(SinkFailure) -> Receipt {
            var confirmed: [Delivery.ID] = []
            for delivery in batch.deliveries {
                offered.append(delivery.entry.id)
                if let kind = refusals[delivery.entry.id] {
                    throw SinkFailure(kind, "no to \(delivery.entry.id)", receipt: Receipt(confirmed: confirmed))
                }
                taken.append(delivery.entry.id)
                confirmed.append(delivery.id)
            }
            return Receipt(confirmed: confirmed)
        }
    }

    private static func world(_ sink: Choosy, batch: Int = 1) throws -> World {
        var world = try World()
        world.sinks = [
            .cache(),
            PlannedSink(
                key: "mail", path: "sinks", plugin: .sink(sink),
                traits: DeliveryTraits(isRepeatable: true, largestBatch: batch, firstFetch: .all)),
        ]
        return world
    }

    private static func states(_ world: World) async throws -> [String] {
        try await world.store.owedDeliveries(to: nil, at: world.clock.now).map { delivery in
            switch delivery.state {
            case .pending: "\(delivery.title ?? "") pending"
            case .waiting(_, let reason): "\(delivery.title ?? "") waits: \(reason)"
            case .parked: "\(delivery.title ?? "") parked"
            case .dead(let reason, _): "\(delivery.title ?? "") dead: \(reason)"
            }
        }
    }

    // MARK: Sinks

    @Test(
        "What a sink says when the run is cancelled is nobody's failure",
        arguments: [SinkFailure.Kind.permanent, .retryable(after: nil), .retryable(after: 60)])
    func cancelled(kind: SinkFailure.Kind) async throws {
        let (reached, reach) = AsyncStream.makeStream(of: Void.self)
        let sink = RecordingSink {
            reach.yield()
            try? await Task.sleep(for: .seconds(3600))
        }
        var world = try World()
        world.sinks = [.to("mail", sink, batch: 1)]
        world.repository.say([.post("a"), .post("b")], in: "blog")
        await sink.behave(.fails(after: 0, kind))
        let running = Task { [world] in try await world.run() }
        var arrivals = reached.makeAsyncIterator()
        await arrivals.next()
        running.cancel()
        let report = try await running.value
        #expect(report.isCancelled && report.failedSinks == [] && report.deadLetters == 0)
        #expect(world.messages == [])
        let owed = try await world.store.owedDeliveries(to: nil, at: world.clock.now)
        #expect(owed.map(\.state) == [.pending, .pending] && owed.map(\.tries) == [0, 0])
    }

    @Test("A sink that is down for a day loses nothing, is asked ever more rarely, and delays no other")
    func downForADay() async throws {
        var world = try World(feeds: ["blog"])
        let other = RecordingSink()
        world.sinks.append(.to("other", other))
        await world.mail.behave(.staysShut)
        var posts: [Entry] = []
        // A run every ten minutes.
        for run in 0..<144 {
            posts.insert(.post("\(run)", hoursOld: -Int64(run)), at: 0)
            world.repository.say(posts, in: "blog")
            world.clock.advance(bySeconds: 600 - 3600)
            try await world.run()
            #expect(await other.ids.count == run + 1)
        }
        // At once, after 1, 2, 4, 8, 16, 32 minutes and so on, less a fifth at most, each rounded up to the next run.
        #expect(await (12...13).contains(world.mail.events.count))
        #expect(await world.mail.ids == [])
        await world.mail.behave(.takesAll)
        world.clock.advance(bySeconds: 6 * 3600)
        let report = try await world.run()
        #expect(report.failedSinks == [] && report.deadLetters == 0)
        #expect(await world.mail.ids == (0..<144).map { "\($0)" })
        #expect(await Set(world.mail.taken.map(\.id)).count == 144)
    }

    @Test("A run before its time leaves the sink alone, says so, and is no failure")
    func notDue() async throws {
        let world = try World()
        await world.mail.behave(.staysShut)
        world.repository.say(Self.posts, in: "blog")
        #expect(try await world.run().failedSinks == ["mail"])
        let before = world.messages.count
        world.clock.advance(bySeconds: -3590)
        let report = try await world.run()
        #expect(report.failedSinks == [])
        #expect(await world.mail.events.count == 1)
        let message = try #require(world.messages.dropFirst(before).first)
        #expect(message.hasPrefix("sinks mail: not asked before 2026-05-03T01:0"))
        #expect(
            message.hasSuffix(
                "since it failed last time (nobody opens); tributary outbox retry --sink mail has it asked at once"))
        #expect(try await Self.states(world).allSatisfy { $0.hasSuffix("waits: nobody opens") })
        // Asked for, it is tried now.
        #expect(try await world.store.retry(OutboxSelection(sinks: ["mail"])).deadCount == 0)
        await world.mail.behave(.takesAll)
        world.clock.advance(bySeconds: -3590)
        try await world.run()
        #expect(await world.mail.ids.count == 5)
        #expect(try await Self.states(world) == [])
    }

    @Test("What the receiver asks for counts", arguments: [30, 7200] as [Int64])
    func retryAfter(seconds: Int64) async throws {
        let world = try World()
        await world.mail.behave(.fails(after: 2, .retryable(after: seconds)))
        world.repository.say(Self.posts, in: "blog")
        try await world.run()
        await world.mail.behave(.takesAll)
        world.clock.advance(bySeconds: seconds - 1 - 3600)
        try await world.run()
        #expect(await world.mail.ids.count == 2)
        world.clock.advance(bySeconds: 1 - 3600)
        try await world.run()
        #expect(await world.mail.ids.count == 5)
    }

    @Test("The wait doubles up to six hours, and is never longer or shorter by more than a fifth")
    func backoff() {
        let now = Timestamp(seconds: 0)
        for failures in 1...100 {
            let waits = [0, 0.5, 0.999].map { jitter in
                Backoff(jitter: { jitter }).standing(after: failures, at: now, receiverAskedFor: nil, reason: "")
                    .retryAt?.seconds ?? 0
            }
            let whole = failures < 10 ? min(21_600, 60 << Int64(failures - 1)) : 21_600
            #expect(waits[0] == whole)
            #expect(waits[1] == whole - whole / 10)
            #expect(waits[2] >= whole - whole / 5 && waits[2] < waits[1])
        }
        let endless = Backoff(jitter: { 0 }).standing(after: 1, at: now, receiverAskedFor: .max, reason: "")
        #expect(endless.retryAt == Timestamp(seconds: 604_800))
    }

    @Test("A page that cannot be written waits, too")
    func page() async throws {
        let page = RecordingPage()
        var world = try World()
        world.sinks.append(.page("page", page))
        await page.fail(true)
        world.repository.say(Self.posts, in: "blog")
        #expect(try await world.run().failedSinks == ["page"])
        await page.fail(false)
        world.clock.advance(bySeconds: -3590)
        try await world.run()
        #expect(await page.ids == nil)
        try await world.run()
        #expect(await page.ids?.count == 5)
    }

    // MARK: Dead letters

    @Test(
        "What a sink refuses for good becomes a dead letter with its reason, and what is behind it goes on",
        arguments: [1, 100])
    func permanent(batch: Int) async throws {
        let sink = Choosy()
        let world = try Self.world(sink, batch: batch)
        await sink.refuse(["2", "4"], .permanent)
        world.repository.say(Self.posts, in: "blog")
        let report = try await world.run()
        #expect(await sink.taken == ["1", "3", "5"])
        #expect(report.failedSinks == ["mail"])
        #expect(report.deadLetters == 2)
        #expect(try await Self.states(world) == ["On 2 dead: no to 2", "On 4 dead: no to 4"])
        #expect(
            world.messages.first
                == "sinks mail: #2 On 2: no to 2; it is a dead letter now; tributary outbox retry 2 tries it again")
        // They are not tried again, and not forgotten.
        let next = try await world.run()
        #expect(await sink.offered.count { $0 == "2" } <= 2)
        #expect(next.failedSinks == [] && next.deadLetters == 2)
    }

    @Test("A dead letter is tried again when it is asked for, and dropped when that is asked for, with a receipt")
    func seenTo() async throws {
        let sink = Choosy()
        var world = try Self.world(sink)
        world.sinks.removeFirst()
        await sink.refuse(["2", "3", "4"], .permanent)
        world.repository.say(Self.posts, in: "blog")
        try await world.run()
        let owed = try await world.store.owedDeliveries(to: ["mail"], at: world.clock.now)
        #expect(owed.map(\.title) == ["On 2", "On 3", "On 4"])
        #expect(try await world.store.retry(OutboxSelection(ids: [owed[0].id])).deadCount == 1)
        let dropped = try await world.store.drop(OutboxSelection(ids: [owed[1].id, 999]), at: world.clock.now)
        #expect(dropped.count == 1 && dropped.unknownIDs == [999])
        await sink.refuse([], .permanent)
        try await world.run()
        #expect(await sink.taken == ["1", "5", "2"])
        // Without a cache, the text of what was dropped goes; that of a dead letter stays.
        #expect(try await world.store.entries([owed[1].entry, owed[2].entry]).map(\.id) == ["4"])
        #expect(try await world.store.retry(OutboxSelection()).deadCount == 1)
        try await world.run()
        #expect(await sink.taken == ["1", "5", "2", "4"])
        #expect(try await Self.states(world) == [])
    }

    @Test("A delivery that fails while others pass holds up none, and is a dead letter after ten tries")
    func poison() async throws {
        let sink = Choosy()
        let world = try Self.world(sink)
        await sink.refuse(["2"], .retryable(after: nil))
        var posts = Self.posts
        world.repository.say(posts, in: "blog")
        for run in 1...10 {
            let report = try await world.run()
            #expect(report.failedSinks == ["mail"])
            #expect(report.deadLetters == (run < 10 ? 0 : 1))
            let said = try #require(world.messages.last)
            #expect(said.contains("On 2: no to 2; it " + (run < 10 ? "stays pending" : "is a dead letter now")))
            posts.insert(.post("new \(run)", hoursOld: -Int64(run)), at: 0)
            world.repository.say(posts, in: "blog")
        }
        #expect(await sink.offered.count { $0 == "2" } == 10)
        #expect(await sink.taken.count == 4 + 9)
        #expect(try await Self.states(world) == ["On 2 dead: no to 2"])
        #expect(try await world.run().failedSinks == [])
    }

    @Test("Several of them side by side do not hold up a sink for ever")
    func poisons() async throws {
        let sink = Choosy()
        let world = try Self.world(sink)
        await sink.refuse(["1", "2", "3"], .retryable(after: nil))
        world.repository.say(Self.posts, in: "blog")
        for _ in 1...3 {
            world.clock.advance(bySeconds: 6 * 3600)
            try await world.run()
        }
        #expect(await sink.taken == [])
        world.clock.advance(bySeconds: 6 * 3600)
        try await world.run()
        #expect(await sink.taken == ["5", "4"])
        #expect(try await Self.states(world) == ["On 1 pending", "On 2 pending", "On 3 pending"])
    }

    @Test("A sink that refuses everything is stopped after ten dead letters in a row")
    func refusesAll() async throws {
        let sink = Choosy()
        let world = try Self.world(sink)
        let posts = (1...30).map { (number: Int64) in Entry.post("\(number)", hoursOld: 40 - number) }
        await sink.refuse(posts.map(\.id), .permanent)
        world.repository.say(posts, in: "blog")
        let report = try await world.run()
        #expect(report.deadLetters == 10)
        #expect(try await world.pending("mail") == 20)
        #expect(
            world.messages.last
                == "sinks mail: no to 10; so were 9 before it, so it is not asked on; what it has not confirmed stays "
                + "pending for the next run")
    }

    @Test("A revision of a dead letter is tried")
    func revision() async throws {
        let sink = Choosy()
        var world = try Self.world(sink)
        world.subscriptions = [.feed("blog", onUpdate: .redeliver)]
        await sink.refuse(["2"], .permanent)
        world.repository.say(Self.posts, in: "blog")
        try await world.run()
        await sink.refuse([], .permanent)
        var posts = Self.posts
        posts[1].contentHTML = "<p>Other words.</p>"
        world.repository.say(posts, in: "blog")
        try await world.run()
        #expect(await sink.taken == ["1", "3", "4", "5", "2"])
        #expect(try await Self.states(world) == [])
    }

    @Test("The dead letters of a sink that has left the configuration stay dead letters, which nobody need be told")
    func parked() async throws {
        let sink = Choosy()
        var world = try Self.world(sink)
        await sink.refuse(["2"], .permanent)
        world.repository.say(Self.posts, in: "blog")
        try await world.run()
        world.sinks.removeLast()
        try await world.run()
        #expect(try await Self.states(world) == ["On 2 dead: no to 2"])
        #expect(!world.messages.contains { $0.contains("no longer in the configuration") })
    }
}
