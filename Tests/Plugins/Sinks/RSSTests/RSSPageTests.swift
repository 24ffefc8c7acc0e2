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
    private static let path = "/out/rss.xml"

    private static func document(_ entries: [Entry], _ options: String = "") async throws -> [UInt8] {
        let folders = MemoryFolders()
        let element =
            #"{"use": "rss", "path": "\#(path)", "feed_url": "https://example.org/rss.xml", "title": "流れ"\#(options)}"#
        let sink = try PluginContract.make(RSSPage.self, element, context: .test(folders: folders))
        try await sink.render(MemoryArchive(entries))
        return try #require(folders.bytes(at: path))
    }

    /// What our own adapter reads of a document, and what it finds odd.
    private static func read(_ document: [UInt8]) throws -> (feed: Feed, remarks: [Diagnostic]) {
        let adapter = try PluginContract.make(RSS.self, #"{"use": "rss"}"#)
        let document = Document(url: nil, mediaType: nil, bytes: document)
        let (feed, output) = try adapter.feed(from: document)
        var linting = LintingOutput(document)
        adapter.lint(document, into: &linting)
        return (feed, output.diagnostics + linting.diagnostics)
    }

    @Test("It keeps the contract of a page sink, wherever the disk is full")
    func contract() async throws {
        let letters = { (entry: Entry) in String((entry.title ?? "").filter { $0.isLetter }.prefix(20)) }
        try await PageSinkContract.check(
            RSSPage.self, in: PluginFolder("Plugins/Sinks/RSS"),
            element: #"{"use": "rss", "path": "\#(Self.path)"}"#, faults: [0, 1, 100, 1000], identity: letters
        ) { folders in
            try Self.read(#require(folders.bytes(at: Self.path))).feed.entries.map(letters)
        }
    }

    @Test("The document is what is expected, to the byte")
    func document() async throws {
        let document = try await Self.document(Entry.samples, #", "description": "a < b""#)
        try Snapshot.expect(String(decoding: document, as: UTF8.self), named: "samples", suffix: "xml")
    }

    @Test("It keeps RSS 2.0 whatever the feeds say")
    func valid() async throws {
        for entries in [Entry.samples, Entry.oddities, NastyTexts.entries, []] {
            let (feed, remarks) = try Self.read(try await Self.document(entries))
            #expect(feed.entries.count == entries.count)
            // URLs of the entries are written as they came, and a title may lack; all else is ours.
            let ours = remarks.filter { remark in
                remark.severity == .error
                    && !["URL", "URI", "\"title\" is empty"].contains { remark.message.contains($0) }
            }
            #expect(ours.isEmpty, "\(ours.prefix(3))")
            #expect(Set(feed.entries.map(\.id)).count == entries.count)
        }
    }

    @Test("What is read of the document is what went in, as far as RSS holds it", arguments: 0..<24 as Range<UInt64>)
    func roundTrip(seed: UInt64) async throws {
        var feeds = RepublishedFeeds(seed: seed)
        let entries = feeds.entries()
        let read = try Self.read(try await Self.document(entries)).feed
        #expect(read.entries.count == entries.count, "seed \(seed)")
        for (entry, found) in zip(entries, read.entries) {
            var expected = entry
            expected.contentHTML = entry.contentHTML ?? entry.contentText.map(HTMLText.escaped)
            expected.contentText = nil
            if expected.contentHTML == nil, let summary = entry.summary {
                (expected.contentHTML, expected.summary) = (HTMLText.escaped(summary), nil)
            }
            feeds.expectSource(in: &expected, "_rss")
            feeds.expectMedia(in: &expected)
            expected.tributary = nil
            let (text, wanted) = (try RepublishedFeeds.text(of: found), try RepublishedFeeds.text(of: expected))
            #expect(text == wanted, "seed \(seed)")
        }
    }

    @Test("A date to come is not the feed's, a title is one line, and what is no link of the web is left out")
    func hostile() async throws {
        var entry = Entry(id: "https://example.org/1", url: "javascript:alert(1)", title: "two\nlines")
        entry.datePublished = Timestamp(seconds: 253_370_764_800)
        entry.contentText = "text"
        entry.image = "data:image/png,x"
        entry.authors = [Author(name: nil, url: "mailto:ines@example.org"), Author(name: "x", url: "vbscript:x")]
        entry.attachments = [Attachment(url: "javascript:b", mimeType: "audio/mpeg")]
        entry.extensions = [
            "_media": ["thumbnails": [["url": "javascript:c", "width": 1]], "player": "javascript:d"],
            "_comments": ["url": "javascript:e"], "_rss": ["via": "javascript:f"],
            "_podcast": ["persons": [["name": "Guest", "url": "javascript:g"]]],
        ]
        let text = String(decoding: try await Self.document([entry]), as: UTF8.self)
        #expect(!text.contains("script:") && !text.contains("data:") && text.contains("Guest"))
        #expect(!text.contains("&lt;br") && !text.contains("media:thumbnail url"))
        let updated = text.firstRange(of: "<lastBuildDate>").map { text[$0.upperBound...].prefix(30) } ?? ""
        #expect(!updated.contains("9999"), "\(updated)")
        #expect(text.contains("ines@example.org") && !text.contains("name>mailto:"))
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
        let found = try #require(try Self.read(try await Self.document([entry])).feed.entries.first)
        #expect(found.extensions["_rss"]?.canonicalText == entry.extensions["_rss"]?.canonicalText)
        #expect(found.authors == entry.authors && found.datePublished == entry.datePublished)
    }

    @Test("An id is a permanent link where it is the page's URL, and unique in the feed")
    func ids() async throws {
        let entries = [
            Entry(id: "42"), Entry(id: "42"), Entry(id: "https://example.org/a", url: "https://example.org/a"),
        ]
        let document = try await Self.document(entries)
        let text = String(decoding: document, as: UTF8.self)
        #expect(text.contains(#"<guid isPermaLink="false">https://example.org/feed#42</guid>"#))
        #expect(text.contains(#"<guid isPermaLink="false">https://example.org/feed#42#2</guid>"#))
        #expect(text.contains("<guid>https://example.org/a</guid>"))
    }
}
