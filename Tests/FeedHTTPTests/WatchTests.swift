import Synchronization
import Testing
import TributaryPluginKit
import TributaryTestOrigin

@testable import FeedHTTP

@Suite("Requests that wait for their turn, and those who watch them")
struct WatchTests {
    /// Lets requests go until a server has said 429.
    private final class Watch: RequestWatch {
        private let isHeld = Mutex(false)
        let refused = Mutex(0)

        func refusal(of url: String) -> HTTPFailure? {
            guard isHeld.withLock({ $0 }) else { return nil }
            refused.withLock { $0 += 1 }
            return HTTPFailure(.held, "held")
        }

        func note(status: Int, headers: [HTTPField], from url: String) {
            if status == 429 { isHeld.withLock { $0 = true } }
        }
    }

    @Test("After a 429, what waits for the same host in the queue is not sent")
    func queued() async throws {
        let origin = try TestOrigin { _ in OriginResponse("slow down").with { $0.status = 429 } }
        let client = makeClient { $0.parallelPerHost = 1 }
        let watch = Watch()
        let outcomes = await withTaskGroup(of: String.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    do throws(HTTPFailure) {
                        return "\(try await client.response(to: request(origin.url("/")) { $0.watch = watch }).status)"
                    } catch {
                        return "\(error)"
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(origin.requests.count == 1)
        #expect(outcomes.sorted() == ["429"] + [String](repeating: "held", count: 19))
        #expect(watch.refused.withLock { $0 } == 19)
    }

    @Test("A redirect to a host that is held is not followed")
    func redirected() async throws {
        let origin = try TestOrigin(["/": .redirect(to: "/b")])
        let watch = RefusingSecond()
        let failure = await makeClient().failure(of: request(origin.url("/")) { $0.watch = watch })
        #expect(failure?.kind == .held)
        #expect(origin.requests.map(\.path) == ["/"])
    }

    private final class RefusingSecond: RequestWatch {
        func refusal(of url: String) -> HTTPFailure? { url.hasSuffix("/b") ? HTTPFailure(.held, "held") : nil }

        func note(status: Int, headers: [HTTPField], from url: String) {}
    }

    @Test("A host rests between two requests, others go on meanwhile, and redirects do not wait")
    func spacing() {
        let start = ContinuousClock.now
        var queue = TransferQueue(perHost: 9, spacing: .milliseconds(100))
        for id in 0..<3 { queue.append(TransferQueue.Ticket(id: id, host: "a", isSpaced: true)) }
        queue.append(TransferQueue.Ticket(id: 3, host: "b", isSpaced: true))
        #expect([queue.next(at: start), queue.next(at: start)].map { $0?.id } == [0, 3])
        #expect(queue.next(at: start) == nil)
        #expect(queue.nextTurn == start + .milliseconds(100))
        queue.append(TransferQueue.Ticket(id: 4, host: "a", isContinued: true))
        #expect(queue.next(at: start)?.id == 4)
        #expect(queue.next(at: start + .milliseconds(99)) == nil)
        #expect(queue.next(at: start + .milliseconds(100))?.id == 1)
        #expect(queue.next(at: start + .milliseconds(100)) == nil)
        #expect(queue.next(at: start + .milliseconds(250))?.id == 2)
        #expect(queue.nextTurn == nil)
    }

    @Test(
        "One's own machine and network are not spared",
        arguments: [
            ("127.0.0.1", true), ("::1", true), ("10.1.2.3", true), ("localhost", true), ("example.org", false),
        ])
    func ownNetwork(host: String, isOwn: Bool) {
        #expect(PrivateAddress.isOwnNetwork(host) == isOwn)
    }

    @Test("A response says how much was received, and how long it took")
    func figures() async throws {
        let origin = try TestOrigin(["/": OriginResponse(feedText).with { $0.encoding = .gzip }])
        let response = try await makeClient().response(to: request(origin.url("/")))
        #expect(response.body.count == feedText.utf8.count)
        let received = try #require(response.receivedSize)
        #expect(received > 100 && received < response.body.count / 2)
        #expect(try #require(response.transferTime) > .zero)
    }
}
