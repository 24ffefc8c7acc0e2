import Testing
import TributaryPluginKit
import TributaryTestOrigin

@testable import FeedHTTP

@Suite("Bytes that a connection brings without a request, and answers to other questions")
struct LeftoverTests {
    /// A server that says more at `/long` than it announces, and answers everything else as it should.
    private func origin(leaving leftovers: String) throws -> TestOrigin {
        try TestOrigin { request in
            OriginResponse(request.path).with {
                if request.path == "/long" { $0.leftovers = Array(leftovers.utf8) }
            }
        }
    }

    @Test("What is left of an answer spoils no other one", arguments: [false, true])
    func garbage(isOwnHost: Bool) async throws {
        let origin = try origin(leaving: "</item></channel></rss>")
        let client = makeClient(ownHosts: isOwnHost ? ["127.0.0.1"] : []) { $0.parallelPerHost = 1 }
        for number in 0..<10 {
            #expect(try await client.response(to: request(origin.url("/long"))).body == Array("/long".utf8))
            let next = try await client.response(to: request(origin.url("/\(number)")))
            #expect(next.body == Array("/\(number)".utf8))
        }
    }

    @Test(
        "A whole answer that nobody asked for is none to the next request",
        arguments: [
            "HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil",
        ])
    func injected(answer: String) async throws {
        let origin = try origin(leaving: answer)
        let client = makeClient {
            $0.parallelPerHost = 1
            $0.settling = .milliseconds(200)
        }
        for path in ["/long", "/next"] {
            let response = try await client.response(to: request(origin.url(path)))
            #expect(response.status == 200)
            #expect(response.body == Array(path.utf8))
        }
        #expect(Set(origin.requests.map(\.connection)).count == 2)
    }

    @Test("A host that has just answered rests a moment, one's own does not")
    func settling() {
        let start = ContinuousClock.now
        var queue = TransferQueue(perHost: 1)
        for id in 0..<2 { queue.append(TransferQueue.Ticket(id: id, host: "a", isContinued: id == 1)) }
        for id in 2..<4 { queue.append(TransferQueue.Ticket(id: id, host: "own", isOwnHost: true)) }
        #expect([queue.next(at: start), queue.next(at: start)].map { $0?.id } == [1, 2])
        queue.noteEnd(host: "a", settlingUntil: start + .milliseconds(10))
        queue.noteEnd(host: "own", settlingUntil: start + .milliseconds(10))
        #expect(queue.next(at: start)?.id == 3)
        #expect(queue.next(at: start + .milliseconds(9)) == nil)
        #expect(queue.nextTurn == start + .milliseconds(10))
        #expect(queue.next(at: start + .milliseconds(10))?.id == 0)
    }

    @Test("\"Nothing has changed\" is no answer to who has asked for all")
    func unaskedNotModified() async throws {
        let origin = try TestOrigin { _ in OriginResponse(status: 304) }
        let failure = await makeClient().failure(of: request(origin.url("/")))
        #expect(failure?.message.contains("says that nothing has changed (status 304)") == true)
        let response = try await makeClient().response(
            to: request(origin.url("/")) { $0.validators = Validators(url: origin.url("/"), etag: "\"a\"") })
        #expect(response.status == 304)
    }

    @Test(
        "A part of the document is not taken for all of it",
        arguments: [
            ("bytes 0-3/4", true), ("bytes 0-3/9", false), ("bytes 2-3/4", false), ("bytes 0-3/*", false),
            ("lines 0-3/4", false), ("", true),
        ])
    func ranges(range: String, isWhole: Bool) async throws {
        let origin = try TestOrigin { _ in
            OriginResponse("four").with {
                $0.status = 206
                if !range.isEmpty { $0.headers["Content-Range"] = range }
            }
        }
        let failure = await makeClient().failure(of: request(origin.url("/")))
        #expect(failure?.kind == (isWhole ? nil : .truncated))
    }

    @Test("A value that was folded over lines is one with a space at each fold")
    func folded() async throws {
        let text = "HTTP/1.1 200 OK\r\nETag: \"a\r\n \t b:c\"\r\nContent-Length: 1\r\nX: 1\r\n\r\nx"
        let origin = try TestOrigin { _ in OriginResponse(body: Array(text.utf8)).with { $0.framing = .raw } }
        let response = try await makeClient().response(to: request(origin.url("/")))
        #expect(response.header("ETag") == "\"a b:c\"")
        #expect(response.header("X") == "1")
        #expect(response.headers.count == 3)
    }

    @Test("A failure says how much came, and how long it took")
    func costs() async throws {
        let origin = try TestOrigin { _ in OriginResponse(feedText).with { $0.ending = .cut(at: 0.5) } }
        let failure = try #require(await makeClient().failure(of: request(origin.url("/"))))
        #expect(failure.kind == .truncated)
        #expect(failure.receivedSize == feedText.utf8.count / 2)
        #expect(try #require(failure.transferTime) > .zero)
    }

    @Test("Whole bodies count until they are let go, small ones never")
    func lent() {
        let budget = MemoryBudget(limit: 150_000) {}
        #expect(budget.lend(100) == nil)
        var shares = [budget.lend(20_000), budget.lend(20_000)]
        #expect(budget.hasRoom)
        shares.append(budget.lend(20_000))
        #expect(!budget.hasRoom)
        shares.removeLast()
        #expect(budget.hasRoom)
        #expect(shares.allSatisfy { $0 != nil })
    }
}
