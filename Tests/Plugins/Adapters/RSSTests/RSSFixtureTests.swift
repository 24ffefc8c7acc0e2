import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import RSSAdapter

@Suite("RSS documents and what comes of them")
struct RSSFixtureTests {
    private static let fixtures = DocumentFixture.all(suffix: "xml")

    @Test("the plugin keeps what every document adapter keeps")
    func contract() throws {
        try DocumentAdapterContract.check(
            RSS.self, in: PluginFolder("Plugins/Adapters/RSS"), fixtures: Self.fixtures)
    }

    @Test("a fixture is read as its expectation says", arguments: fixtures)
    func reading(fixture: DocumentFixture) throws { try fixture.expectReading(by: RSS()) }

    @Test("no beginning and no changed byte of a fixture traps", arguments: fixtures)
    func toughness(fixture: DocumentFixture) async throws { try await fixture.expectToughness(of: RSS()) }

    @Test("twice the entries take about twice the time")
    func linear() throws {
        try DocumentAdapterContract.checkLinear(RSS()) { count in
            let item = "<item><title>a</title><link>/b</link><description>&lt;p&gt;c&lt;/p&gt;</description></item>"
            return "<rss version='2.0'><channel>" + String(repeating: item, count: count) + "</channel></rss>"
        }
    }
}
