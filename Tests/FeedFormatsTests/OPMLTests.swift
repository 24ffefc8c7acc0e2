import FeedFormats
import FeedModel
import Foundation
import Testing

@Suite("OPML")
struct OPMLTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/OPML")

    /// Every `name.opml` with what must come of it in `name.txt`.
    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasSuffix(".opml") }.map { String($0.dropLast(5)) }.sorted()

    private static func read(_ bytes: [UInt8]) -> OPML.Reading? {
        OPML.read(Document(url: nil, mediaType: nil, bytes: bytes))
    }

    /// A list as the fixtures write it.
    private static func lines(of list: OPML) -> [String] {
        var lines = list.title.map { ["title \($0)"] } ?? []
        if let date = list.dateCreated { lines.append("date \(date.rfc3339)") }
        return lines
            + list.subscriptions.map { subscription in
                [
                    subscription.url, subscription.title ?? "", subscription.homePageURL ?? "",
                    subscription.tags.joined(separator: "; "),
                ].map { $0.isEmpty ? "|" : "| \($0)" }.joined(separator: " ").dropFirst(2).description
            }
    }

    @Test("A list is read as is written beside it", arguments: names)
    func fixture(name: String) throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name + ".opml")))
        let wanted = try String(contentsOf: Self.folder.appending(path: name + ".txt"), encoding: .utf8)
        let reading = try #require(Self.read(bytes))
        let findings = reading.findings.all.isEmpty || name == "mislabelled" ? [] : ["! findings"]
        #expect(Self.lines(of: reading.list) + findings == wanted.split(separator: "\n").map(String.init))
    }

    @Test("There are fixtures")
    func count() {
        #expect(Self.names.count >= 5)
    }

    @Test("What is written is read back the same, and written again the same", arguments: [1, 2, 3] as [UInt64])
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        for round in 0..<100 {
            var list = OPML(title: random.text(), dateCreated: Timestamp(seconds: 1_800_000_000))
            for index in 0..<Int.random(in: 0..<6, using: &random) {
                list.subscriptions.append(
                    OPML.Subscription(
                        url: "https://example.com/\(index)?\(random.text())", title: random.text(),
                        homePageURL: Bool.random(using: &random) ? "https://example.com/\(random.text())" : nil,
                        tags: random.tags()))
            }
            let bytes = list.bytes
            let reading = try #require(Self.read(bytes))
            // What lay in one folder stands together.
            func sorted(_ list: OPML) -> [OPML.Subscription] { list.subscriptions.sorted { $0.url < $1.url } }
            #expect(sorted(reading.list) == sorted(list), "seed \(seed), round \(round)")
            #expect(reading.list.title == list.title && reading.list.dateCreated == list.dateCreated)
            #expect(reading.findings.all.isEmpty, "seed \(seed): \(reading.findings.all)")
            #expect(reading.list.bytes == bytes)
        }
    }

    @Test("Folders and categories are written so that either kind of reader finds the tags")
    func folders() {
        let list = OPML(
            title: "<Mine>",
            subscriptions: [
                OPML.Subscription(url: "https://a.example/", title: "A \"&\" B", tags: ["ja", "tools"]),
                OPML.Subscription(url: "https://b.example/", homePageURL: "https://b.example/home\u{1}"),
                OPML.Subscription(url: "https://c.example/", title: "C", tags: ["ja"]),
                OPML.Subscription(url: "https://d.example/", title: "D\nd", tags: ["AC/DC", "x"]),
            ])
        #expect(
            String(decoding: list.bytes, as: UTF8.self) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <opml version="2.0">
                  <head>
                    <title>&lt;Mine&gt;</title>
                  </head>
                  <body>
                    <outline text="ja" title="ja">
                      <outline text="A &quot;&amp;&quot; B" title="A &quot;&amp;&quot; B" type="rss" \
                xmlUrl="https://a.example/" category="ja,tools"/>
                      <outline text="C" title="C" type="rss" xmlUrl="https://c.example/" category="ja"/>
                    </outline>
                    <outline text="https://b.example/" type="rss" xmlUrl="https://b.example/" \
                htmlUrl="https://b.example/home"/>
                    <outline text="AC/DC" title="AC/DC">
                      <outline text="x" title="x">
                        <outline text="D&#10;d" title="D&#10;d" type="rss" xmlUrl="https://d.example/"/>
                      </outline>
                    </outline>
                  </body>
                </opml>

                """)
    }

    @Test("What is no list is none", arguments: ["", "<rss/>", "<html><outline xmlUrl='x'/></html>", "opml", "{}"])
    func others(text: String) {
        #expect(Self.read(Array(text.utf8)) == nil)
    }

    @Test("Deep folders and a long list end")
    func limits() throws {
        let deep = String(repeating: "<outline text='f'>", count: 20_000) + "<outline xmlUrl='https://deep.example/'/>"
        let reading = try #require(Self.read(Array("<opml><body>\(deep)</body></opml>".utf8)))
        #expect(reading.list.subscriptions.count <= 1)
        #expect(reading.list.subscriptions.allSatisfy { $0.tags == ["f"] })
        let long = String(repeating: "<outline xmlUrl='u'/>", count: OPML.mostSubscriptions + 1)
        let cut = try #require(Self.read(Array("<opml><body>\(long)</body></opml>".utf8)))
        #expect(cut.isCut && cut.list.subscriptions.count == OPML.mostSubscriptions)
    }
}

/// SplitMix64: the same seed gives the same lists everywhere.
private struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A text of one line in which everything that must be escaped is frequent.
    mutating func text() -> String {
        let pieces = ["a", "&", "<", ">", "\"", "'", "時計", "é", "&amp;", "👩‍👩‍👧", "]]>", "-->", "#"]
        return (0..<Int.random(in: 1..<6, using: &self)).map { _ in
            pieces[Int.random(in: 0..<pieces.count, using: &self)]
        }.joined()
    }

    /// Tags, each once, some of which no category can hold.
    mutating func tags() -> [String] {
        var tags: [String] = []
        for _ in 0..<Int.random(in: 0..<4, using: &self) {
            let tag = text() + (Int.random(in: 0..<6, using: &self) == 0 ? ",/" : "")
            if !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }
}
