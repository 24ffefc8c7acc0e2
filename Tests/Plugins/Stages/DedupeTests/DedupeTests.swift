import FeedModel
import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import DedupeStage

@Suite("The stage dedupe")
struct DedupeTests {
    @Test("keeps the contract of river stages, whatever the order of the river")
    func contract() async throws {
        try await RiverStageContract.check(
            Dedupe.self, in: PluginFolder("Plugins/Stages/Dedupe"),
            options: [
                #"{"use": "dedupe", "by": ["id", "title", "text", ["feed", "title"], ["date", "url"]], "merge": false}"#,
                #"{"use": "dedupe", "by": ["near", "canonical_url", "headline", ["day", "authors.name", "title"]]}"#,
                #"{"use": "dedupe", "by": ["external_url", "attachments.url"]}"#,
            ],
            dependsOnOrder: false)
    }

    @Test("merges a copy in another feed into the oldest entry, which is then also in that feed")
    func merging() async throws {
        let river = MemoryRiver()
        let copy = entry("c", url: "http://EXAMPLE.org/6.3/#utm_source=planet", title: "6.3!", at: 200)
        let original = entry("o", url: "https://example.org/6.3", title: "Release 6.3", at: 100)
        let heads = river.arrive([copy], feed: "planet") + river.arrive([original], feed: "blog")
        let outcome = try await river.route(heads, through: try dedupe(#"["url"]"#))
        #expect(outcome.kept == [2])
        #expect(outcome.departures == [1: .merge(into: 2, reason: #"same url as "Release 6.3" of blog"#)])
    }

    @Test("only drops a copy where merging is off, or where the feed itself has it twice")
    func dropping() async throws {
        let river = MemoryRiver()
        let heads =
            river.arrive([entry("1", title: "A", at: 1), entry("2", title: "ａ ", at: 2)], feed: "x")
            + river.arrive([entry("3", title: "a", at: 3)], feed: "y")
        let reason = #"same title as "A" of x"#
        let merging = try await river.attempt(heads, through: try dedupe(#"["title"]"#))
        #expect(merging.departures == [2: .drop(reason: reason), 3: .merge(into: 1, reason: reason)])
        let dropping = try await river.attempt(heads, through: try dedupe(#"["title"]"#, #", "merge": false"#))
        #expect(dropping.departures == [2: .drop(reason: reason), 3: .drop(reason: reason)])
    }

    @Test("takes any of the keys for enough, a list within for all of its fields")
    func keys() async throws {
        let river = MemoryRiver()
        let heads = river.arrive([
            entry("1", url: "https://example.org/a", title: "Weekly", at: 10),
            entry("2", url: "https://example.org/b", title: "Weekly", at: 20),
            entry("3", url: "https://example.org/c", title: "Weekly", at: 20),
            entry("4", url: "https://example.org/a", title: "Other", at: 30),
            entry("5"),
            entry("6"),
        ])
        let outcome = try await river.attempt(heads, through: try dedupe(#"["url", ["title", "date"]]"#))
        #expect(outcome.kept == [1, 2, 5, 6])
        #expect(outcome.departures[3] == .drop(reason: #"same title and date as "Weekly" of feed"#))
        #expect(outcome.departures[4] == .drop(reason: #"same url as "Weekly" of feed"#))
    }

    @Test("knows a copy of a copy, in this river and in later ones")
    func chains() async throws {
        let river = MemoryRiver()
        let dedupe = try dedupe(#"["url", "title"]"#)
        let heads = river.arrive([
            entry("1", url: "https://example.org/a", title: "A", at: 1),
            entry("2", url: "https://example.org/a", title: "B", at: 2),
            entry("3", url: "https://example.org/c", title: "B", at: 3),
        ])
        #expect(try await river.route(heads, through: dedupe).kept == [1])
        let later = river.arrive([entry("4", url: "https://example.org/c", title: "D", at: 4)], feed: "other")
        let outcome = try await river.route(later, through: dedupe)
        #expect(outcome.departures == [4: .merge(into: 1, reason: "same url as entry 1, which came earlier")])
    }

    @Test("looks back as long as it is told and no longer")
    func within() async throws {
        let clock = FixedClock()
        let river = MemoryRiver(clock: clock)
        let dedupe = try dedupe(#"["title"]"#, #", "within": "2d""#)
        func arrive(_ id: String) async throws -> [EntryHead.ID] {
            try await river.route(river.arrive([entry(id, title: "Weekly")]), through: dedupe).kept
        }
        #expect(try await arrive("a") == [1])
        clock.advance(bySeconds: 86_400)
        #expect(try await arrive("b") == [])
        // The copy does not make the time begin anew.
        clock.advance(bySeconds: 86_400)
        #expect(try await arrive("c") == [3])
    }

    @Test("never takes a revision for a copy, and compares later entries with it")
    func revisions() async throws {
        let river = MemoryRiver()
        let dedupe = try dedupe(#"["title"]"#)
        #expect(try await river.route(river.arrive([entry("1", title: "A", at: 9)]), through: dedupe).kept == [1])
        let heads =
            river.arrive([entry("2", title: "A", at: 1)])
            + river.arrive([entry("3", title: "B", at: 9), entry("4", title: "A", at: 9)], areRevisions: true)
            + river.arrive([entry("5", title: "B", at: 1)])
        let outcome = try await river.route(heads, through: dedupe)
        #expect(outcome.kept == [3, 4])
        #expect(outcome.departures[5] == .drop(reason: #"same title as "B" of feed"#))
    }

    @Test("an id that is no URI counts within its feed, a link to the home page is no link")
    func weakKeys() async throws {
        let river = MemoryRiver()
        let home = FeedReference(id: "news", title: nil, homePageURL: "https://example.net")
        var news = [entry("n1", url: "http://example.net/"), entry("n2", url: "https://example.net/")]
        for index in news.indices {
            news[index].tributary = TributaryExtension(feed: home, firstSeen: .init(seconds: 0))
        }
        let heads =
            river.arrive([entry("42"), entry("42"), entry("tag:x,1")], feed: "a")
            + river.arrive([entry("42"), entry("tag:x,1")], feed: "b") + river.arrive(news)
        #expect(try await river.attempt(heads, through: try dedupe(#"["id", "url"]"#)).kept == [1, 3, 4, 6, 7])
    }

    @Test("twice gives the same as once")
    func idempotence() async throws {
        let river = MemoryRiver()
        let dedupe = try dedupe(#"["url", "title", "text", "id"]"#)
        let heads = river.arrive(Entry.samples + Entry.oddities + Entry.samples)
        let once = try await river.attempt(heads, through: dedupe)
        let kept = Set(once.kept)
        #expect(try await river.attempt(heads.filter { kept.contains($0.id) }, through: dedupe).kept == once.kept)
    }

    @Test("doubling the river at most about doubles the time")
    func linear() async throws {
        let dedupe = try dedupe(#"["url", "title"]"#)
        func time(_ count: Int) async throws -> Duration {
            let river = MemoryRiver()
            let entries = (0..<count).map { entry("\($0)", url: "https://example.org/\($0 % 1000)", title: "T \($0)") }
            let heads = river.arrive(entries)
            return try await ContinuousClock().measure { _ = try await river.attempt(heads, through: dedupe) }
        }
        var ratios: [Double] = []
        for _ in 0..<5 {
            let ratio = try await time(8000) / time(4000)
            ratios.append(ratio)
            if ratio < 3 { return }
        }
        Issue.record("ratios \(ratios)")
    }

    @Test(
        "finds keys that tell nothing, and names the nearest",
        arguments: [
            (#"["date"]"#, #"by[0]: this alone would make one story of many; add "title", as in ["title", "date"]"#),
            (
                #"["url", ["feed", "date"]]"#,
                #"by[1]: this alone would make one story of many; add "title", as in ["title", "date"]"#
            ),
            (#"["ulr"]"#, #"by[0]: "ulr" is not known here; did you mean "url"?"#),
            (#"[["title", "dat"]]"#, #"by[0][1]: "dat" is not known here; did you mean "date"?"#),
            (
                #"[["near", "title"]]"#,
                #"by[0]: "near" compares by itself; write it into a list of its own, or without a list"#
            ), ("[]", "by: the list is empty"), ("[[]]", "by[0]: the list is empty"),
        ])
    func mistakes(by: String, expected: String) {
        let error = #expect(throws: ConfigurationError.self) { try dedupe(by) }
        #expect(error?.problems.map { "\($0.path): \($0.message)" } == [expected])
    }

    private func dedupe(_ by: String, _ more: String = "") throws -> Dedupe {
        try PluginContract.make(Dedupe.self, #"{"use": "dedupe", "by": \#(by)\#(more)}"#)
    }

    private func entry(_ id: String, url: String? = nil, title: String? = nil, at seconds: Int64? = nil) -> Entry {
        var entry = Entry(id: id, url: url, title: title)
        entry.datePublished = seconds.map { Timestamp(seconds: $0) }
        return entry
    }
}
