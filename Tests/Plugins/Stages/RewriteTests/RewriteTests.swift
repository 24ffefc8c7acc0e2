import FeedModel
import RewriteStage
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The stage rewrite")
struct RewriteTests {
    @Test("keeps the contract of entry stages")
    func contract() async throws {
        try await EntryStageContract.check(
            Rewrite.self, in: PluginFolder("Plugins/Stages/Rewrite"),
            options: [
                #"{"use": "rewrite", "field": "title", "pattern": "(長い)+", "replacement": "$0$1"}"#,
                #"{"use": "rewrite", "field": "tags", "pattern": "^", "replacement": "x"}"#,
                #"{"use": "rewrite", "field": "content_html", "pattern": "^(<div>.*)+$"}"#,
                #"{"use": "rewrite", "field": "authors.name", "pattern": "."}"#,
            ])
    }

    @Test(
        "rewrites the field that it is told",
        arguments: [
            ("title", "x", "y"), ("url", "https://a.example/x", "https://a.example/y"),
            ("external_url", "https://a.example/x", "https://a.example/y"), ("content_html", "<p>x", "<p>y"),
            ("content_text", "x", "y"), ("summary", "xx", "yy"),
            ("image", "https://a.example/x", "https://a.example/y"),
            ("banner_image", "https://a.example/x", "https://a.example/y"), ("language", "x", "y"), ("tags", "x", "y"),
            ("authors.name", "x", "y"),
        ])
    func fields(field: String, before: String, after: String) throws {
        let stage = try make(field, "x(?=\\\\b|x)", "y")
        var entry = try entry(field, before)
        #expect(try stage.apply(&entry) == .keep)
        #expect(entry == (try self.entry(field, after)))
    }

    @Test("a URL stays one, a text that becomes empty goes")
    func results() throws {
        let log = DiagnosticLog()
        var entry = Entry(id: "1", url: "https://example.org/a", title: "PR")
        entry.tags = ["a1", "a2", "1", "b"]
        entry.authors = [Author(name: "x"), Author(name: "x", url: "https://example.org/"), Author()]
        _ = try make("url", "^https://", "", log: log).apply(&entry)
        #expect(entry.url == "https://example.org/a")
        #expect(
            log.diagnostics.map(\.message) == [
                #"url would become "example.org/a", which is no URL; it stays as it was"#
            ])
        _ = try make("url", "^.*$", "javascript:x", log: log).apply(&entry)
        #expect(entry.url == "https://example.org/a" && log.diagnostics.count == 2)
        _ = try make("url", "^.*$", "").apply(&entry)
        #expect(entry.url == nil)
        _ = try make("title", "PR", "").apply(&entry)
        #expect(entry.title == nil)
        _ = try make("tags", "\\\\d", "").apply(&entry)
        #expect(entry.tags == ["a", "b"])
        _ = try make("authors.name", "x", "").apply(&entry)
        #expect(entry.authors == [Author(url: "https://example.org/"), Author()])
    }

    @Test("fails on an entry rather than guess, where the pattern gives up")
    func limit() throws {
        var entry = Entry(id: "1", title: String(repeating: "a", count: 40) + "!")
        #expect(throws: StageFailure.self) { try make("title", "^(a+)+$", "b").apply(&entry) }
    }

    @Test(
        "finds mistakes in patterns and replacements",
        arguments: [
            ("(a", "", #"pattern: "(a" is not a pattern: missing closing parenthesis at character 3"#),
            ("a", "$1", "replacement: $1 stands for no group; the pattern has no groups"),
            ("(a)", "$2", "replacement: $2 stands for no group; the pattern has 1 group"),
            ("a", "${x}", "replacement: ${x} stands for no group, or for several; the pattern has no such name"),
            (
                "a", "5 $",
                #"replacement: "5 $" has a "$" that stands for nothing; write $1 or ${name} for a group, $$ for a dollar"#
            ),
        ])
    func mistakes(pattern: String, replacement: String, expected: String) {
        let error = #expect(throws: ConfigurationError.self) { try make("title", pattern, replacement) }
        #expect(error?.problems.map { "\($0.path): \($0.message)" } == [expected])
    }

    private func make(
        _ field: String, _ pattern: String, _ replacement: String, log: DiagnosticLog = DiagnosticLog()
    ) throws -> Rewrite {
        try PluginContract.make(
            Rewrite.self,
            #"{"use": "rewrite", "field": "\#(field)", "pattern": "\#(pattern)", "replacement": "\#(replacement)"}"#,
            context: .test(log: log))
    }

    private func entry(_ field: String, _ text: String) throws -> Entry {
        var entry = Entry(id: "x", url: "https://b.example/", title: "b")
        entry.authors = [Author(name: "b", url: "https://b.example/x")]
        switch field {
        case "title": entry.title = text
        case "url": entry.url = text
        case "external_url": entry.externalURL = text
        case "content_html": entry.contentHTML = text
        case "content_text": entry.contentText = text
        case "summary": entry.summary = text
        case "image": entry.image = text
        case "banner_image": entry.bannerImage = text
        case "language": entry.language = text
        case "tags": entry.tags = ["b", text]
        default: entry.authors.append(Author(name: text))
        }
        return entry
    }
}
