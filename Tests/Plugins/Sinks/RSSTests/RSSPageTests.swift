import FeedHTML
import FeedJSON
import FeedModel
import RSSAdapter
import RSSSink
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The sink rss")
struct RSSPageTests {
    private static let page = FeedPage(RSSPage.self, readBy: RSS.self)

    @Test("It keeps the contract of a page sink, wherever the disk is full")
    func contract() async throws {
        try await Self.page.checkContract(in: PluginFolder("Plugins/Sinks/RSS"))
    }

    @Test("The document is what is expected, to the byte")
    func document() async throws {
        let document = try await Self.page.document(Entry.samples, #", "description": "a < b""#)
        try Snapshot.expect(String(decoding: document, as: UTF8.self), named: "samples", suffix: "xml")
    }

    @Test("It keeps RSS 2.0 whatever the feeds say")
    func valid() async throws {
        try await Self.page.checkSpecification()
    }

    @Test("What is read of the document is what went in, as far as RSS holds it", arguments: 0..<24 as Range<UInt64>)
    func roundTrip(seed: UInt64) async throws {
        try await Self.page.checkRoundTrip(seed: seed) {
            let html = $0.contentHTML ?? $0.contentText.map(HTMLText.escaped)
            $0.contentText = nil
            $0.contentHTML = html
            if html == nil, let summary = $0.summary {
                ($0.contentHTML, $0.summary) = (HTMLText.escaped(summary), nil)
            }
        }
    }

    @Test("A date to come is not the feed's, a title is one line, and what is no link of the web is left out")
    func hostile() async throws {
        try await Self.page.checkHostileEntry(updated: "<lastBuildDate>")
    }

    @Test("Where an entry was found, who contributed, and a person's address beside the page come back")
    func rest() async throws {
        var entry = Entry(id: "https://example.org/1", url: "https://example.org/1", title: "one")
        entry.contentText = "text"
        entry.extensions["_rss"] = [
            "via": "https://example.org/via",
            "contributors": ["Réka", ["name": "Ines", "url": "https://example.org/ines"]],
            "source": ["url": "https://example.org/source", "title": "Source"],
        ]
        var author = Author(name: "設計者", url: "https://example.org/author")
        author.extensions["_person"] = ["email": "author@example.org"]
        entry.authors = [author]
        entry.datePublished = Timestamp(seconds: 1_777_700_000, nanoseconds: 250_000_000, offset: 32_400)
        let found = try #require(try Self.page.read(try await Self.page.document([entry])).feed.entries.first)
        #expect(found.extensions["_rss"]?.canonicalText == entry.extensions["_rss"]?.canonicalText)
        #expect(found.authors == entry.authors && found.datePublished == entry.datePublished)
    }

    @Test("An id is a permanent link where it is the page's URL, and unique in the feed")
    func ids() async throws {
        let entries = [
            Entry(id: "42"), Entry(id: "42"), Entry(id: "https://example.org/a", url: "https://example.org/a"),
        ]
        let document = try await Self.page.document(entries)
        let text = String(decoding: document, as: UTF8.self)
        #expect(text.contains(#"<guid isPermaLink="false">https://example.org/feed#42</guid>"#))
        #expect(text.contains(#"<guid isPermaLink="false">https://example.org/feed#42#2</guid>"#))
        #expect(text.contains("<guid>https://example.org/a</guid>"))
    }
}
