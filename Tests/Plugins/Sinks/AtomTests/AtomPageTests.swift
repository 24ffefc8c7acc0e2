import AtomAdapter
import AtomSink
import FeedJSON
import FeedModel
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The sink atom")
struct AtomPageTests {
    private static let path = "/out/atom.xml"

    private static func document(_ entries: [Entry], _ options: String = "") async throws -> [UInt8] {
        let folders = MemoryFolders()
        let element =
            #"{"use": "atom", "path": "\#(path)", "feed_url": "https://example.org/atom.xml", "title": "流れ"\#(options)}"#
        let sink = try PluginContract.make(AtomPage.self, element, context: .test(folders: folders))
        try await sink.render(MemoryArchive(entries))
        return try #require(folders.bytes(at: path))
    }

    /// What our own adapter reads of a document, and what it finds odd.
    private static func read(_ document: [UInt8]) throws -> (feed: Feed, remarks: [Diagnostic]) {
        let adapter = try PluginContract.make(Atom.self, #"{"use": "atom"}"#)
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
            AtomPage.self, in: PluginFolder("Plugins/Sinks/Atom"),
            element: #"{"use": "atom", "path": "\#(Self.path)"}"#, faults: [0, 1, 100, 1000], identity: letters
        ) { folders in
            try Self.read(#require(folders.bytes(at: Self.path))).feed.entries.map(letters)
        }
    }

    @Test("The document is what is expected, to the byte")
    func document() async throws {
        let document = try await Self.document(Entry.samples, #", "description": "a < b""#)
        try Snapshot.expect(String(decoding: document, as: UTF8.self), named: "samples", suffix: "xml")
    }

    @Test("It keeps RFC 4287 whatever the feeds say")
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

    @Test("What is read of the document is what went in, as far as Atom holds it", arguments: 0..<24 as Range<UInt64>)
    func roundTrip(seed: UInt64) async throws {
        var feeds = RepublishedFeeds(seed: seed)
        let entries = feeds.entries()
        let read = try Self.read(try await Self.document(entries)).feed
        #expect(read.entries.count == entries.count, "seed \(seed)")
        for (entry, found) in zip(entries, read.entries) {
            var expected = entry
            expected.dateModified = entry.dateModified ?? entry.datePublished ?? entry.tributary?.firstSeen
            if entry.contentHTML != nil { expected.contentText = nil }
            if entry.contentHTML == nil, entry.contentText == nil, entry.summary != nil {
                (expected.contentText, expected.summary) = (entry.summary, nil)
            }
            feeds.expectSource(in: &expected, "_atom")
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
            "_comments": ["url": "javascript:e"], "_atom": ["via": "javascript:f"],
            "_podcast": ["persons": [["name": "Guest", "url": "javascript:g"]]],
        ]
        let text = String(decoding: try await Self.document([entry]), as: UTF8.self)
        #expect(!text.contains("script:") && !text.contains("data:") && text.contains("Guest"))
        #expect(!text.contains("&lt;br") && !text.contains("media:thumbnail url"))
        let updated = text.firstRange(of: "<updated>").map { text[$0.upperBound...].prefix(30) } ?? ""
        #expect(!updated.contains("9999"), "\(updated)")
        #expect(text.contains("ines@example.org") && !text.contains("name>mailto:"))
    }

    @Test("An id that is no IRI becomes one, the same every time")
    func ids() async throws {
        let entries = ["42", "42", "https://example.org/設計", "tag:example.org,2026:1", "a b:c", ""].map {
            Entry(id: $0)
        }
        let first = try Self.read(try await Self.document(entries)).feed.entries.map(\.id)
        #expect(first[2...3] == ["https://example.org/設計", "tag:example.org,2026:1"])
        #expect(first[0].hasPrefix("https://example.org/feed#42") && first[1] == "https://example.org/feed#42#2")
        #expect(first[4].hasPrefix("urn:uuid:") && Set(first).count == first.count)
        #expect(try Self.read(try await Self.document(entries)).feed.entries.map(\.id) == first)
    }
}
