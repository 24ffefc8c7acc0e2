import TributaryPluginKit

/// One feed of the simulated month, and how its server behaves.
struct HostileFeed: Sendable {
    /// What is special about a server.
    enum Kind: CaseIterable {
        case strong, weak, dateOnly, oddDate, bare, sameBody, fresh, expires, ttl, skipHours
        case tooMany, tooManyUntil, tooManyVaguely, unavailable, flapping, dead, gone, moved, movedAway, challenge
    }

    let kind: Kind
    /// Its place among all.
    let number: Int
    /// Hours between two new entries.
    let pace: Int64

    /// The address in the configuration; feeds of servers that ask for pauses share a site in threes.
    var url: String {
        switch kind {
        case .tooMany, .tooManyUntil: "https://feeds\(number).shared\(number / 60).example/rss"
        default: "https://feed\(number).example/rss"
        }
    }

    /// Where it answers in the end.
    var target: String {
        switch kind {
        case .moved: "https://new.feed\(number).example/rss"
        case .movedAway: "https://away\(number).example/rss"
        default: url
        }
    }

    static let start: Int64 = 1_777_766_400
    static let hour: Int64 = 3600
    static let day: Int64 = 86_400

    /// What is served at `url`, as a plain function of the visit.
    func answer(_ visit: FakeWeb.Visit) -> FakeWeb.Answer {
        let elapsed = visit.time - Self.start
        let edition = Int(elapsed / (pace * Self.hour))
        let body = rss(Array(max(0, edition - 4)...edition), head: head)
        switch kind {
        case .strong, .ttl, .skipHours: return visit.conditional(body, ["ETag": "\"\(edition)\""])
        case .weak: return visit.conditional(body, ["ETag": "W/\"\(edition)  x\""])
        case .dateOnly:
            return visit.conditional(body, ["Last-Modified": "Sun, 03 May 2026 00:00:\(10 + edition % 50) GMT"])
        case .oddDate: return visit.conditional(body, ["Last-Modified": "edition \(edition) GMT+01"])
        case .bare: return FakeWeb.Answer(200, body: body)
        case .sameBody: return FakeWeb.Answer(200, ["ETag": "\"\(visit.earlier)\""], body: body)
        case .fresh:
            return visit.conditional(body, ["ETag": "\"\(edition)\"", "Cache-Control": "max-age=10800", "Age": "600"])
        case .expires:
            return visit.conditional(
                body,
                [
                    "ETag": "\"\(edition)\"", "Date": "Sun, 03 May 2026 00:00:00 GMT",
                    "Expires": "Sun, 03 May 2026 05:00:00 GMT",
                ])
        case .tooMany where visit.earlier % 7 == 3: return FakeWeb.Answer(429, ["Retry-After": "20000"])
        case .tooManyUntil where visit.earlier % 7 == 3:
            return FakeWeb.Answer(
                429, ["Date": "Sun, 03 May 2026 00:00:00 GMT", "Retry-After": "Sun, 03 May 2026 08:00:00 GMT"])
        case .tooManyVaguely where visit.earlier % 7 == 3: return FakeWeb.Answer(429, ["Retry-After": "later"])
        case .unavailable where visit.earlier % 5 == 2: return FakeWeb.Answer(503, ["Retry-After": "40000"])
        case .tooMany, .tooManyUntil, .tooManyVaguely, .unavailable:
            return visit.conditional(body, ["ETag": "\"\(edition)\""])
        case .flapping where visit.earlier % 3 != 0: return visit.earlier % 2 == 0 ? .broken : FakeWeb.Answer(500)
        case .flapping: return visit.conditional(body, ["ETag": "\"\(edition)\""])
        case .dead: return visit.earlier % 2 == 0 ? FakeWeb.Answer(404) : .broken
        case .gone:
            return elapsed > 5 * Self.day ? FakeWeb.Answer(410) : visit.conditional(body, ["ETag": "\"\(edition)\""])
        case .moved, .movedAway:
            guard visit.url != target else { return visit.conditional(body, ["ETag": "\"\(edition)\""]) }
            return FakeWeb.Answer(301, ["Location": target])
        case .challenge where visit.earlier % 6 == 4:
            return FakeWeb.Answer(200, ["ETag": "\"page\"", "Content-Type": "text/html"], body: "<!doctype html><p>")
        case .challenge: return visit.conditional(body, ["ETag": "\"\(edition)\""])
        }
    }

    private var head: String {
        switch kind {
        case .ttl: "<ttl>240</ttl>"
        case .skipHours: "<skipHours><hour>1</hour><hour>2</hour><hour>3</hour></skipHours>"
        default: ""
        }
    }

    /// The shortest time from one request that went well to the next, as published rules for feed readers want it.
    var leastInterval: Int64 {
        switch kind {
        case .fresh: 10_200
        case .expires: 5 * Self.hour
        // Less five minutes of grace.
        case .ttl: 4 * Self.hour - 300
        default: 810
        }
    }

    /// The pause that a status asks for; nil where it leaves that open.
    func pause(after status: Int) -> Int64? {
        switch (kind, status) {
        case (.tooMany, 429): 20_000
        case (.tooManyUntil, 429): 8 * Self.hour
        case (.tooManyVaguely, 429): Self.hour / 2
        case (.unavailable, 503): 40_000
        default: nil
        }
    }
}
