import FeedModel
import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import DedupeStage

@Suite("The keys of dedupe")
struct KeyTests {
    @Test(
        "the headline is the title without marks, spaces and the site's name",
        arguments: [
            ("Swift 6.3: What's new?", nil, "swift63whatsnew"),
            ("What is new | Example Blog", "Example Blog", "whatisnew"),
            ("例のブログ｜設計の話", "例のブログ", "設計の話"), ("設計の話 - 例のブログ", "例の ブログ", "設計の話"),
            ("Example Blog", "Example Blog", "exampleblog"), ("One | Two", "Three", "onetwo"), ("🎉", nil, ""),
        ] as [(String, String?, String)])
    func headlines(title: String, feed: String?, expected: String) {
        #expect(Headline.text(title, feedTitle: feed) == expected)
    }

    @Test("every field finds what has it in common, and nothing else")
    func fields() async throws {
        var first = Entry(id: "1", url: "https://www.example.org/a?utm_source=x", title: "A story - Feed")
        first.externalURL = "https://example.com/x"
        first.attachments = [Attachment(url: "https://example.org/a.mp3")]
        first.authors = [Author(name: "Mila"), Author(name: "Jon")]
        first.datePublished = Timestamp(seconds: 86_400)
        var second = Entry(id: "2", url: "https://m.example.org/a#x", title: "“A Story”")
        second.externalURL = "http://www.example.com/x/"
        second.attachments = [Attachment(url: "http://example.org/a.mp3?utm_id=1")]
        second.authors = [Author(name: "jon"), Author(name: "MILA")]
        second.datePublished = Timestamp(seconds: 86_400 + 80_000)
        let other = Entry(id: "3", url: "https://example.org/b", title: "Another")
        let fields = [
            "canonical_url", "external_url", "attachments.url", "headline", #"["headline", "day", "authors.name"]"#,
        ]
        for field in fields {
            let by = field.hasPrefix("[") ? field : "\"\(field)\""
            let river = MemoryRiver()
            let reference = FeedReference(id: "feed", title: "Feed")
            let heads = [first, second, other].flatMap { entry in
                var entry = entry
                entry.tributary = TributaryExtension(feed: reference, firstSeen: Timestamp(seconds: 1_000_000))
                return river.arrive([entry])
            }
            let stage = try PluginContract.make(Dedupe.self, #"{"use": "dedupe", "by": [\#(by)]}"#)
            let outcome = try await river.attempt(heads, through: stage)
            #expect(outcome.kept == [1, 3], "\(field)")
        }
        for by in [#"["url"]"#, #"["title"]"#, #"[["headline", "date"]]"#] {
            let river = MemoryRiver()
            let stage = try PluginContract.make(Dedupe.self, #"{"use": "dedupe", "by": \#(by)}"#)
            let outcome = try await river.attempt(river.arrive([first, second]), through: stage)
            #expect(outcome.departures.isEmpty, "\(by)")
        }
    }
}
