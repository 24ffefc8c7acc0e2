import FeedJSON
import FeedModel
import FeedText
public import TributaryPluginKit

/// Reads what GitHub's search finds: repositories by a query, through its public REST API.
public struct GitHubSearch: FeedAdapter {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var query: String
        var sort: String?
        var order: String
        var perPage: Int
        var pages: Int
        var token: String?
        var api: String
    }

    /// What people and the engine must know of the adapter.
    public static let descriptor = PluginDescriptor(
        name: "github_search", role: .adapter, summary: "reads the repositories that GitHub's search finds",
        options: [
            .required("query", .text, "The query as GitHub's search takes it.", isIdentifying: true),
            Option(
                "sort", .choice(of: ["stars", "forks", "help-wanted-issues", "updated"]),
                "What comes first; without it the best match does.", isIdentifying: true),
            Option("order", .choice(of: ["desc", "asc"]), default: "desc", "From the most or the least."),
            Option("per_page", .integer(in: 1...100), default: 30, "How many repositories a page has."),
            Option("pages", .integer(in: 1...10), default: 1, "How many pages are read at most."),
            Option("token", .text, "An access token, which may ask more often; write it as ${env:NAME}."),
            Option("api", .text, default: .string(publicAPI), "Where the API is, for a GitHub of one's own."),
        ],
        example: #"{"use": "github_search", "query": "rss language:swift", "sort": "updated"}"#,
        sampleAnswer: #"""
            {"incomplete_results": false, "items": [{"id": 101, "full_name": "mill/wheel", "description": "水車の部品 & parts",
            "html_url": "https://github.com/mill/wheel", "topics": ["feed", "rss"], "stargazers_count": 1200,
            "created_at": "2024-05-06T07:08:09Z", "pushed_at": "2026-11-28T01:02:03Z",
            "owner": {"login": "mill", "html_url": "https://github.com/mill"}}]}
            """#)

    private static let publicAPI = "https://api.github.com"

    private let address: String
    /// The host of a GitHub of one's own.
    private let ownHost: String?
    private let query: String
    private let token: String?
    private let mostPages: Int
    private let clock: any WallClock
    private let report: @Sendable (Diagnostic) -> Void

    /// Makes the adapter.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        guard let api = URLParts(options.api), ["http", "https"].contains(api.scheme), api.query == nil else {
            throw ConfigurationError("\"\(options.api)\" is no address of an API", at: "api")
        }
        var parameters = [("q", options.query)]
        if let sort = options.sort { parameters += [("sort", sort), ("order", options.order)] }
        parameters.append(("per_page", String(options.perPage)))
        let base = api.text.hasSuffix("/") ? String(api.text.dropLast()) : api.text
        let written = parameters.map { "\($0.0)=\(URLText.encodedComponent($0.1))" }
        address = "\(base)/search/repositories?\(written.joined(separator: "&"))"
        ownHost = options.api == Self.publicAPI ? nil : api.host
        query = options.query
        token = options.token
        mostPages = options.pages
        clock = context.clock
        report = context.report
    }

    /// Asks for the pages of the search and makes entries of the repositories.
    public func read(
        _ subscription: Subscription, since last: Validators?, using http: any HTTPClient
    ) async throws -> FeedReading {
        var headers = [HTTPField(name: "X-GitHub-Api-Version", value: "2022-11-28")]
        if let token { headers.append(HTTPField(name: "Authorization", value: "Bearer \(token)")) }
        let clock = clock
        var request = PagedRequest(
            accept: "application/vnd.github+json", headers: headers, mostPages: mostPages,
            state: "\(mostPages)"
        ) { GitHubAnswer.failure(for: $0, at: clock.now) }
        request.namedHost = ownHost
        var feed = Feed(title: "GitHub: \(query)", feedURL: address)
        feed.homePageURL = "https://github.com/search?type=repositories&q=\(URLText.encodedComponent(query))"
        var seen: Set<String> = []
        var isIncomplete = false
        var leftOut = 0
        let outcome = try await request.read(from: address, since: last, using: http) { response in
            let answer = try GitHubAnswer(response)
            isIncomplete = isIncomplete || answer.isIncomplete
            leftOut += answer.leftOut
            // What moves on while pages are read comes twice.
            feed.entries += answer.repositories.filter { seen.insert($0.id).inserted }
            return response.nextPage
        }
        switch outcome {
        case .unchanged(let validators): return .unchanged(validators)
        case .gone: throw ReadFailure(.unavailable, "HTTP status 410: the API no longer answers this request")
        case .read(var validators, let incomplete):
            if isIncomplete {
                warn("GitHub ran out of time and has not searched everything; the rest comes later", subscription)
                // The next reading is to ask again, not to be told that nothing has changed.
                validators = Validators(adapterState: validators.adapterState)
            }
            if leftOut > 0 {
                warn("\(leftOut) results have no \"full_name\" or no \"html_url\"; they are left out", subscription)
            }
            if let incomplete { warn("\(incomplete.message); the rest is not read", subscription) }
            return .feed(feed, validators)
        }
    }

    private func warn(_ message: String, _ subscription: Subscription) {
        report(Diagnostic(.warning, subject: subscription.displayName, message))
    }
}
