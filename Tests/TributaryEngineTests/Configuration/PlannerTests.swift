import FeedJSON
import Testing
import TributaryPluginKit

@testable import TributaryEngine

@Suite("Plans")
struct PlannerTests {
    @Test("The shortest configuration leaves everything to the defaults")
    func shortest() throws {
        let plan = try Planner.sample().plan(
            #"{"feeds": ["https://Example.org/Feed"], "sinks": [{"use": "terminal"}]}"#)
        let planned = try #require(plan.subscriptions.first)
        #expect(planned.subscription.key == "https://example.org/Feed")
        #expect(planned.subscription.location == "https://Example.org/Feed")
        #expect(planned.subscription.displayName == "https://Example.org/Feed")
        #expect(planned.adapter == nil)
        #expect(planned.every == nil)
        #expect(planned.onUpdate == .replace)
        #expect(planned.isEnabled)
        #expect(plan.baseFolder == "/home/reader/feeds")
        #expect(plan.fetch == .standard)
        #expect(plan.fetch.parallel == 50)
        #expect(plan.fetch.decodedSize.bytes == 32_000_000)
        #expect(plan.store.keepParked == 30 * 86400)
        #expect(plan.archive == nil)
        let sink = try #require(plan.sinks.first)
        #expect(sink.key == "terminal")
        #expect(sink.firstFetch == .newest(10))
        #expect(sink.order(inReorderedRiver: false) == .newest)
        #expect(sink.order(inReorderedRiver: true) == .river)
    }

    @Test("A file that requests need and that is not there is named before the first of them")
    func missingFiles() throws {
        let text = """
            {"defaults": {"http": {"ca": "/no/such/ca.pem"}},
             "feeds": [{"url": "https://example.org/", "http": {"client_certificate": "no-such.pem"}}],
             "sinks": [{"use": "cache"}]}
            """
        let error = #expect(throws: ConfigurationFailure.self) { try Planner.sample().plan(text) }
        let lines = error?.description.split(separator: "\n") ?? []
        #expect(lines.count == 2)
        #expect(lines.first?.contains("defaults.http.ca: ") == true)
        #expect(lines.first?.contains("/no/such/ca.pem") == true)
        #expect(lines.last?.contains("feeds[0].http.client_certificate: ") == true)
        #expect(lines.last?.contains("/home/reader/feeds/no-such.pem") == true)
    }

    @Test("Everything that may be said arrives in the plan")
    func everything() throws {
        let plan = try Planner.sample(["USER": "reader"]).plan(
            """
            {
              "$schema": "schema.json",
              "defaults": {"tags": ["blog"], "every": "2h", "stages": [{"use": "keep", "where": {"title": {"exists": true}}}],
                "http": {"headers": {"X-From": "défaut"}}},
              "feeds": [
                {"use": "rss", "id": "techracho", "url": "blogs/techracho.xml", "was": ["HTTP://Old.example.org/"],
                 "name": "TechRacho", "tags": ["ja", "ruby"], "every": "1h", "on_update": "redeliver", "keep_for": "90d",
                 "keep_count": 500, "enabled": false, "stages": [{"use": "limit", "count": 10}, {"use": "full_text"}],
                 "http": {"user": "${env:USER}", "password": "${env:TOKEN}", "auth": "digest", "ca": "\(#filePath)", "netrc": true}},
                {"use": "github_search", "query": "rss language:swift", "token": "${env:TOKEN}"}, // a comment
              ],
              "stages": [
                {"use": "sort", "where": {"tags": {"has": "ja"}}},
              ],
              "sinks": [
                {"use": "cache", "keep_for": "30d"},
                {"use": "html", "path": "public", "name": "page", "where": {"tags": {"has": "swift"}},
                 "first_fetch": 5, "order": "oldest"},
                {"use": "mail", "to": "reader@example.org", "first_fetch": "none"},
              ],
              "fetch": {"parallel": 10, "deadline": "90s", "own_hosts": ["localhost"], "contact": "me@example.org"},
              "store": {"path": "db/feeds.db", "keep_parked": "1w"},
              "tests": [{"anything": "${goes}"}],
            }
            """)
        let first = try #require(plan.subscriptions.first)
        #expect(first.subscription.key == "techracho")
        #expect(first.earlierKeys == ["https://old.example.org/"])
        #expect(first.subscription.name == "TechRacho")
        #expect(first.subscription.location == "/home/reader/feeds/blogs/techracho.xml")
        #expect(first.subscription.writtenLocation == "blogs/techracho.xml")
        #expect(first.subscription.tags == ["ja", "ruby"])
        #expect(first.adapter is SampleRSS)
        #expect(first.every == 3600)
        #expect(first.onUpdate == .redeliver)
        #expect(first.retention == RetentionOverride(keepFor: 90 * 86400, keepCount: 500))
        #expect(!first.isEnabled)
        #expect(first.stages.map(\.name) == ["keep", "limit", "full_text"])
        #expect(
            first.stages.map { "\($0.path)" } == ["defaults.stages[0]", "feeds[0].stages[0]", "feeds[0].stages[1]"])
        #expect(first.stages.allSatisfy { $0.condition == nil })
        guard case .entry = first.stages[0].plugin, case .river = first.stages[1].plugin,
            case .asyncEntry = first.stages[2].plugin
        else {
            Issue.record("the stages have other forms: \(first.stages)")
            return
        }
        #expect(first.subscription.http.user == "reader")
        #expect(first.subscription.http.password == Planner.secret)
        #expect(first.subscription.http.authentication == .digest)
        #expect(first.subscription.http.certificateAuthorities == "\(#filePath)")
        #expect(first.subscription.http.usesNetrc)
        #expect(first.subscription.http.headers.isEmpty)

        let second = plan.subscriptions[1]
        #expect(second.subscription.key == #"github_search {"query":"rss language:swift"}"#)
        #expect((second.adapter as? SampleSearch)?.options.token == Planner.secret)
        #expect((second.adapter as? SampleSearch)?.options.limit == 30)
        #expect(second.subscription.location == nil)
        #expect(second.subscription.tags == ["blog"])
        #expect(second.every == 7200)
        #expect(second.subscription.http.headers == [HTTPField(name: "X-From", value: "d\u{C3}\u{A9}faut")])
        #expect(second.stages.map(\.name) == ["keep"])

        #expect(plan.stages.map { "\($0.path)" } == ["stages[0]"])
        #expect(plan.stages[0].condition != nil)

        #expect(plan.sinks.map(\.key) == ["cache", "page", "mail"])
        #expect(plan.archive?.key == "cache")
        #expect(plan.sinks[1].firstFetch == .newest(5))
        #expect(plan.sinks[1].order(inReorderedRiver: true) == .oldest)
        #expect(plan.sinks[1].condition != nil)
        #expect(plan.sinks[2].firstFetch == .none)
        guard case .page(let page) = plan.sinks[1].plugin else {
            Issue.record("the page is \(plan.sinks[1].plugin)")
            return
        }
        #expect((page as? SamplePage)?.folder == "/home/reader/feeds/public")

        #expect(plan.fetch.parallel == 10)
        #expect(plan.fetch.deadline.seconds == 90)
        #expect(plan.fetch.ownHosts == ["localhost"])
        #expect(plan.fetch.contact == "me@example.org")
        #expect(plan.store.place == .file("/home/reader/feeds/db/feeds.db"))
        #expect(plan.store.keepParked == 604_800)
        #expect(plan.store.keepDocuments == DocumentLimits(age: 14 * 86_400, size: 200_000_000))
    }

    @Test("No feed at all is no mistake")
    func noFeeds() {
        #expect(Planner.sample().complaints(#"{"feeds": [], "sinks": [{"use": "cache"}]}"#).isEmpty)
    }

    @Test("Of a mistake in any place nothing is made: a plugin that objects is not heard before")
    func nothingIsMade() {
        let lines = Planner.sample().complaints(
            #"{"feeds": [], "sinks": [{"use": "mail", "to": "nobody"}], "stages": [{"use": "limit"}]}"#)
        #expect(lines == ["config.json:1:70: stages[0]: \"count\" is missing; it takes a whole number from 1 to 1000"])
    }

    @Test(
        "Any beginning of a configuration is judged without a word about what may follow",
        arguments: [
            #"{"feeds": [{"url": "https://example.org/a", "stages": [{"use": "limit", "count": 5}]}], "sinks": [{"use": "cache"}]}"#
        ])
    func prefixes(text: String) {
        let planner = Planner.sample()
        #expect(planner.complaints(text).isEmpty)
        for count in 0..<text.utf8.count {
            let lines = planner.complaints(String(text.prefix(count)))
            #expect(lines.count == 1 && lines[0].hasPrefix("config.json:1:"), "\(count): \(lines)")
        }
    }

    @Test("Ten times the feeds are planned in about ten times the time")
    func manyFeeds() throws {
        func time(_ count: Int) throws -> Duration {
            let feeds = (0..<count).map { #"{"url": "https://example.org/\#($0)", "every": "1h", "tags": ["a"]}"# }
            let text = #"{"feeds": [\#(feeds.joined(separator: ","))], "sinks": [{"use": "cache"}]}"#
            let start = ContinuousClock.now
            #expect(try Planner.sample().plan(text).subscriptions.count == count)
            return ContinuousClock.now - start
        }
        let ratios = try (0..<3).map { _ in try time(1000) / time(100) }
        #expect((ratios.min() ?? .infinity) < 20, "\(ratios)")
    }

    @Test("What a stage remembers, and what a page shows, goes by what the configuration says of them")
    func optionHashes() throws {
        func plan(stage: String, sink: String) throws -> (stage: String?, sink: UInt64?) {
            let plan = try Planner.sample().plan(
                """
                {"feeds": ["https://example.org/"], "stages": [{"use": "limit", "count": 9}, {"use": "dedupe", \(stage)}],
                 "sinks": [{"use": "html", \(sink)}, {"use": "cache"}]}
                """)
            return (plan.stages.last?.memoryName, plan.sinks.first?.optionsHash)
        }
        let first = try plan(stage: #""by": ["url"], "where": {"tags": {"has": "ja"}}"#, sink: #""path": "public""#)
        let same = try plan(
            stage: #""where": {"tags": {"has": "ja"}}, "by" : [ "url" ]"#, sink: #""order": "oldest", "path": "public""#
        )
        #expect(first == same)
        #expect(try plan(stage: #""by": ["title"]"#, sink: #""path": "public""#).stage != first.stage)
        #expect(try plan(stage: #""by": ["url"]"#, sink: #""path": "public""#).stage != first.stage)
        #expect(try plan(stage: #""by": ["url"]"#, sink: #""path": "pages""#).sink != first.sink)
    }
}
