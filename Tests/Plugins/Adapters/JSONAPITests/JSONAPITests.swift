import FeedModel
import JSONAPIAdapter
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The adapter json_api")
struct JSONAPITests {
    private static let fixtures = AdapterFixture.all()

    @Test("It keeps the contract of all plugins")
    func contract() throws {
        try PluginContract.check(JSONAPI.self, in: PluginFolder("Plugins/Adapters/JSONAPI"))
    }

    @Test("An API is read as its expectation says", arguments: fixtures)
    func reading(fixture: AdapterFixture) async throws {
        try await fixture.expectReading(by: JSONAPI.self)
    }

    @Test("No beginning and no changed byte of an answer traps", arguments: fixtures)
    func toughness(fixture: AdapterFixture) async throws {
        try await fixture.expectToughness(of: JSONAPI.self)
    }

    @Test("The same answer is nothing new, unless the map is another one")
    func validators() async throws {
        let web = MemoryHTTP(["https://example.org/a": .page("[{\"t\": \"A\"}]", type: "application/json")])
        let first = try await read(#""map": {"title": "t"}"#, over: web)
        guard case .feed(_, let validators) = first else { return #expect(Bool(false)) }
        guard case .unchanged = try await read(#""map": {"title": "t"}"#, since: validators, over: web)
        else { return #expect(Bool(false)) }
        #expect(web.requests.last?.validators == validators)
        guard case .feed = try await read(#""map": {"title": "$.t"}"#, since: validators, over: web)
        else { return #expect(Bool(false)) }
        #expect(web.requests.last?.validators == nil)
    }

    @Test("Where a later page fails, the next reading asks for all of it again")
    func incomplete() async throws {
        let fixture = try #require(Self.fixtures.first { $0.name == "link" })
        let reading = try await fixture.read(by: JSONAPI.self, over: fixture.web(), log: DiagnosticLog())
        guard case .feed(let feed, let validators) = reading else { return #expect(Bool(false)) }
        #expect(feed.entries.count == 3 && validators.etag == nil && validators.documentHash == nil)
    }

    @Test(
        "A wrong option is a mistake with its place",
        arguments: [
            (
                #""items": "a..b", "map": {"title": "t"}"#,
                "items: \"a..b\" is no path: a name is expected (character 3)"
            ),
            (
                #""map": {"title": ["t", "a[x]"]}"#,
                "map.title[1]: \"a[x]\" is no path: between brackets stands a number, or nothing for all (character 5)"
            ),
            (#""map": {"url": "https://x/{a"}"#, "map.url: \"https://x/{a\": a brace is not closed"),
            (
                #""map": {"title": "t"}, "extra": {"x": "a["}"#,
                "extra.x: \"a[\" is no path: a bracket is not closed (character 3)"
            ),
            (
                #""map": {"title": "t"}, "paging": {"link": true, "next": "n"}"#,
                "paging: paging goes by \"next\", by \"parameter\" or by \"link\": write one of them"
            ),
            (
                #""map": {"title": "t"}, "paging": {"next": "n]"}"#,
                "paging.next: \"n]\" is no path: a dot or a bracket is expected (character 2)"
            ),
            (#""map": {"titel": "t"}"#, "map.titel: unknown key; did you mean \"title\"?"),
            (#""map": {"title": "t"}, "feed": {"title": "{"}"#, "feed.title: \"{\": a brace is not closed"),
        ])
    func mistakes(options: String, message: String) {
        do {
            _ = try PluginContract.make(JSONAPI.self, "{\"use\": \"json_api\", \(options)}")
            Issue.record("no mistake was found")
        } catch {
            let problems = (error as? ConfigurationError)?.problems ?? []
            #expect(problems.map { "\($0.path): \($0.message)" } == [message])
        }
    }

    @Test("Mistakes are found in one go")
    func allMistakes() {
        let options =
            #""items": "a..", "map": {"title": "b[", "url": ["c", "{d"]}, "feed": {"icon": "{"}, "extra": {"x": "]"}"#
        let error = #expect(throws: ConfigurationError.self) {
            try PluginContract.make(JSONAPI.self, "{\"use\": \"json_api\", \(options)}")
        }
        let places = error?.problems.map(\.path.description)
        #expect(places == ["items", "map.title", "map.url[1]", "feed.icon", "extra.x"])
    }

    @Test(
        "A first page at which the path to the next one leads nowhere is noted",
        arguments: [
            (#"{"d": [{"t": "1"}], "next": null}"#, nil),
            (#"{"d": [{"t": "1"}], "next": ""}"#, nil),
            (
                #"{"d": [{"t": "1"}], "nxt": "/2"}"#,
                "paging.next: the first page names no next one: it has no \"next\"; did you mean \"nxt\"?"
            ),
        ])
    func noNextPage(page: String, note: String?) async throws {
        let log = DiagnosticLog()
        let adapter = try PluginContract.make(
            JSONAPI.self,
            #"{"use": "json_api", "items": "d", "map": {"title": "t"}, "paging": {"next": "next"}}"#,
            context: .test(log: log))
        let web = MemoryHTTP(["https://example.org/a": .page(page)])
        _ = try await adapter.read(
            Subscription(key: "k", location: "https://example.org/a"), since: nil, using: web)
        #expect(log.diagnostics.map(\.message) == [note].compactMap(\.self))
    }

    private func read(
        _ options: String, since last: Validators? = nil, over web: MemoryHTTP
    ) async throws -> FeedReading {
        let adapter = try PluginContract.make(JSONAPI.self, "{\"use\": \"json_api\", \(options)}")
        let subscription = Subscription(key: "k", location: "https://example.org/a")
        return try await adapter.read(subscription, since: last, using: web)
    }
}
