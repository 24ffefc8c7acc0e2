import FeedModel
import Synchronization
import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import TributaryEngine

@Suite("Holds and failures of stages in a run", .timeLimit(.minutes(10)))
struct HoldTests {
    @Test("An entry held before Arrive is stored as decoded, and staged in the first run after its time")
    func heldBeforeArrive() async throws {
        var world = try World()
        let start = world.clock.now
        let end = start.adding(seconds: 2 * 3600 + 1)
        let seen = SeenEntries()
        let clock = world.clock
        world.subscriptions = [
            .feed(
                "blog", tags: ["own"],
                stages: [
                    .tagging("staged"),
                    .each("waiting") { (entry) throws(StageFailure) in
                        seen.note(entry)
                        return clock.now < end ? .hold(until: end) : .keep
                    },
                ])
        ]
        world.repository.say([.post("a")], in: "blog", title: "Blog")
        #expect(try await world.run().held == 1)
        // Listed still, and not staged again before its time.
        try await world.run()
        #expect(seen.entries.count == 1)
        #expect(await world.mail.ids == [])
        try await world.run()
        #expect(await world.mail.ids == ["a"])
        let entry = try #require(await world.mail.taken.first?.entry)
        #expect(entry.tags == ["own", "staged"])
        // The second time the stages saw the same entry as the first time, of the same feed.
        #expect(seen.entries.map(\.tags) == [["own", "staged"], ["own", "staged"]])
        #expect(seen.entries.map { $0.tributary?.feed } == Array(repeating: entry.tributary?.feed, count: 2))
        #expect(seen.entries.map { $0.tributary?.firstSeen } == Array(repeating: start.adding(seconds: 3600), count: 2))
        try await world.run()
        #expect(await world.mail.ids == ["a"])
    }

    @Test("An entry held in the river stays arrived until its time")
    func heldInRiver() async throws {
        var world = try World()
        let end = world.clock.now.adding(seconds: 2 * 3600 + 1)
        let clock = world.clock
        world.stages = [
            .river("quiet") { (river) throws(StageFailure) in
                river.judge { $0.entryID == "a" && clock.now < end ? .hold(until: end) : .keep }
            }
        ]
        world.repository.say([.post("a"), .post("b")], in: "blog")
        #expect(try await world.run().held == 1)
        #expect(await world.mail.takeIDs() == ["b"])
        try await world.run()
        #expect(await world.mail.takeIDs() == [])
        try await world.run()
        #expect(await world.mail.takeIDs() == ["a"])
        #expect(try await world.cached() == ["a", "b"])
    }

    /// Where a stage that fails stands.
    enum Place: CaseIterable {
        case entryBeforeArrive, waitingBeforeArrive, riverOfSubscription, entryInRoute, waitingInRoute, river
    }

    @Test(
        "An entry on which a stage fails is held to the next run, and after the third failure it passes unchanged",
        arguments: Place.allCases)
    func failing(place: Place) async throws {
        var world = try World(clock: FixedClock(Timestamp(seconds: 1_777_766_400, nanoseconds: 250_000_000)))
        let failing: PlannedStage =
            switch place {
            case .entryBeforeArrive, .entryInRoute:
                .each("failing") { (entry) throws(StageFailure) in
                    entry.tags.append("half done")
                    if entry.id == "a" { throw StageFailure("no idea") }
                    return .keep
                }
            case .waitingBeforeArrive, .waitingInRoute:
                .waiting("failing") { (entry) throws(StageFailure) in
                    entry.tags.append("half done")
                    if entry.id == "a" { throw StageFailure("no idea") }
                    return .keep
                }
            case .riverOfSubscription, .river:
                .river("failing") { (river) throws(StageFailure) in
                    guard river.heads.contains(where: { $0.entryID == "a" }) else { return }
                    throw StageFailure("no idea")
                }
            }
        switch place {
        case .entryBeforeArrive, .waitingBeforeArrive, .riverOfSubscription:
            world.subscriptions = [.feed("blog", stages: [failing, .tagging("after")])]
        case .entryInRoute, .waitingInRoute: world.stages = [.passing, failing, .tagging("after")]
        case .river: world.stages = [failing, .tagging("after")]
        }
        world.repository.say([.post("a")], in: "blog")
        // The second run begins within the second in which the first ends.
        for pause in [3600, 0] as [Int64] {
            try await world.run(after: pause)
            #expect(await world.mail.ids == [])
            #expect(world.messages.count == (pause == 0 ? 2 : 1))
            #expect(world.messages.last?.contains("waits for the next run: no idea") == true)
        }
        world.repository.say([.post("a"), .post("b")], in: "blog")
        try await world.run()
        // In the river the other entry waits with it.
        #expect(world.messages.contains { $0.contains("which passes it unchanged") } != (place == .river))
        #expect(await world.mail.ids.contains("a"))
        let entry = try #require(await world.mail.taken.first { $0.entry.id == "a" }?.entry)
        #expect(entry.tags == ["after"])
        for _ in 1...3 { try await world.run() }
        #expect(await world.mail.ids.sorted() == ["a", "b"])
    }

    @Test("A river stage that fails holds only the entries that its `where` lets in")
    func failingRiverWithCondition() async throws {
        var world = try World()
        var stage = PlannedStage.river("failing") { (_) throws(StageFailure) in throw StageFailure("no idea") }
        stage.condition = .reading(#"{"title": {"is": "In"}}"#)
        world.stages = [stage]
        world.repository.say([.post("a", title: "In"), .post("b", title: "Out")], in: "blog")
        try await world.run()
        #expect(await world.mail.ids == ["b"])
    }

    @Test("An entry that is held and then revised comes once, as revised")
    func heldThenRevised() async throws {
        var world = try World()
        let end = world.clock.now.adding(seconds: 2 * 3600 + 1)
        let clock = world.clock
        world.subscriptions = [
            .feed(
                "blog",
                stages: [.each("waiting") { (_) throws(StageFailure) in clock.now < end ? .hold(until: end) : .keep }])
        ]
        world.repository.say([.post("a", text: "First.")], in: "blog")
        try await world.run()
        world.repository.say([.post("a", text: "Second.")], in: "blog")
        try await world.run()
        try await world.run()
        #expect(await world.mail.taken.map(\.entry.contentHTML) == ["<p>Second.</p>"])
        try await world.run()
        #expect(await world.mail.ids.count == 1)
    }

    @Test("What fails because the run was cancelled is no failure of the stage")
    func cancelled() async throws {
        var world = try World()
        let (reached, reach) = AsyncStream.makeStream(of: Void.self)
        let isPatient = Mutex(false)
        world.subscriptions = [
            .feed(
                "blog",
                stages: [
                    .waiting("asking") { (entry) throws(StageFailure) in
                        reach.yield()
                        if !isPatient.withLock({ $0 }) {
                            try? await Task.sleep(for: .seconds(3600))
                            throw StageFailure("cancelled")
                        }
                        entry.tags.append("asked")
                        return .keep
                    }
                ])
        ]
        world.repository.say([.post("a")], in: "blog")
        var arrivals = reached.makeAsyncIterator()
        for _ in 1...4 {
            let running = Task { [world] in try await world.run() }
            await arrivals.next()
            running.cancel()
            #expect(try await running.value.isCancelled)
        }
        isPatient.withLock { $0 = true }
        try await world.run()
        #expect(await world.mail.taken.map(\.entry.tags) == [["asked"]])
    }

    @Test("Stages that wait run several at once, and the entries keep their order")
    func waiting() async throws {
        var world = try World()
        let meeting = Meeting(of: 4)
        world.subscriptions = [
            .feed(
                "blog",
                stages: [
                    .waiting("meeting") { (entry) throws(StageFailure) in
                        await meeting.arrive()
                        entry.tags.append("met")
                        return .keep
                    }
                ])
        ]
        world.repository.say(Entry.posts(1...4), in: "blog")
        try await world.run()
        #expect(await world.mail.ids == ["4", "3", "2", "1"])
        #expect(await world.mail.taken.allSatisfy { $0.entry.tags == ["met"] })
    }
}

/// What a stage has seen.
private final class SeenEntries: Sendable {
    private let seen = Mutex<[Entry]>([])

    var entries: [Entry] { seen.withLock { $0 } }

    func note(_ entry: Entry) { seen.withLock { $0.append(entry) } }
}

/// Lets nobody go before all have come.
private actor Meeting {
    private let size: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(of size: Int) { self.size = size }

    func arrive() async {
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            guard waiting.count == size else { return }
            for one in waiting { one.resume() }
        }
    }
}
