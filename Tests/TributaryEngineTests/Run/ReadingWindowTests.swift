import FeedModel
import Synchronization
import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import TributaryEngine

@Suite("How many are read at once", .timeLimit(.minutes(5)))
struct ReadingWindowTests {
    @Test("Servers that say nothing hold up no other, however many there are")
    func silence() async throws {
        let silent = (0..<20).map { "silent\($0)" }
        let world = try World(feeds: silent + ["blog"])
        let servers = SilentServers(world.repository, ended: "blog")
        world.repository.say([.post("a")], in: "blog")
        world.clock.advance(bySeconds: 3600)
        var options = RunOptions()
        options.parallel = 2
        let display = RecordingDisplay()
        let report = try await Aggregator(
            plan: world.plan, repository: servers, store: world.store, clock: world.clock, display: display,
            report: { _ in }
        ).run(options)
        #expect(report.readings["blog"] == .read(new: 1, revised: 0))
        #expect(report.readings.values.count { $0 == .failed(.unavailable) } == 20)

        let shown = display.shown
        #expect(shown.contains { !$0.silentHosts.isEmpty && $0.done == 0 })
        #expect(shown.last?.done == 21)
        #expect(shown.last?.all == 21)
        #expect(shown.last?.new == 1)
        #expect(display.ends == 1)
    }

    @Test("Feeds of one host leave places to others, unless the host is one's own", arguments: [false, true])
    func oneHost(isOwn: Bool) {
        let members = ["a", "a", "a", "a", "b", "", "c"].enumerated().map { place, host in
            FetchSelection.Member(
                PlannedSubscription(
                    Subscription(
                        key: "\(place)", location: host.isEmpty ? "file.xml" : "https://\(host).example/\(place)")),
                state: .unread)
        }
        var queue = ReadingQueue(members, ownHosts: OwnHosts(isOwn ? ["a.example"] : []), mostPerHost: 2)
        func take() -> [ReadingQueue.Ticket] {
            var tickets: [ReadingQueue.Ticket] = []
            while let ticket = queue.next() { tickets.append(ticket) }
            return tickets
        }
        let first = take()
        let begun = isOwn ? Array(0..<7) : [0, 1, 4, 5, 6]
        #expect(first.map(\.member.planned.subscription.key) == begun.map(String.init))
        #expect(queue.isEmpty == isOwn)
        for ticket in first.dropFirst() { queue.noteEnd(of: ticket) }
        #expect(take().map(\.member.planned.subscription.key) == (isOwn ? [] : ["2"]))
        queue.noteEnd(of: first[0])
        #expect(take().map(\.member.planned.subscription.key) == (isOwn ? [] : ["3"]))
        #expect(queue.isEmpty)
    }

    @Test("Ten thousand subscriptions of one host are taken in linear time, in their order")
    func manyOfOneHost() {
        let members = (0..<10_000).map { number in
            FetchSelection.Member(.at("https://a.example/\(number)"), state: .unread)
        }
        var queue = ReadingQueue(members, ownHosts: OwnHosts([]), mostPerHost: 2)
        var taken: [String] = []
        while let ticket = queue.next() {
            taken.append(ticket.member.planned.subscription.key)
            queue.noteEnd(of: ticket)
        }
        #expect(taken == members.map(\.planned.subscription.key))
    }
}

extension RosterState.Subscription {
    fileprivate static var unread: Self {
        Self(id: SubscriptionID(row: 1), validators: nil, lastRead: nil, readings: 0)
    }
}

/// Has all subscriptions whose key begins with "silent" wait until another one has been read.
private final class SilentServers: FeedRepository {
    private let others: ScriptedRepository
    private let ended: String
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]?>([])

    init(_ others: ScriptedRepository, ended: String) {
        self.others = others
        self.ended = ended
    }

    func reading(
        of planned: PlannedSubscription, since last: Validators?
    ) async throws(ReadFailure) -> RepositoryReading {
        try await others.reading(of: planned, since: last)
    }

    func answer(to request: ReadingRequest) async -> RepositoryAnswer {
        let key = request.planned.subscription.key
        let url = request.planned.subscription.location ?? ""
        guard key.hasPrefix("silent") else {
            let reading = try? await reading(of: request.planned, since: request.last)
            let all = waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting ?? []
            }
            for continuation in all { continuation.resume() }
            return RepositoryAnswer(.success(reading ?? .gone))
        }
        request.watch?.note(isSilent: true, serverOf: url)
        await withCheckedContinuation { continuation in
            let isOver = waiting.withLock { waiting in
                waiting?.append(continuation)
                return waiting == nil
            }
            if isOver { continuation.resume() }
        }
        request.watch?.note(isSilent: false, serverOf: url)
        return RepositoryAnswer(.failure(ReadFailure(.unavailable, "silent")))
    }
}

private final class RecordingDisplay: ProgressDisplay {
    private let state = Mutex<(shown: [RunProgress], ends: Int)>(([], 0))

    var shown: [RunProgress] { state.withLock { $0.shown } }
    var ends: Int { state.withLock { $0.ends } }

    func show(_ progress: RunProgress) async {
        state.withLock { $0.shown.append(progress) }
    }

    func end() async {
        state.withLock { $0.ends += 1 }
    }
}
