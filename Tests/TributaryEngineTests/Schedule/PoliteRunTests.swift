import FeedModel
import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import TributaryEngine

/// Faults of other readers, each provoked and watched for.
@Suite("Runs that a server's operator is glad to see", .timeLimit(.minutes(5)))
struct PoliteRunTests {
    static let hour: Int64 = 3600
    let feed = "https://blog.example.org/feed"

    // MARK: Validators

    @Test("New validators count although the body is the same, and the same body is not read again")
    func sameBody() async throws {
        let world = try PoliteWorld([.at(feed)])
        world.web.serve(feed) { visit in
            let number = min(visit.earlier, 1)
            return FakeWeb.Answer(
                200, ["ETag": ["\"a\"", "\"b\""][number], "Last-Modified": ["L1", "L2"][number]], body: rss([1]))
        }
        try await world.run()
        #expect(try await world.run(after: Self.hour).readings[feed] == .unchanged)
        try await world.run(after: Self.hour)
        let visits = world.web.visits(to: feed)
        #expect(visits.map { $0.header("If-None-Match") } == [nil, "\"a\"", "\"b\""])
        #expect(visits.map { $0.header("If-Modified-Since") } == [nil, "L1", "L2"])
        #expect(try await world.cached == 1)
    }

    @Test(
        "Validators go back byte for byte, whatever they look like",
        arguments: ["W/\"x y\"", "  unquoted", "\"caf\u{E9}\"", "Wed, 1 Jan 2020 00:00:00 GMT+01", "yesterday"])
    func verbatim(value: String) async throws {
        let world = try PoliteWorld([.at(feed)])
        world.web.serve(feed) { $0.conditional(rss([1]), ["Last-Modified": value]) }
        try await world.run()
        #expect(try await world.run(after: Self.hour).readings[feed] == .unchanged)
        let visits = world.web.visits(to: feed)
        #expect(visits.map(\.status) == [200, 304])
        #expect(visits.last?.header("If-Modified-Since") == value)
        #expect(visits.last?.header("If-None-Match") == nil)
    }

    @Test("A 304 with a coding or with a body is no error")
    func oddNotModified() async throws {
        let world = try PoliteWorld([.at(feed)])
        world.web.serve(feed) { visit in
            switch visit.earlier {
            case 0: FakeWeb.Answer(200, ["ETag": "\"a\""], body: rss([1]))
            case 1: FakeWeb.Answer(304, ["Content-Encoding": "gzip"])
            default: FakeWeb.Answer(304, [:], body: "<p>")
            }
        }
        for _ in 0..<4 { try await world.run(after: Self.hour) }
        #expect(world.messages.isEmpty)
        #expect(world.web.visits.dropFirst().allSatisfy { $0.header("If-None-Match") == "\"a\"" })
        #expect(try await world.cached == 1)
    }

    @Test("A page that comes instead of the feed leaves entries and validators alone")
    func challenge() async throws {
        let world = try PoliteWorld([.at(feed)])
        world.web.serve(feed) { visit in
            visit.earlier == 1
                ? FakeWeb.Answer(
                    200, ["Content-Type": "text/html", "ETag": "\"x\""],
                    body: "<!DOCTYPE html><title>Just a moment...</title>")
                : visit.conditional(rss([1]), ["ETag": "\"a\""])
        }
        try await world.run()
        #expect(try await world.run(after: Self.hour).readings[feed] == .failed(.notAFeed))
        #expect(try await world.run(after: Self.hour).readings[feed] == .unchanged)
        #expect(world.web.visits.map { $0.header("If-None-Match") } == [nil, "\"a\"", "\"a\""])
        #expect(try await world.cached == 1)
    }

    @Test("Other request headers have no use for the validators that they did not bring")
    func otherHeaders() async throws {
        let world = try PoliteWorld([.at(feed)])
        world.web.serve(feed) { $0.conditional(rss([1]), ["ETag": "\"a\""]) }
        try await world.run()
        world.plan.subscriptions = [
            .at(feed) { $0.http.headers = [HTTPField(name: "Accept-Language", value: "ja")] }
        ]
        try await world.run(after: 60)
        try await world.run(after: Self.hour)
        #expect(world.web.visits.map { $0.header("If-None-Match") } == [nil, nil, "\"a\""])
    }

    // MARK: When

    @Test("A new subscription costs one request")
    func singleRequest() async throws {
        let world = try PoliteWorld([.at(feed)])
        world.web.serve(feed) { $0.earlier == 0 ? FakeWeb.Answer(200, body: rss([1])) : FakeWeb.Answer(429) }
        try await world.run()
        #expect(world.web.visits.map(\.status) == [200])
        #expect(try await world.cached == 1)
    }

    @Test("A response that says that it is fresh is not asked for again before it is stale")
    func freshness() async throws {
        let world = try PoliteWorld([.at(feed, every: 900)])
        world.web.serve(feed) { _ in
            FakeWeb.Answer(200, ["Cache-Control": "max-age=7200", "Age": "3600"], body: rss([1]))
        }
        var asked: [Int] = []
        for minutes in [0, 10, 40, 11] as [Int64] {
            try await world.run(after: minutes * 60)
            asked.append(world.web.visits.count)
        }
        #expect(asked == [1, 1, 1, 2])
    }

    @Test("A lastBuildDate that stands still hides no new entry")
    func buildDate() async throws {
        let world = try PoliteWorld([.at(feed)])
        let head = "<lastBuildDate>Mon, 02 Nov 2026 10:00:00 GMT</lastBuildDate>"
        world.web.serve(feed) { FakeWeb.Answer(200, body: rss(Array(0...$0.earlier), head: head)) }
        try await world.run()
        #expect(try await world.run(after: Self.hour).readings[feed] == .read(new: 1, revised: 0))
    }

    @Test("What is not due is said, and asked all the same where the user insists")
    func force() async throws {
        let world = try PoliteWorld([.at(feed, every: Self.hour)])
        world.web.serve(feed) { $0.conditional(rss([1]), ["ETag": "\"a\""]) }
        try await world.run()
        let report = try await world.run(after: 60)
        let due = world.clock.now.seconds - 60 + Self.hour - 300
        #expect(report.readings == [feed: .waiting(FetchWait(.interval, until: due))])
        #expect(report.holdings?.count == 1)
        #expect(try await world.run { $0.isForced = true }.readings == [feed: .unchanged])
        #expect(world.web.visits.count == 2)
    }

    @Test("What was slow goes after others, and last what the end of a run cut off")
    func order() async throws {
        let urls = ["slow", "new", "cut"].map { "https://\($0).example.org/" }
        let world = try PoliteWorld(urls.map { .at($0) })
        let roster = try await world.store.begin(world.plan.roster, at: world.clock.now)
        var states: [FetchState] = [FetchState(), FetchState(), FetchState()]
        states[0].milliseconds = 9000
        (states[2].askedAt, states[2].wasCutOff) = (world.clock.now.seconds, true)
        let arrivals = zip(urls, states).compactMap { url, state in
            roster.subscriptions[url].map { known in
                var arrival = Arrival(subscription: known.id, reading: .held)
                arrival.fetch = state
                return arrival
            }
        }
        _ = try await world.store.arrive(arrivals, at: world.clock.now)
        try await world.run { $0.parallel = 1 }
        #expect(world.web.visits.map(\.url) == [urls[1], urls[0], urls[2]])
    }

    @Test("Answers that outlast every run take no time from those that a run had no time for")
    func starved() async throws {
        let urls = ["cut", "cut too", "missed"].map { "https://\($0.prefix(3))\($0.count).example.org/" }
        let world = try PoliteWorld(urls.map { .at($0, every: Self.hour) })
        for url in urls { world.web.serve(url) { _ in FakeWeb.Answer(200, body: rss([1])) } }
        try await world.run { $0.parallel = 1 }
        for url in urls { world.web.serve(url) { _ in url == urls[2] ? .putOff : .cutOff } }
        try await world.run(after: Self.hour) { $0.parallel = 1 }
        world.web.serve(urls[2]) { _ in FakeWeb.Answer(200, body: rss([1, 2])) }
        let report = try await world.run(after: Self.hour) { $0.parallel = 1 }
        #expect(report.readings[urls[2]] == .read(new: 1, revised: 0))
        #expect(world.web.visits.map(\.url) == urls + urls + [urls[2], urls[0], urls[1]])
        // Twice cut off, they wait like what fails.
        #expect(try await world.run(after: Self.hour / 2).readings[urls[0]]?.isWaiting == true)
    }

    // MARK: Who asks for a pause

    @Test(
        "A 429 holds the whole site for as long as it says, across restarts",
        arguments: [
            ("3600", 3600), ("0", 0), ("Sun, 03 May 2026 02:00:00 GMT", 7200), ("soon", 3600), ("-5", 3600),
        ] as [(String, Int64)])
    func tooMany(retryAfter: String, pause: Int64) async throws {
        let other = "https://www.blog.example.org/other"
        let world = try PoliteWorld([.at(feed, every: Self.hour), .at(other, every: Self.hour)])
        world.web.serve(feed) { visit in
            visit.earlier == 1
                ? FakeWeb.Answer(429, ["Retry-After": retryAfter]) : FakeWeb.Answer(200, body: rss([1]))
        }
        world.web.serve(other) { _ in FakeWeb.Answer(200, body: rss([2])) }
        try await world.run()
        try await world.run {
            $0.isForced = true
            $0.parallel = 1
        }
        let before = world.web.visits.count
        #expect(before == (pause == 0 ? 4 : 3))
        try await world.run(after: 10) { $0.isForced = true }
        #expect(world.web.visits.count == before + (pause == 0 ? 2 : 0))
        guard pause > 0 else { return }
        #expect(try await world.run(after: pause - 20).readings.values.allSatisfy(\.isWaiting))
        #expect(world.web.visits.count == before)
        try await world.run(after: 11) { $0.isForced = true }
        #expect(world.web.visits.count == before + 2)
        #expect(try await world.cached == 2)
    }

    @Test("A 429 of one's own host, and a 503, hold the address only")
    func narrowHolds() async throws {
        for status in [429, 503] {
            let other = "https://blog.example.org/other"
            let world = try PoliteWorld(
                [.at(feed, every: 60), .at(other, every: 60)],
                ownHosts: status == 429 ? ["blog.example.org"] : [])
            world.web.serve(feed) { _ in FakeWeb.Answer(status, ["Retry-After": "86400"]) }
            world.web.serve(other) { _ in FakeWeb.Answer(200, body: rss([2])) }
            try await world.run()
            let report = try await world.run(after: Self.hour) { $0.isForced = true }
            #expect(report.readings[feed]?.isWaiting == true)
            #expect(report.readings[other] == .unchanged)
        }
    }

    @Test("Other sites are not held")
    func otherSites() async throws {
        let other = "https://blog.example.com/feed"
        let world = try PoliteWorld([.at(feed), .at(other)])
        world.web.serve(feed) { _ in FakeWeb.Answer(429) }
        world.web.serve(other) { _ in FakeWeb.Answer(200, body: rss([2])) }
        #expect(try await world.run { $0.parallel = 1 }.readings[other] == .read(new: 1, revised: 0))
    }

    @Test("A feed that is gone is asked no more until the user wants it, and said once")
    func gone() async throws {
        let world = try PoliteWorld([.at(feed)])
        world.web.serve(feed) { visit in
            visit.earlier == 1 ? FakeWeb.Answer(410) : FakeWeb.Answer(200, body: rss([1]))
        }
        try await world.run()
        for _ in 0..<4 { try await world.run(after: 86_400) { $0.isForced = true } }
        #expect(world.web.visits.map(\.status) == [200, 410])
        #expect(world.messages.count == 1)
        #expect(world.messages.first?.contains("tributary feeds --resume \"\(feed)\"") == true)
        #expect(try await world.cached == 1)
        #expect(try await world.store.resumeFetching(feed))
        #expect(try await world.run(after: 60).readings[feed] == .unchanged)
    }

    // MARK: Moves

    @Test(
        "An address that has moved for good is followed, and asked no more after three readings", arguments: [301, 308])
    func moved(status: Int) async throws {
        let new = "https://new.example.org/feed"
        let world = try PoliteWorld([.at(feed)])
        world.web.serve(feed) { _ in FakeWeb.Answer(status, ["Location": new]) }
        world.web.serve(new) { $0.conditional(rss([1]), ["ETag": "\"a\""]) }
        for _ in 0..<6 { try await world.run(after: Self.hour) }
        #expect(world.web.visits(to: feed).count == 3)
        #expect(world.web.visits(to: new).map(\.status) == [200, 304, 304, 304, 304, 304])
        #expect(world.messages == ["\(feed): the feed has moved for good; from now on \(new) is asked"])
        #expect(try await world.cached == 1)
    }

    @Test("A move to another site is proposed, once")
    func movedAway() async throws {
        let new = "https://elsewhere.example.com/feed"
        let world = try PoliteWorld([.at(feed)])
        world.web.serve(feed) { _ in FakeWeb.Answer(301, ["Location": new]) }
        world.web.serve(new) { $0.conditional(rss([1]), ["ETag": "\"a\""]) }
        for _ in 0..<6 { try await world.run(after: Self.hour) }
        #expect(world.web.visits(to: feed).count == 6)
        #expect(world.messages.count == 1)
        #expect(world.messages.first?.contains("write \"url\": \"\(new)\" and \"was\": [\"\(feed)\"]") == true)
    }

    @Test("A redirect for the time being moves nothing", arguments: [302, 303, 307])
    func redirected(status: Int) async throws {
        let new = "https://new.example.org/feed"
        let world = try PoliteWorld([.at(feed)])
        world.web.serve(feed) { _ in FakeWeb.Answer(status, ["Location": new]) }
        world.web.serve(new) { $0.conditional(rss([1]), ["ETag": "\"a\""]) }
        for _ in 0..<6 { try await world.run(after: Self.hour) }
        #expect(world.web.visits(to: feed).count == 6)
        #expect(world.messages.isEmpty)
    }

    @Test("A new address that stops answering is given up for the configuration's")
    func movedBack() async throws {
        let new = "https://new.example.org/feed"
        let world = try PoliteWorld([.at(feed)])
        world.web.serve(feed) { visit in
            visit.earlier < 3 ? FakeWeb.Answer(301, ["Location": new]) : FakeWeb.Answer(200, body: rss([1]))
        }
        world.web.serve(new) { visit in
            visit.earlier < 4 ? FakeWeb.Answer(200, body: rss([1])) : FakeWeb.Answer(404)
        }
        for _ in 0..<10 { try await world.run(after: 86_400) }
        #expect(world.web.visits(to: new).count == 7)
        #expect(world.web.visits(to: feed).map(\.status).suffix(3) == [200, 200, 200])
    }

    // MARK: Failures

    @Test("When no host is found at all, the network is down, and the next run asks again")
    func networkDown() async throws {
        let urls = [feed, "https://other.example.com/feed"]
        let world = try PoliteWorld(urls.map { .at($0, every: Self.hour) })
        for url in urls { world.web.serve(url) { _ in .unresolved } }
        for _ in 0..<3 { try await world.run(after: 60) }
        #expect(world.web.visits.count == 6)
        world.web.serve(feed) { _ in FakeWeb.Answer(200, body: rss([1])) }
        try await world.run(after: 60)
        #expect(try await world.run(after: 60).readings.values.allSatisfy(\.isWaiting))
    }

    @Test("What fails for long is named once, with since when and why, and once more when it recovers")
    func longFailure() async throws {
        let world = try PoliteWorld([.at(feed)])
        world.web.serve(feed) { visit in
            visit.time < 1_777_766_400 + 10 * 86_400 ? FakeWeb.Answer(500) : FakeWeb.Answer(200, body: rss([1]))
        }
        for _ in 0..<(12 * 24) { try await world.run(after: Self.hour) }
        let naming = world.messages.filter { $0.contains("is not mentioned again until it answers") }
        #expect(naming.count == 1)
        #expect(naming.first?.contains("HTTP status 500") == true)
        #expect(naming.first?.contains("since 2026-05-03") == true)
        #expect(world.messages.last?.contains("answers again, after it had failed for 1") == true)
        #expect(world.messages.count < 12)
        // Twice as long each time, then daily.
        #expect(world.web.visits(to: feed).count { $0.status == 500 } < 18)
    }
}

extension RunReport.Reading {
    fileprivate var isWaiting: Bool {
        if case .waiting = self { true } else { false }
    }
}
