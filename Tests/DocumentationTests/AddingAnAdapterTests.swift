import FeedJSON
import FeedModel
import Foundation
import Testing
import TributaryPluginKit
import TributaryTestKit

/// `Scripts/follow-adapter-page` does the whole page in a copy of the package (`make slow`); here its code is compiled as
/// it stands on the page, and run on the fixture that stands there.
@Suite("The page that tells how to add an adapter")
struct AddingAnAdapterTests {
    @Test("The code on the page is the code that is compiled here", arguments: ["Twtxt", "Tides"])
    func code(name: String) throws {
        let here = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "\(name).swift")
        let compiled = try String(contentsOf: here, encoding: .utf8)
        #expect(try MarkdownPage("adding-an-adapter.md").files["Plugins/Adapters/\(name)/\(name).swift"] == compiled)
    }

    @Test("The page's plugin reads the page's fixture, with the options of the page's sample")
    func run() throws {
        let files = try MarkdownPage("adding-an-adapter.md").files
        let adapter = try PluginContract.make(Twtxt.self, #require(files["Plugins/Adapters/Twtxt/sample.json"]))
        let fixture = try #require(files["Tests/Plugins/Adapters/TwtxtTests/Fixtures/news.twtxt"])
        #expect(Twtxt.recognise(Array(fixture.utf8).span, type: nil) == .certain)
        let document = Document(url: "https://example.com/twtxt.txt", mediaType: nil, bytes: Array(fixture.utf8))
        let (feed, output) = try adapter.feed(from: document)
        #expect(feed.title == "miller")
        #expect(feed.description == "News from the mill")
        #expect(feed.entries.map(\.tags) == [["ines"], []])
        #expect(feed.entries.first?.datePublished == Timestamp(seconds: 1_795_847_400, offset: 3600))
        #expect(feed.entries.last?.contentText == "水車の修理が終わりました https://example.com/wheel")
        #expect(Set(feed.entries.map(\.id)).count == 2)
        #expect(output.diagnostics.map(\.place?.line) == [5])
    }

    @Test("The page's adapter of the full form reads the page's answer, and is told when it has not changed")
    func fullForm() async throws {
        let files = try MarkdownPage("adding-an-adapter.md").files
        let adapter = try PluginContract.make(Tides.self, #require(files["Plugins/Adapters/Tides/sample.json"]))
        let answer = try #require(files["Tests/Plugins/Adapters/TidesTests/Fixtures/two/tides.json"])
        let url = "https://tides.example/api/north%20pier?count=50"
        let web = MemoryHTTP([url: .page(answer, type: "application/json")])
        let reading = try await adapter.read(Subscription(key: "k"), since: nil, using: web)
        guard case .feed(let feed, let validators) = reading else { return #expect(Bool(false), "\(reading)") }
        #expect(feed.entries.map(\.title) == ["満潮"] && feed.entries.map(\.id) == ["7"])
        #expect(feed.entries.first?.extensions["_tides"] == ["level": 3.4])
        let quiet = MemoryHTTP(others: .status(304))
        guard case .unchanged = try await adapter.read(Subscription(key: "k"), since: validators, using: quiet) else {
            return #expect(Bool(false))
        }
    }
}
