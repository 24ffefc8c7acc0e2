import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import JSONFeedAdapter

@Suite("JSON Feed documents and what comes of them")
struct JSONFeedFixtureTests {
    private static let fixtures = DocumentFixture.all(suffix: "jsonfeed")

    @Test("the plugin keeps what every document adapter keeps")
    func contract() throws {
        try DocumentAdapterContract.check(
            JSONFeed.self, in: PluginFolder("Plugins/Adapters/JSONFeed"), fixtures: Self.fixtures)
    }

    @Test("a fixture is read as its expectation says", arguments: fixtures)
    func reading(fixture: DocumentFixture) throws { try fixture.expectReading(by: JSONFeed()) }

    @Test("no beginning and no changed byte of a fixture traps", arguments: fixtures)
    func toughness(fixture: DocumentFixture) async throws { try await fixture.expectToughness(of: JSONFeed()) }

    @Test("twice the entries take about twice the time")
    func linear() throws {
        try DocumentAdapterContract.checkLinear(JSONFeed()) { count in
            let item = #"{"url": "/a", "title": "b", "content_html": "<p>c \u00e9</p>"}"#
            return #"{"items": ["# + Array(repeating: item, count: count).joined(separator: ",") + "]}"
        }
    }
}
