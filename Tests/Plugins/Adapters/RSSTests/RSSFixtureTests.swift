import FeedModel
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

    @Test("entries nested without end are read, each as one of its own, in the order of the document")
    func nesting() throws {
        let count = 1500
        let items = (1...count).map { "<item><guid>\($0)</guid>" }.joined()
        let text =
            "<rss version='2.0'><channel>" + items + String(repeating: "</item>", count: count) + "</channel></rss>"
        var output = DecodingOutput()
        _ = try RSS().decode(Document(url: nil, mediaType: nil, bytes: Array(text.utf8)), into: &output)
        #expect(output.entries.map(\.id) == (1...count).map(String.init))
    }

    @Test("of more diagnostics than are kept the last one says so")
    func manyDiagnostics() throws {
        let text = "<rss version='2.0'><channel><title>\(String(repeating: "& ", count: 150))</title></channel></rss>"
        var output = DecodingOutput()
        _ = try RSS().decode(Document(url: nil, mediaType: nil, bytes: Array(text.utf8)), into: &output)
        #expect(output.diagnostics.count == output.diagnosticsLimit + 1)
        #expect(output.diagnostics.last?.message.hasPrefix("more of the kind") == true)
    }

    @Test("twice the entries take about twice the time")
    func linear() throws {
        try DocumentAdapterContract.checkLinear(RSS()) { count in
            let item = "<item><title>a</title><link>/b</link><description>&lt;p&gt;c&lt;/p&gt;</description></item>"
            return "<rss version='2.0'><channel>" + String(repeating: item, count: count) + "</channel></rss>"
        }
    }
}
