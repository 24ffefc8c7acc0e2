import FeedModel
import FeedText
import LocalSystem
import Synchronization
import Testing
import ThreadExecutor
import TributaryPluginKit

@testable import TributaryEngine

@Suite("Discovering feeds")
struct FeedDiscoveryTests {
    /// Answers by URL, and notes what it was asked in whose name.
    private final class Site: HTTPClient {
        let pages: [String: String]
        let requests = Mutex<[HTTPRequest]>([])

        init(_ pages: [String: String]) {
            self.pages = pages
        }

        var asked: [String] { requests.withLock { $0.map(\.url) } }

        func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
            requests.withLock { $0.append(request) }
            guard let body = pages[request.url] else { return HTTPResponse(status: 404, url: request.url) }
            return HTTPResponse(status: 200, url: request.url, body: Array(body.utf8))
        }
    }

    /// A format whose documents begin with `FEED` and a title.
    private struct Plain: DocumentAdapter {
        static let descriptor = PluginDescriptor(
            name: "plain", role: .adapter, summary: "reads plain feeds", example: #"{"use": "plain"}"#)
        static let accepts = [AcceptedType("text/plain")]

        init(options: NoOptions, context: PluginContext) {}
        init() {}

        static func recognise(_ head: Span<UInt8>, type: MediaType?) -> Recognition {
            head.starts(with: "FEED") ? .certain : .no
        }

        func decode(_ document: Document, into output: inout DecodingOutput) throws(DecodingFailure) -> Feed {
            Feed(title: String(decoding: document.bytes.dropFirst(5), as: UTF8.self))
        }
    }

    private func discovery(_ site: Site) -> FeedDiscovery {
        FeedDiscovery(
            http: site, files: FileReader(on: ThreadExecutor(name: "files"), limit: 1 << 20),
            formats: FormatReader(formats: [Plain()]))
    }

    private func found(_ site: Site, at url: String = "https://site.example/blog") async -> [String] {
        do throws(ReadFailure) {
            return try await discovery(site).feeds(at: url).map {
                "\($0.origin.rawValue) \($0.url) \($0.title ?? "-")"
            }
        } catch {
            return [error.message]
        }
    }

    @Test("A feed is its own")
    func itself() async {
        let site = Site(["https://site.example/blog": "FEED Harbour"])
        #expect(await found(site) == ["given https://site.example/blog Harbour"])
        #expect(site.asked.count == 1)
    }

    @Test("What a page declares is believed, what only looks like a feed is read, other sites' feeds come last")
    func links() async {
        let site = Site([
            "https://site.example/blog": """
            <link rel=alternate type=application/atom+xml title=Main href=/main>
            <link rel=alternate href=/likely.rss><a href=/dead.rss>dead</a> <a href=https://other.example/feed>other</a>
            <a href=https://feeds.example.net/site>service</a><a href=/page.rss>page</a>
            """,
            "https://site.example/likely.rss": "FEED Likely", "https://other.example/feed": "FEED Other",
            "https://feeds.example.net/site": "FEED Service", "https://site.example/page.rss": "<html>",
        ])
        #expect(
            await found(site) == [
                "link https://site.example/main Main", "likely https://site.example/likely.rss Likely",
                "anchor https://feeds.example.net/site Service", "anchor https://other.example/feed Other",
            ])
        #expect(!site.asked.contains("https://site.example/main"))
    }

    @Test("Without a link the usual places are asked: below the page, then below the host, each feed once")
    func usualPlaces() async {
        let feed = "FEED Orchard"
        let deep = Site(["https://site.example/blog": "<html>", "https://site.example/blog/feed.xml": feed])
        #expect(await found(deep) == ["path https://site.example/blog/feed.xml Orchard"])
        let top = Site([
            "https://site.example/blog": "<html>", "https://site.example/rss.xml": feed,
            "https://site.example/index.xml": feed, "https://site.example/feed.json": "FEED Another",
        ])
        #expect(
            await found(top) == [
                "path https://site.example/rss.xml Orchard", "path https://site.example/feed.json Another",
            ])
        let none = Site(["https://site.example/a/page.html": "<html>"])
        #expect(
            await found(none, at: "https://site.example/a/page.html") == [
                "no feed found: an HTML page that links to no feed; give the address of its feed"
            ])
        #expect(none.asked.count == 21)
        #expect(none.asked.contains("https://site.example/a/feed"))
    }

    @Test("All requests are made in the name of the host that was given")
    func namedHost() async {
        let site = Site([
            "https://site.example/blog":
                "<a href=http://127.0.0.1/feed>x</a><link rel=alternate href=http://10.0.0.1/feed.rss>"
        ])
        #expect(
            await found(site) == ["no feed found: an HTML page, and what it links to as to a feed is none"])
        site.requests.withLock { requests in
            #expect(requests.contains { $0.url == "http://127.0.0.1/feed" })
            #expect(requests.allSatisfy { $0.namedHost == "site.example" })
        }
    }

    @Test("A page of thousands of links leads to few requests")
    func bounded() async {
        let links = (0..<1000).map { "<a href=/\($0).rss>x</a><a href=https://o.example/\($0).rss>x</a>" }.joined()
        let site = Site(["https://site.example/blog": links])
        #expect(await found(site).count == 1)
        #expect(site.asked.count <= 41)
    }

    @Test("What is neither a feed nor a page is named")
    func others() async {
        #expect(await found(Site(["https://site.example/blog": "%PDF-1.4"])) == ["not a feed: a PDF document"])
        #expect(await found(Site([:])) == ["HTTP status 404; check the address"])
        #expect(await found(Site([:]), at: "/nowhere.html").first?.hasPrefix("/nowhere.html: ") == true)
    }

    @Test("A candidate is read before anybody relies on it")
    func verifying() async throws {
        let site = Site(["https://site.example/main": "FEED Main"])
        let candidate = FeedCandidate(url: "https://site.example/main", title: "?", origin: .link)
        let verified = try await discovery(site).verifying(candidate, foundAt: "https://site.example/")
        #expect(verified.title == "Main" && verified.format == "plain" && verified.isVerified)
        await #expect(throws: ReadFailure.self) {
            try await discovery(Site([:])).verifying(candidate, foundAt: "https://site.example/")
        }
    }
}
