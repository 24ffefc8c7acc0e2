import FeedModel
import Testing
import TributaryPluginKit
import TributaryTestKit
import WebPageAdapter

@Suite("The adapter web_page")
struct WebPageTests {
    private static let fixtures = AdapterFixture.all()

    @Test("It keeps the contract of all plugins")
    func contract() throws {
        try PluginContract.check(WebPage.self, in: PluginFolder("Plugins/Adapters/WebPage"))
    }

    @Test("A page is read as its expectation says", arguments: fixtures)
    func reading(fixture: AdapterFixture) async throws {
        try await fixture.expectReading(by: WebPage.self)
    }

    @Test("No beginning and no changed byte of a page traps", arguments: fixtures)
    func toughness(fixture: AdapterFixture) async throws {
        try await fixture.expectToughness(of: WebPage.self)
    }

    @Test("Items that stand in each other are read in bounded time, and the rest is told")
    func nested() async throws {
        let page = String(repeating: "<div>", count: 250) + String(repeating: "<b>x</b>", count: 500)
        let log = DiagnosticLog()
        let reading = try await read(#""items": "div", "map": {"content_html": "div"}"#, page: page, log: log)
        guard case .feed(let feed, _) = reading else { return #expect(Bool(false)) }
        #expect(feed.entries.count >= 60 && feed.entries.count < 250)
        #expect(
            log.diagnostics.map(\.message) == [
                "the items stand in each other so often that the last ones are left out"
            ])
    }

    @Test(
        "A wrong selector is a mistake with its place",
        arguments: [
            (
                #""items": "article..post", "map": {"title": "h2"}"#,
                "items: \"article..post\" is no selector: \".\" stands where a name is expected (character 9)"
            ),
            (
                #""items": "li", "map": {"title": ["h2", "h3 >"]}"#,
                "map.title[1]: \"h3 >\" is no selector: an element is expected at the end (character 5)"
            ),
            (
                #""items": "li", "map": {"title": "h2"}, "paging": {"next": "a["}"#,
                "paging.next: \"a[\" is no selector: the end stands where a name is expected (character 3)"
            ),
        ])
    func mistakes(options: String, message: String) {
        do {
            _ = try PluginContract.make(WebPage.self, "{\"use\": \"web_page\", \(options)}")
            Issue.record("no mistake was found")
        } catch {
            let problems = (error as? ConfigurationError)?.problems ?? []
            #expect(problems.map { "\($0.path): \($0.message)" } == [message])
        }
    }

    @Test("Mistakes are found in one go")
    func allMistakes() {
        let options = #""items": ".p[", "map": {"title": ":has(x)", "url": ["a", "b >"]}, "paging": {"next": "a["}"#
        let error = #expect(throws: ConfigurationError.self) {
            try PluginContract.make(WebPage.self, "{\"use\": \"web_page\", \(options)}")
        }
        #expect(error?.problems.map(\.path.description) == ["items", "map.title", "map.url[1]", "paging.next"])
    }

    @Test("A first page without the link to the next one is noted, with the links that there are")
    func noNextPage() async throws {
        let log = DiagnosticLog()
        let page = "<p><b>one</b><p><b>two</b><a class=next href=/2>next</a><a href=/x>x</a>"
        _ = try await read(
            #""items": "p", "map": {"title": "b"}, "paging": {"next": "a.nx"}"#, page: page, log: log)
        #expect(
            log.diagnostics.map(\.message) == [
                "paging.next: \"a.nx\" finds no link on the first page, where these are: a.next, a"
            ])
    }

    private func read(_ options: String, page: String, log: DiagnosticLog) async throws -> FeedReading {
        let adapter = try PluginContract.make(
            WebPage.self, "{\"use\": \"web_page\", \(options)}", context: .test(log: log))
        let web = MemoryHTTP(["https://example.org/a": .page(page)])
        return try await adapter.read(
            Subscription(key: "k", location: "https://example.org/a"), since: nil, using: web)
    }
}
