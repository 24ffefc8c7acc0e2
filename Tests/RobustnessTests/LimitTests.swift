import FeedModel
import FoundationEssentials
import Testing

@Suite("Documents that ask too much end in a diagnostic, in bounded time and memory")
struct LimitTests {
    /// Of a debug build; what isn't linear takes hours.
    @Test("what must come of them", .timeLimit(.minutes(10)), arguments: HostileDocument.all)
    func hostile(document: HostileDocument) throws {
        let (size, feed, diagnostics) = try document.read()
        #expect(feed.entries.map(\.id) == document.ids)
        let written = feed.json().count
        #expect(written <= document.growth * size + 1 << 16, "\(written) bytes came of \(size)")
        if let expected = document.diagnostic {
            #expect(diagnostics.contains { $0.contains(expected) }, "\(diagnostics.prefix(3))")
        } else {
            #expect(diagnostics.isEmpty)
        }
    }

    @Test("a title of 100,000 characters stays whole")
    func longTitle() throws {
        let title = String(repeating: "題", count: 100_000)
        let document = HostileDocument("", ids: []) {
            HostileDocument.rss(HostileDocument.item("a", "<title>\(title)</title>"))
        }
        #expect(try document.read().feed.entries.first?.title == title)
    }

    @Test("external entities and DTDs are never read")
    func external() throws {
        let secret = "secret\(UInt64.random(in: 0...(.max)))"
        let file = FileManager.default.temporaryDirectory.appending(path: "\(secret).txt")
        try Data(secret.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let document = HostileDocument("", ids: []) {
            """
            <!DOCTYPE rss SYSTEM "file://\(file.path)" [<!ENTITY x SYSTEM "file://\(file.path)">
            <!ENTITY % p SYSTEM "file://\(file.path)"> %p;]>
            """ + HostileDocument.rss(HostileDocument.item("a", "<title>before &x; after</title>"))
        }
        // The name of the file is all of the secret that may be seen.
        let (_, feed, diagnostics) = try document.read()
        #expect(!String(decoding: feed.json(), as: UTF8.self).contains(secret))
        #expect(feed.entries.first?.title?.hasPrefix("before ") == true)
        #expect(diagnostics.contains { $0.contains("external entity") })
    }

    @Test("numbers and dates beyond all bounds are absent, the entry stays")
    func numbers() throws {
        let enormous = String(repeating: "9", count: 10_000)
        let rss = HostileDocument("", ids: []) {
            HostileDocument.rss(
                HostileDocument.item(
                    "a",
                    """
                    <pubDate>\(enormous)-01-01T00:00:00Z</pubDate>
                    <enclosure url="https://example.org/a" length="\(enormous)" type="audio/mpeg"/>
                    """))
        }
        let json = HostileDocument("", ids: []) {
            HostileDocument.json([
                """
                {"id": "a", "date_published": "\(enormous)", "attachments": [{"url": "https://example.org/a",
                "mime_type": "audio/mpeg", "size_in_bytes": \(enormous), "duration_in_seconds": 1e\(enormous)}]}
                """
            ])
        }
        for document in [rss, json] {
            let entry = try #require(try document.read().feed.entries.first)
            #expect(entry.datePublished == nil)
            let attachment = try #require(entry.attachments.first)
            #expect(attachment.sizeInBytes == nil && attachment.durationInSeconds == nil)
        }
    }
}
