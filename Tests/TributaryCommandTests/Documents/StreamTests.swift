import Foundation
import Testing

@Suite("A large file is read in pieces")
struct StreamTests {
    private static let text = "\n  題名 &amp; <![CDATA[<p>x > 1 ]] 😀</p>\r\n<a href='../a'>a</a>]]>\n"

    /// A feed of some MB; `odd` stands in the midst of it.
    private static func feed(odd: String = "") -> Data {
        let items = (0..<8000).map { number in
            (number == 5000 ? odd : "")
                + "<item><title>Entry \(number)</title><guid>tag:example.org,2026:\(number)</guid><odd/>"
                + "<description>\(String(repeating: text, count: number % 7))</description></item>\n"
        }
        return Data("<?xml version='1.0'?>\n<rss version='2.0'><channel>\n\(items.joined())</channel></rss>".utf8)
    }

    @Test(
        "as lines it is the same as the whole",
        arguments: [
            "", "<item><title>a &nbsp; b</title></item>", "stray text", "<item><link/></item></item>",
            "<!-- \u{1} -->", "</channel></rss>",
            "<item><title>\(String(repeating: "long ", count: 100_000))</title></item>",
        ])
    func lines(odd: String) async throws {
        let folder = try CaseFolder()
        let feed = Self.feed(odd: odd)
        #expect(feed.count > 1 << 20)
        try feed.write(to: URL(filePath: folder.path + "/feed.xml"))
        let pieces = try await folder.run("tributary parse --stream --url https://example.org/ feed.xml")
        let whole = try await folder.run("cat feed.xml | tributary parse --stream --url https://example.org/ -")
        #expect(pieces.output == whole.output)
        #expect(pieces.errors == whole.errors)
        #expect(pieces.status == whole.status)
        #expect(pieces.output.utf8.count { $0 == UInt8(ascii: "\n") } >= (odd.hasPrefix("</") ? 5000 : 8000))
    }

    @Test("a line is what the entry is in the document")
    func items() async throws {
        let folder = try CaseFolder()
        try Self.feed().write(to: URL(filePath: folder.path + "/feed.xml"))
        let document = try await folder.run("tributary parse feed.xml")
        let lines = try await folder.run("tributary parse --stream feed.xml")
        let feed = try JSONSerialization.jsonObject(with: Data(document.output.utf8)) as? [String: Any]
        let items = try #require(feed?["items"] as? [NSDictionary])
        let entries = try lines.output.split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary)
        }
        #expect(entries == items)
    }

    @Test("a file that becomes shorter meanwhile could not be read, whatever it was")
    func shorter() async throws {
        let folder = try CaseFolder()
        try Self.feed().write(to: URL(filePath: folder.path + "/feed.xml"))
        // No more is read than the pipe has taken.
        let result = try await folder.run(
            "(tributary parse --stream feed.xml; echo $? >status) | (head -c 1000; truncate -s 1000 feed.xml; cat)"
                + " >/dev/null; cat status")
        #expect(result.output == "69\n")
        #expect(result.errors.contains("it has become shorter while it was read"))
    }

    @Test("what is no feed is none, however large")
    func noFeed() async throws {
        let folder = try CaseFolder()
        try Data("<opml><!-- \(String(repeating: "x", count: 2 << 20)) --></opml>".utf8).write(
            to: URL(filePath: folder.path + "/list.xml"))
        let result = try await folder.run("tributary parse --stream list.xml")
        #expect(result.status == 65)
        #expect(result.errors.contains("an OPML list of subscriptions"))
    }

    @Test("a pipe is read by its writer's side only once")
    func pipe() async throws {
        let folder = try CaseFolder()
        try Self.feed().write(to: URL(filePath: folder.path + "/feed.xml"))
        let result = try await folder.run("mkfifo p; cat feed.xml >p & tributary parse --stream p | wc -l; wait $!")
        #expect(result.output == "8000\n")
        #expect(result.status == 0)
    }
}
