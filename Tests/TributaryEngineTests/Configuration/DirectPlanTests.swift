import FeedJSON
import Testing
import TributaryPluginKit

@testable import TributaryEngine

@Suite("Plans without a configuration")
struct DirectPlanTests {
    @Test("Addresses and files are read into memory and all of them are shown")
    func reading() throws {
        let plan = try Planner.sample().plan(
            reading: ["https://example.org/feed", "feeds/a.xml", "http://EXAMPLE.org/feed", "${env:HOME}"],
            into: ["use": "terminal", "style": "list"])
        #expect(
            plan.subscriptions.map(\.subscription.location) == [
                "https://example.org/feed", "/srv/feeds/a.xml", "/srv/${env:HOME}",
            ])
        #expect(plan.store.place == .memory)
        #expect(plan.sinks.map(\.key) == ["terminal"])
        #expect(plan.sinks.first?.firstFetch == .all)
        #expect(plan.stages.isEmpty)
    }

    @Test("What is no address is said without a place in a file")
    func mistakes() {
        #expect {
            try Planner.sample().plan(reading: ["ftp://example.org/", "https://"], into: ["use": "terminal"])
        } throws: { error in
            (error as? ConfigurationFailure)?.lines == [
                #""ftp://example.org/" begins with "ftp:"; feeds are read over http, https or from files"#,
                #""https://" is no address: it names no host"#,
            ]
        }
    }
}
