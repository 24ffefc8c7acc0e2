import FeedModel
import GitHubSearchAdapter
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The adapter github_search")
struct GitHubSearchTests {
    private static let fixtures = AdapterFixture.all()

    @Test("It keeps the contract of all plugins")
    func contract() throws {
        try PluginContract.check(GitHubSearch.self, in: PluginFolder("Plugins/Adapters/GitHubSearch"))
    }

    @Test("A search is read as its expectation says", arguments: fixtures)
    func reading(fixture: AdapterFixture) async throws {
        try await fixture.expectReading(by: GitHubSearch.self)
    }

    @Test("No beginning and no changed byte of an answer traps", arguments: fixtures)
    func toughness(fixture: AdapterFixture) async throws {
        try await fixture.expectToughness(of: GitHubSearch.self)
    }

    @Test(
        "A query is one parameter, whatever is in it",
        arguments: [
            ("c++", "c%2B%2B"), ("a&sort=x", "a%26sort%3Dx"), ("記事", "%E8%A8%98%E4%BA%8B"),
            ("rss language:swift", "rss%20language%3Aswift"), ("100% #1?", "100%25%20%231%3F"),
        ])
    func query(query: String, encoded: String) async throws {
        let web = MemoryHTTP()
        let adapter = try make("\"query\": \"\(query)\", \"sort\": \"stars\"")
        _ = try? await adapter.read(Subscription(key: "k"), since: nil, using: web)
        #expect(
            web.asked == [
                "https://api.github.com/search/repositories?q=\(encoded)&sort=stars&order=desc&per_page=30"
            ])
    }

    @Test("The token goes along as a bearer's, and without one nothing does")
    func token() async throws {
        for (options, value) in [("\"query\": \"q\"", nil), ("\"query\": \"q\", \"token\": \"s3\"", "Bearer s3")] {
            let web = MemoryHTTP()
            _ = try? await make(options).read(Subscription(key: "k"), since: nil, using: web)
            let request = try #require(web.requests.first)
            #expect(request.headers.first { $0.name == "Authorization" }?.value == value)
            #expect(request.accept == "application/vnd.github+json")
        }
    }

    @Test(
        "A limit is honoured as long as it lasts",
        arguments: [
            (403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1777766490"], Int64(90)),
            (429, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1777766490"], 90),
            (403, ["Retry-After": "30"], 30), (429, ["Retry-After": "45", "X-RateLimit-Remaining": "7"], 45),
            (429, [:], 60), (403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1777766000"], 1),
            (403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "9223372036854775807"], 86400),
            (429, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "-9223372036854775808"], 1),
        ])
    func limits(status: Int, headers: [String: String], seconds: Int64) async throws {
        let fields = headers.map { HTTPField(name: $0.key, value: $0.value) }
        let web = MemoryHTTP(others: .document([], status: status, headers: fields))
        do {
            _ = try await make("\"query\": \"q\"").read(Subscription(key: "k"), since: nil, using: web)
            Issue.record("it was read")
        } catch let failure as ReadFailure {
            #expect(failure.retryAfter == seconds)
        }
    }

    @Test("What GitHub has not searched whole is asked for again")
    func incomplete() async throws {
        let web = MemoryHTTP(
            others: .document(
                Array(#"{"incomplete_results": true, "items": []}"#.utf8),
                headers: [HTTPField(name: "ETag", value: "\"1\"")]))
        let reading = try await make("\"query\": \"q\"").read(Subscription(key: "k"), since: nil, using: web)
        guard case .feed(_, let validators) = reading else { return #expect(Bool(false)) }
        #expect(validators.etag == nil && validators.documentHash == nil)
    }

    @Test("What is no repository is left out with a warning")
    func leftOut() async throws {
        let log = DiagnosticLog()
        let page =
            #"{"items": [null, 5, {"full_name": null}, {"full_name": "a/b", "html_url": "https://example.org/a"}]}"#
        let adapter = try PluginContract.make(
            GitHubSearch.self, #"{"use": "github_search", "query": "q"}"#, context: .test(log: log))
        let web = MemoryHTTP(others: .document(Array(page.utf8), headers: []))
        guard case .feed(let feed, _) = try await adapter.read(Subscription(key: "k"), since: nil, using: web) else {
            return #expect(Bool(false))
        }
        #expect(feed.entries.map(\.title) == ["a/b"])
        #expect(
            log.diagnostics.map(\.message) == [
                "3 results have no \"full_name\" or no \"html_url\"; they are left out"
            ])
    }

    @Test("A host of one's own is one that the options name, which GitHub's is not")
    func ownHost() async throws {
        for (api, host) in [("", nil), (#", "api": "http://10.0.0.7:3000/api/v3""#, "10.0.0.7")] {
            let web = MemoryHTTP()
            _ = try? await make("\"query\": \"q\"\(api)").read(Subscription(key: "k"), since: nil, using: web)
            let request = try #require(web.requests.first)
            #expect(request.namedHost == host)
        }
    }

    @Test("An address of an API is one")
    func api() {
        #expect(throws: ConfigurationError.self) { try make("\"query\": \"q\", \"api\": \"ftp://x\"") }
    }

    private func make(_ options: String) throws -> GitHubSearch {
        try PluginContract.make(GitHubSearch.self, "{\"use\": \"github_search\", \(options)}")
    }
}
