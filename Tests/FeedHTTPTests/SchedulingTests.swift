import Testing
import TributaryPluginKit
import TributaryTestOrigin

@testable import FeedHTTP

@Suite struct SchedulingTests {
    @Test("no more transfers run at once than allowed, and all slots are used")
    func parallel() async throws {
        let origin = try TestOrigin { _ in OriginResponse("x").with { $0.pace = .whenReleased } }
        let client = makeClient(ownHosts: ["127.0.0.1"]) { $0.parallel = 7 }
        async let statuses = send(40, to: origin, over: client)
        _ = await origin.state { $0.answering == 7 }
        await origin.release()
        #expect(try await statuses == [Int](repeating: 200, count: 40))
        #expect(origin.state.mostAnswering == 7)
    }

    @Test("a host gets two at once")
    func perHost() async throws {
        let origin = try TestOrigin { _ in OriginResponse("x").with { $0.pace = .whenReleased } }
        let client = makeClient()
        async let statuses = send(20, to: origin, over: client)
        _ = await origin.state { $0.answering == 2 }
        await origin.release()
        #expect(try await statuses.count == 20)
        #expect(origin.state.mostAnswering == 2)
    }

    @Test("a transfer that brings nothing gives its place to another")
    func quiet() async throws {
        let origin = try TestOrigin { request in
            OriginResponse("x").with { if request.path != "/fast" { $0.pace = .whenReleased } }
        }
        let client = makeClient(ownHosts: ["127.0.0.1"]) {
            $0.parallel = 2
            $0.quietAfter = .milliseconds(40)
        }
        async let slow = send(3, to: origin, over: client)
        _ = await origin.state { $0.answering == 3 }
        #expect(try await client.response(to: request(origin.url("/fast"))).status == 200)
        await origin.release()
        #expect(try await slow == [200, 200, 200])
    }

    @Test("sockets have a limit that the quiet ones count for too")
    func sockets() async throws {
        let origin = try TestOrigin { _ in OriginResponse("x").with { $0.pace = .whenReleased } }
        let client = makeClient(ownHosts: ["127.0.0.1"]) {
            $0.parallel = 2
            $0.sockets = 5
            $0.quietAfter = .milliseconds(20)
        }
        async let statuses = send(12, to: origin, over: client)
        _ = await origin.state { $0.answering == 5 }
        await origin.release()
        #expect(try await statuses.count == 12)
        #expect(origin.state.mostAnswering == 5)
    }

    @Test("cancelling a task ends its transfer, begun or not, and no other")
    func cancellation() async throws {
        let origin = try TestOrigin { _ in OriginResponse("x").with { $0.pace = .whenReleased } }
        let client = makeClient()
        let tasks = (0..<4).map { _ in Task { await client.failure(of: request(origin.url("/"))) } }
        _ = await origin.state { $0.answering == 2 }
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value == HTTPFailure(.cancelled, "cancelled")) }
        _ = await origin.state { $0.openConnections == 0 }
        await origin.release()
        #expect(try await client.response(to: request(origin.url("/"))).status == 200)
        // A place that one of them left may have been taken by the next before that was cancelled too.
        #expect((3...5).contains(origin.requests.count))
    }

    @Test("a task that is cancelled already asks nothing")
    func cancelledBefore() async throws {
        let origin = try TestOrigin(["/": OriginResponse("x")])
        let client = makeClient()
        let failure = await withTaskGroup(of: HTTPFailure?.self) { group in
            group.cancelAll()
            group.addTask { await client.failure(of: request(origin.url("/"))) }
            return await group.next() ?? nil
        }
        #expect(failure?.kind == .cancelled)
        #expect(origin.requests.isEmpty)
    }

    @Test("connections are used again")
    func reuse() async throws {
        let origin = try TestOrigin(["/": OriginResponse("x")])
        let client = makeClient()
        for _ in 0..<10 { _ = try await client.response(to: request(origin.url("/"))) }
        #expect(Set(origin.requests.map(\.connection)).count == 1)
    }

    @Test("hosts take turns, a full one holds up no other, a continued request goes first")
    func queue() {
        var queue = TransferQueue(perHost: 2)
        for (id, host) in ["a", "a", "a", "b", "a"].enumerated() {
            queue.append(TransferQueue.Ticket(id: id, host: host, isContinued: id == 4))
        }
        #expect([queue.remove(1), queue.remove(1)] == [true, false])
        #expect([queue.next(), queue.next(), queue.next()].map { $0?.id } == [4, 3, 0])
        #expect(queue.next() == nil)
        queue.noteEnd(host: "b")
        #expect(queue.next() == nil)
        queue.noteEnd(host: "a")
        #expect(queue.next()?.id == 2)
        #expect(queue.next() == nil)
    }

    @Test("the queue gives out everything once, in linear time")
    func largeQueue() {
        var queue = TransferQueue(perHost: 2)
        for id in 0..<20_000 { queue.append(TransferQueue.Ticket(id: id, host: "host\(id % 3)")) }
        #expect(queue.removeAll(host: "host1").count == 6_667)
        var taken: [Int] = []
        while let ticket = queue.next() {
            taken.append(ticket.id)
            queue.noteEnd(host: ticket.host)
        }
        #expect(taken == (0..<20_000).filter { $0 % 3 != 1 })
        #expect(queue.removeAll() == [])
    }

    private func send(_ count: Int, to origin: TestOrigin, over client: FeedHTTPClient) async throws -> [Int] {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<count {
                group.addTask { try await client.response(to: request(origin.url("/\(number)"))).status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
