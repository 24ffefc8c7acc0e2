import Testing
import TributaryPluginKit
import TributaryTestOrigin

@testable import FeedHTTP

@Suite struct LimitTests {
    @Test("a body over the limit is given up, whether its length is announced or not")
    func received() async throws {
        let body = OriginResponse(String(repeating: "x", count: 200_000))
        let origin = try TestOrigin([
            "/announced": body, "/chunked": body.with { $0.framing = .chunked },
            "/endless": body.with { $0.pace = .endless },
            "/fits": OriginResponse(String(repeating: "x", count: 100 << 10)),
        ])
        let client = makeClient { $0.receivedBytes = 100 << 10 }
        for path in ["/announced", "/chunked", "/endless"] {
            let failure = await client.failure(of: request(origin.url(path)))
            #expect(failure == HTTPFailure(.tooLarge, "the body is over the limit of 100 KiB"), "\(path)")
        }
        #expect(try await client.response(to: request(origin.url("/fits"))).body.count == 100 << 10)
    }

    @Test("a request may set tighter limits, never wider ones")
    func ownLimits() async throws {
        let origin = try TestOrigin([
            "/long": OriginResponse(String(repeating: "x", count: 3000)), "/bomb": .bomb(mebibytes: 1),
            "/slow": OriginResponse("x").with { $0.pace = .after(.seconds(30)) },
        ])
        let client = makeClient { $0.receivedBytes = 2000 }
        var request = request(origin.url("/long"))
        request.largestBody = 1000
        #expect(await client.failure(of: request) == HTTPFailure(.tooLarge, "the body is over the limit of 1 KB"))
        request.largestBody = 10_000
        #expect(await client.failure(of: request)?.kind == .tooLarge)
        let roomy = makeClient()
        #expect(try await roomy.response(to: request).body.count == 3000)
        request.url = origin.url("/bomb")
        #expect(await roomy.failure(of: request)?.kind == .tooLarge)
        request.url = origin.url("/slow")
        request.timeout = .milliseconds(100)
        let failure = await roomy.failure(of: request)
        #expect(failure == HTTPFailure(.timeout, "no whole answer from 127.0.0.1:\(origin.port) within 100 ms"))
    }

    @Test("a body over the limit after decoding is given up")
    func decoded() async throws {
        let origin = try TestOrigin(["/bomb": .bomb(mebibytes: 40)])
        let failure = await makeClient { $0.decodedBytes = 1 << 20 }.failure(of: request(origin.url("/bomb")))
        #expect(failure == HTTPFailure(.tooLarge, "the body is over the limit of 1 MiB after decoding"))
    }

    @Test("a server that never answers, drips or stops midway is given up, the others are not held up")
    func stall() async throws {
        let feed = OriginResponse("<rss>all that there is</rss>")
        let origin = try TestOrigin([
            "/never": feed.with { $0.pace = .never }, "/midway": feed.with { $0.pace = .stallingMidway },
            "/drip": feed.with { $0.pace = .dripping(every: .milliseconds(50)) }, "/good": feed,
        ])
        let client = makeClient(ownHosts: ["127.0.0.1"]) { $0.stall = .seconds(1) }
        async let never = client.failure(of: request(origin.url("/never")))
        async let midway = client.failure(of: request(origin.url("/midway")))
        async let drip = client.failure(of: request(origin.url("/drip")))
        #expect(try await client.response(to: request(origin.url("/good"))).body == feed.body)
        let place = "127.0.0.1:\(origin.port)"
        #expect(await never == HTTPFailure(.timeout, "no answer from \(place) for 1 s"))
        #expect(await midway == HTTPFailure(.timeout, "no progress in the answer from \(place) for 1 s"))
        #expect(await drip?.kind == .timeout)
    }

    @Test("the whole has a limit, over all redirects")
    func total() async throws {
        let origin = try TestOrigin([
            "/a": .redirect(to: "/b"), "/b": OriginResponse("x").with { $0.pace = .never },
        ])
        let failure = await makeClient { $0.total = .milliseconds(150) }.failure(of: request(origin.url("/a")))
        #expect(failure == HTTPFailure(.timeout, "no whole answer from 127.0.0.1:\(origin.port) within 150 ms"))
    }

    @Test("connecting has a limit, and a host that used it up twice is skipped")
    func connect() async throws {
        // An origin that speaks plain HTTP never answers the beginning of a TLS handshake.
        let origin = try TestOrigin([:])
        let client = makeClient { $0.connect = .milliseconds(100) }
        let url = "https://127.0.0.1:\(origin.port)/"
        for _ in 0..<2 {
            let failure = await client.failure(of: request(url))
            #expect(failure == HTTPFailure(.timeout, "could not connect to 127.0.0.1:\(origin.port) within 100 ms"))
        }
        let failure = await client.failure(of: request(url))
        #expect(failure?.message == "skipped: connecting to 127.0.0.1 timed out 2 times in this run")
    }

    @Test("at the deadline everything ends, begun or not")
    func deadline() async throws {
        let origin = try TestOrigin(["/": OriginResponse("x").with { $0.pace = .never }])
        let client = makeClient { $0.deadline = .milliseconds(200) }
        let failures = await withTaskGroup(of: HTTPFailure?.self) { group in
            for _ in 0..<10 { group.addTask { await client.failure(of: request(origin.url("/"))) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(failures.map(\.?.message)) == ["the run's time of 200 ms was up (fetch.deadline)"])
        // Two at once, if they came to be sent at all; the others had not begun.
        #expect(failures.count { $0?.kind == .cutOff } <= 2)
        #expect(failures.allSatisfy { $0?.kind == .cutOff || $0?.kind == .deadline })
        #expect(origin.requests.count <= 2)
        #expect(await client.failure(of: request(origin.url("/")))?.kind == .deadline)
    }

    @Test("bodies over the limit of memory wait for each other, and all arrive")
    func memory() async throws {
        let text = String(repeating: "0123456789abcdef", count: 20_000)
        let origin = try TestOrigin(["/": OriginResponse(text)])
        let client = makeClient(ownHosts: ["127.0.0.1"]) { $0.heldBytes = 100_000 }
        let sizes = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<12 { group.addTask { try await client.response(to: request(origin.url("/"))).body.count } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sizes == [Int](repeating: text.utf8.count, count: 12))
    }
}
