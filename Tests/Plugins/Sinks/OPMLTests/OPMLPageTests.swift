import FeedFormats
import FeedModel
import OPMLSink
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The sink opml")
struct OPMLPageTests {
    private static let path = "/out/list.opml"

    private static func entry(_ id: String, of feed: FeedReference) -> Entry {
        var entry = Entry(id: id, title: "Entry \(id)")
        entry.tributary = TributaryExtension(feed: feed, firstSeen: Timestamp(seconds: 0))
        return entry
    }

    private static func list(_ entries: [Entry], _ options: String = "") async throws -> OPML {
        let folders = MemoryFolders()
        let element = #"{"use": "opml", "path": "\#(path)"\#(options)}"#
        let sink = try PluginContract.make(OPMLPage.self, element, context: .test(folders: folders))
        try await sink.render(MemoryArchive(entries))
        let document = Document(url: nil, mediaType: nil, bytes: try #require(folders.bytes(at: path)))
        return try #require(OPML.read(document)).list
    }

    @Test("It keeps its contract")
    func contract() throws {
        try PluginContract.check(OPMLPage.self, in: PluginFolder("Plugins/Sinks/OPML"))
    }

    @Test("Each subscription of the newest entries is there once, by name")
    func subscriptions() async throws {
        let river = FeedReference(
            id: "https://river.example/feed", title: "川 & <river>", homePageURL: "https://river.example/")
        let barn = FeedReference(id: "https://barn.example/feed", title: "Barn")
        let entries = [
            Self.entry("1", of: river), Self.entry("2", of: barn), Self.entry("3", of: river),
            Self.entry("4", of: FeedReference(id: "orchard.json", title: "A file")),
            Self.entry("5", of: FeedReference(id: "https://secret.example/feed?token=abc")),
            Self.entry("6", of: FeedReference(id: "javascript:alert(1)")),
            Self.entry("7", of: FeedReference(id: "https://late.example/feed")),
        ]
        let list = try await Self.list(entries, #", "count": 6, "title": "Who writes""#)
        #expect(list.title == "Who writes")
        #expect(
            list.subscriptions == [
                OPML.Subscription(url: "https://barn.example/feed", title: "Barn"),
                OPML.Subscription(
                    url: "https://river.example/feed", title: "川 & <river>", homePageURL: "https://river.example/"),
            ])
    }

    @Test("The document is well-formed whatever the feeds say, and what cannot be read leaves the one before")
    func harmless() async throws {
        let nasty = try await Self.list(NastyTexts.entries).subscriptions
        #expect(nasty.count > 10 && nasty.allSatisfy { $0.url.hasPrefix("https://example.org/") })
        let folders = MemoryFolders()
        let element = #"{"use": "opml", "path": "\#(Self.path)"}"#
        let sink = try PluginContract.make(OPMLPage.self, element, context: .test(folders: folders))
        try await sink.render(MemoryArchive(Entry.samples))
        let before = folders.bytes(at: Self.path)
        await #expect(throws: SinkFailure.self) {
            try await sink.render(MemoryArchive(Entry.samples, failsAfter: 1))
        }
        folders.meet(.full(after: 10))
        await #expect(throws: SinkFailure.self) { try await sink.render(MemoryArchive([])) }
        #expect(folders.bytes(at: Self.path) == before)
        try Snapshot.expect(String(decoding: before ?? [], as: UTF8.self), named: "samples", suffix: "opml")
    }
}
