import FeedModel
import FullTextStage
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The stage full_text")
struct FullTextTests {
    private static let url = "https://example.org/2026/a?id=7"
    private static let text = String(repeating: "A sentence that a page has and the feed has not. ", count: 12)
    private static let page = "<html><body><nav><a href=/>x</a></nav><article><h1>T</h1><p>\(text)</p></article></body>"

    @Test("keeps the contract of plugins")
    func contract() throws {
        try PluginContract.check(FullText.self, in: PluginFolder("Plugins/Stages/FullText"))
    }

    @Test("puts the main text of the page into an entry whose content is short")
    func filling() async throws {
        let web = MemoryHTTP([Self.url: .page(Self.page)])
        var entry = Entry(id: "1", url: Self.url, title: "T")
        entry.contentText = "The beginning …"
        entry.summary = "S"
        #expect(try await apply(&entry, web) == .keep)
        #expect(entry.contentText == nil && entry.summary == "S" && entry.title == "T")
        #expect(entry.contentHTML?.contains("A sentence that a page has") == true)
        #expect(entry.contentHTML?.contains("<nav") == false && entry.contentHTML?.contains("<h1") == false)
        #expect(web.asked == ["https://example.org/robots.txt", Self.url])
        #expect(web.requests.last?.largestBody == 2_000_000 && web.requests.last?.timeout == .seconds(20))
    }

    @Test("leaves alone what is long, has no page, or whose page has less")
    func leaving() async throws {
        let web = MemoryHTTP([Self.url: .page(Self.page)])
        var long = Entry(id: "1", url: Self.url)
        long.contentHTML = "<p>" + String(repeating: "long ", count: 300)
        let before = long
        #expect(try await apply(&long, web) == .keep)
        #expect(long == before && web.asked.isEmpty)
        #expect(try await apply(&long, web, #", "when": "always""#) == .keep)
        #expect(long == before && web.asked.count == 2)
        for url in [nil, "", "mailto:a@example.org", "urn:x", "not a url"] as [String?] {
            var entry = Entry(id: "1", url: url)
            #expect(try await apply(&entry, web) == .keep)
        }
        #expect(web.asked.count == 2)
    }

    @Test(
        "passes an entry with a diagnostic where there never will be a page",
        arguments: [
            (MemoryHTTP.Answer.status(404), "the server answers with status 404"),
            (.status(403), "the server answers with status 403"),
            (.page("%PDF", type: "application/pdf"), "the page is no HTML but application/pdf"),
            (.page("<p>short"), "no main content was found on the page"),
            (.failure(HTTPFailure(.tooLarge, "the body is too large")), "the body is too large"),
            (.failure(HTTPFailure(.forbiddenAddress, "refused")), "refused"),
        ])
    func lasting(answer: MemoryHTTP.Answer, words: String) async throws {
        let log = DiagnosticLog()
        var entry = Entry(id: "1", url: Self.url)
        #expect(try await apply(&entry, MemoryHTTP([Self.url: answer]), log: log) == .keep)
        #expect(entry == Entry(id: "1", url: Self.url))
        #expect(
            log.diagnostics.map(\.message) == ["\(Self.url): \(words); the entry stays as its feed has it"])
    }

    @Test(
        "fails on an entry whose page may be there later",
        arguments: [
            MemoryHTTP.Answer.status(503), .status(429), .failure(HTTPFailure(.timeout, "no answer")),
            .failure(HTTPFailure(.unresolvedHost, "unknown host")),
        ])
    func passing(answer: MemoryHTTP.Answer) async throws {
        await #expect(throws: StageFailure.self) {
            var entry = Entry(id: "1", url: Self.url)
            _ = try await apply(&entry, MemoryHTTP([Self.url: answer]))
        }
        await #expect(throws: StageFailure.self) {
            var entry = Entry(id: "1", url: Self.url)
            let web = MemoryHTTP([Self.url: .page(Self.page), "https://example.org/robots.txt": answer])
            _ = try await apply(&entry, web)
        }
    }

    @Test("asks robots.txt once per site, also for pages at once, and obeys it")
    func robots() async throws {
        let rules = "User-agent: *\nDisallow: /private\n"
        let web = MemoryHTTP(
            [
                "https://example.org/robots.txt": .page(rules, type: "text/plain"),
                "https://example.org/moved": .redirected("https://example.org/private/x", Self.page),
            ], others: .page(Self.page))
        let log = DiagnosticLog()
        let stage = try PluginContract.make(
            FullText.self, #"{"use": "full_text"}"#, context: .test(http: web, log: log))
        let urls =
            (0..<20).map { "https://example.org/\($0)" } + [
                "https://example.org/private/1", "https://example.org/moved",
            ]
        let filled = try await withThrowingTaskGroup(of: Bool.self) { group in
            for url in urls {
                group.addTask {
                    var entry = Entry(id: url, url: url)
                    _ = try await stage.apply(&entry)
                    return entry.contentHTML != nil
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(filled == 20)
        #expect(web.asked.count { $0 == "https://example.org/robots.txt" } == 1)
        #expect(!web.asked.contains("https://example.org/private/1"))
        #expect(log.diagnostics.count { $0.message.contains("the site's robots.txt forbids it") } == 2)
    }

    private func apply(
        _ entry: inout Entry, _ web: MemoryHTTP, _ options: String = "", log: DiagnosticLog = DiagnosticLog()
    ) async throws -> Verdict {
        let stage = try PluginContract.make(
            FullText.self, #"{"use": "full_text"\#(options)}"#, context: .test(http: web, log: log))
        return try await stage.apply(&entry)
    }
}
