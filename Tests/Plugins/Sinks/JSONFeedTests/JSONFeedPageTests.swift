import FeedModel
import JSONFeedSink
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The sink json_feed")
struct JSONFeedPageTests {
    private static let path = "/out/feed.json"

    private static func rendered(
        _ entries: [Entry], _ options: String = "", in folders: MemoryFolders = MemoryFolders()
    ) async throws -> Feed {
        let element = #"{"use": "json_feed", "path": "\#(path)"\#(options)}"#
        let sink = try PluginContract.make(JSONFeedPage.self, element, context: .test(folders: folders))
        try await sink.render(MemoryArchive(entries))
        return try Feed(json: #require(folders.bytes(at: path)))
    }

    @Test("It keeps the contract of a page sink, wherever the disk is full")
    func contract() async throws {
        for (options, count) in [("", nil), (#", "count": 5"#, 5)] {
            try await PageSinkContract.check(
                JSONFeedPage.self, in: PluginFolder("Plugins/Sinks/JSONFeed"),
                element: #"{"use": "json_feed", "path": "\#(Self.path)"\#(options)}"#, showing: count,
                faults: [0, 1, 100, 1000]
            ) { folders in
                let document = try #require(folders.bytes(at: Self.path))
                return try Feed(json: document).entries.map { $0.title ?? "" }
            }
        }
    }

    @Test("The document is what is expected, to the byte")
    func document() async throws {
        let folders = MemoryFolders()
        let sink = try PluginContract.makeSample(
            JSONFeedPage.self, in: PluginFolder("Plugins/Sinks/JSONFeed"),
            context: .test(baseFolder: "/out", folders: folders))
        try await sink.render(MemoryArchive(Entry.samples))
        let bytes = try #require(folders.bytes(at: "/out/public/feed.json"))
        try Snapshot.expect(String(decoding: bytes, as: UTF8.self), named: "samples", suffix: "json")
    }

    @Test("It shows the newest, 200 unless another count is asked for, whatever the batches")
    func count() async throws {
        let entries = (1...230).map { Entry(id: "https://example.org/\($0)") }
        #expect(try await Self.rendered(entries).entries.map(\.id) == entries.prefix(200).map(\.id))
        for count in [1, 49, 50, 51, 100, 229, 230, 231] {
            let feed = try await Self.rendered(entries, #", "count": \#(count)"#)
            #expect(feed.entries.map(\.id) == entries.prefix(count).map(\.id))
        }
    }

    @Test("An attachment has a type, as the standard demands it: its own, that of its ending, or any bytes")
    func types() async throws {
        var entry = Entry(id: "1", title: "files")
        let files = [
            ("https://example.org/a.MP3?x=.png", nil), ("https://example.org/b", nil),
            ("https://example.org/c.pdf", "text/x"), ("https://example.org.mp3", nil),
            ("https://example.org/d.png", "what"),
        ]
        entry.attachments = files.map { Attachment(url: $0.0, mimeType: $0.1) }
        let types = try await Self.rendered([entry]).entries.first?.attachments.map(\.mimeType)
        #expect(
            types == ["audio/mpeg", "application/octet-stream", "text/x", "application/octet-stream", "image/png"])
    }

    @Test("An address of the feed is one of the web")
    func addresses() {
        for text in ["feed.json", "javascript:alert(1)", "https://", "https://a b/"] {
            let error = #expect(throws: ConfigurationError.self) {
                try PluginContract.make(
                    JSONFeedPage.self, "{\"use\": \"json_feed\", \"path\": \"/f\", \"feed_url\": \"\(text)\"}")
            }
            #expect(error?.problems.map(\.message) == ["\"\(text)\" is no address of http or https"])
        }
    }

    @Test("What the standard demands is there: version, title, and in each item an id of its own and content")
    func standard() async throws {
        var twin = Entry(id: "42", title: "twin")
        twin.tributary = TributaryExtension(
            feed: FeedReference(id: "https://example.com/feed?token=abc"), firstSeen: Timestamp(seconds: 0))
        let folders = MemoryFolders()
        let feed = try await Self.rendered(
            [
                Entry(id: "42"), twin, Entry(id: "tag:example.org,2026:1"), Entry(id: "tag:example.org,2026:1"),
                Entry(id: "42"), Entry(id: ""),
            ], in: folders)
        #expect(
            feed.entries.map(\.id) == [
                "https://example.org/feed#42", "https://example.com/feed?token=***#42", "tag:example.org,2026:1",
                "https://example.org/feed#tag:example.org,2026:1", "https://example.org/feed#42#2",
                "https://example.org/feed#",
            ])
        #expect(feed.title == "Tributary")
        let text = String(decoding: folders.bytes(at: Self.path) ?? [], as: UTF8.self)
        #expect(text.hasPrefix(#"{"version":"https://jsonfeed.org/version/1.1","title":"Tributary","items":[{"#))
        #expect(text.split(separator: #""content_text":"""#).count == feed.entries.count + 1)
        #expect(!text.contains("abc"))
    }
}
