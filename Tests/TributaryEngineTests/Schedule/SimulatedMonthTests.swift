import FeedModel
import FeedStore
import Foundation
import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import TributaryEngine

@Suite("A simulated month on a hostile web", .timeLimit(.minutes(10)))
struct SimulatedMonthTests {
    /// A run every ten to twenty minutes for ten days, then every hour as timers have it; now and then a new process over
    /// the same file.
    @Test("The log of all requests breaks none of the rules for polite feed readers")
    func month() async throws {
        let feeds = Self.feeds
        let folder = FileManager.default.temporaryDirectory.path + "/month-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/month.db"
        let world = try PoliteWorld(feeds.map { .at($0.url) }, store: try SQLiteStore(path: path))
        for feed in feeds {
            for url in Set([feed.url, feed.target]) { world.web.serve(url, feed.answer) }
        }
        var random = SeededGenerator(seed: 20_260_503)
        var runs = 0
        while world.clock.now.seconds < HostileFeed.start + 30 * HostileFeed.day {
            if runs % 40 == 39 { world.store = try SQLiteStore(path: path) }
            // One at a time: what is under way while another is told to pause cannot be called back.
            let isEager = world.clock.now.seconds < HostileFeed.start + 10 * HostileFeed.day
            let pause = Int64.random(in: isEager ? 600...1200 : 3570...3630, using: &random)
            try await world.run(after: pause) { $0.parallel = 1 }
            runs += 1
        }
        let judge = PoliteJudge(feeds: feeds, visits: world.web.visits)
        #expect(judge.violations.isEmpty, "\(judge.violations.prefix(10)) of \(judge.violations.count)")
        // Politeness must not be bought with deafness.
        #expect(world.web.visits.count > 10 * feeds.count)
        for feed in feeds where ![.dead, .gone].contains(feed.kind) {
            let last = world.web.visits(to: feed.target).last { $0.wentWell }
            #expect(
                (last?.time ?? 0) > world.clock.now.seconds - 4 * HostileFeed.day, "\(feed.kind) \(feed.number)")
        }
    }

    private static let feeds: [HostileFeed] = {
        let kinds = HostileFeed.Kind.allCases
        let paces: [Int64] = [5, 30, 100, 700]
        return (0..<(kinds.count * 3)).map { number in
            HostileFeed(
                kind: kinds[number % kinds.count], number: number, pace: paces[number / kinds.count % paces.count])
        }
    }()
}

/// Holds a log of requests against the published criteria for feed readers.
struct PoliteJudge {
    private(set) var violations: [String] = []
    private var holds: [String: Int64] = [:]

    init(feeds: [HostileFeed], visits: [FakeWeb.Visit]) {
        var byURL: [String: HostileFeed] = [:]
        for feed in feeds {
            byURL[feed.url] = feed
            byURL[feed.target] = feed
        }
        for (url, visits) in Dictionary(grouping: visits, by: \.url) {
            guard let feed = byURL[url] else {
                violations.append("\(url) was made up")
                continue
            }
            judge(visits, of: feed)
        }
        judgeSites(visits, byURL)
    }

    private mutating func judge(_ visits: [FakeWeb.Visit], of feed: HostileFeed) {
        var etag: String?
        var date: String?
        var failures = 0
        for (index, visit) in visits.enumerated() {
            func note(_ what: String) { violations.append("\(feed.kind) \(visit.url) #\(index): \(what)") }
            let known = Set(["Accept", "If-None-Match", "If-Modified-Since"])
            if let other = visit.headers.first(where: { !known.contains($0.name) }) { note("sent \(other.name)") }
            if visit.header("If-None-Match") != etag || visit.header("If-Modified-Since") != date {
                note("sent \(visit.headers) instead of \(etag ?? "-"), \(date ?? "-")")
            }
            if index > 0 {
                let last = visits[index - 1]
                let pause = visit.time - last.time
                if last.status == 410 { note("asked after 410") }
                let least = feed.pause(after: last.status) ?? (last.wentWell ? feed.leastInterval : 810)
                if pause < least { note("after \(pause) s instead of \(least)") }
                // From the default interval on, twice as long with each failure, less five minutes.
                let backoff = min(900 << Int64(min(max(failures - 1, 0), 10)), 86_400) - 300
                if failures > 0, pause < backoff { note("failure \(failures) was followed after \(pause) s") }
            }
            if feed.kind == .skipHours, (1...3).contains(visit.time / 3600 % 24), index > 0 {
                note("in a skipped hour")
            }
            let answer = feed.answer(visit)
            let isFeed = answer.status == 200 && answer.body.hasPrefix("<rss")
            failures = isFeed || answer.status == 304 || answer.status == 301 ? 0 : failures + 1
            guard isFeed || answer.status == 304, visit.status != 0 else { continue }
            etag = answer.headers.first { $0.name == "ETag" }?.value
            date = answer.headers.first { $0.name == "Last-Modified" }?.value
        }
    }

    /// Nobody of a site is asked while one of it has asked for a pause.
    private mutating func judgeSites(_ visits: [FakeWeb.Visit], _ byURL: [String: HostileFeed]) {
        for visit in visits {
            let host = visit.url.split(separator: "/")[1]
            let site = host.split(separator: ".").suffix(2).joined(separator: ".")
            if let end = holds[site], visit.time < end { violations.append("\(visit.url) asked in its site's pause") }
            if visit.status == 429, let pause = byURL[visit.url]?.pause(after: 429), host.contains(".shared") {
                holds[site] = max(holds[site] ?? 0, visit.time + pause)
            }
        }
    }
}
