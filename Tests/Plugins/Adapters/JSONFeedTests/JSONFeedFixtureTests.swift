import FeedJSON
import FeedModel
import FeedText
import FoundationEssentials
import Testing
import TributaryPluginKit

@testable import JSONFeedAdapter

/// A document with what must come of it: `name.jsonfeed`, `name.json`, and `name.txt` where there are diagnostics.
struct Fixture: CustomTestStringConvertible, Sendable {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    static let all: [Fixture] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".jsonfeed") }.sorted().map { Fixture(name: String($0.dropLast(9))) }
    }()

    var name: String
    var testDescription: String { name }

    var document: Document {
        get throws {
            let bytes = try Data(contentsOf: Self.folder.appending(path: "\(name).jsonfeed"))
            return Document(url: "https://example.com/blog/feed.json", mediaType: nil, bytes: [UInt8](bytes))
        }
    }

    func expectation(_ kind: String) -> String? {
        (try? Data(contentsOf: Self.folder.appending(path: "\(name).\(kind)"))).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    func record(_ text: String?, as kind: String) throws {
        let url = Self.folder.appending(path: "\(name).\(kind)")
        try? FileManager.default.removeItem(at: url)
        try text.map { Data($0.utf8) }?.write(to: url)
    }
}

@Suite("JSON Feed documents and what comes of them")
struct JSONFeedFixtureTests {
    @Test("a fixture is read as its expectation says", arguments: Fixture.all)
    func fixture(fixture: Fixture) throws {
        let (feed, output) = try JSONFeed().feed(from: try fixture.document)
        let json = String(decoding: feed.json(layout: .indented), as: UTF8.self) + "\n"
        let lines = output.diagnostics.map { "\($0.severity): \($0)\n" }.joined()
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
            try fixture.record(json, as: "json")
            try fixture.record(lines.isEmpty ? nil : lines, as: "txt")
            Issue.record("recorded anew")
        }
        #expect(json == fixture.expectation("json"))
        #expect(lines == fixture.expectation("txt") ?? "")
    }

    @Test("every fixture is recognised by its head", arguments: Fixture.all)
    func recognised(fixture: Fixture) throws {
        let bytes = Array(try fixture.document.bytes.prefix(4096))
        #expect(JSONFeed.recognise(bytes.span, type: nil) >= .possible)
    }

    @Test("any prefix and any flipped byte is read without a trap", arguments: Fixture.all)
    func damage(fixture: Fixture) throws {
        let document = try fixture.document
        let whole = try JSONFeed().feed(from: document).feed
        for index in document.bytes.indices {
            let prefix = Document(url: document.url, mediaType: nil, bytes: Array(document.bytes[..<index]))
            if let cut = try? JSONFeed().feed(from: prefix).feed {
                #expect(cut.entries.count <= whole.entries.count, "\(index) bytes")
            }
            var flipped = document.bytes
            flipped[index] ^= UInt8(truncatingIfNeeded: index &* 37 | 1)
            _ = try? JSONFeed().feed(from: Document(url: document.url, mediaType: nil, bytes: flipped))
        }
    }
}

@Suite("Telling JSON Feed from other documents")
struct JSONFeedRecognitionTests {
    @Test(
        "how sure a head makes",
        arguments: [
            (#"{"version":"https://jsonfeed.org/version/1.1""#, .certain),
            (#" {"a":[1,{}],"version":"http://jsonfeed.org/version/1"}"#, .certain),
            (#"{"title":"T","items":[{"id":"1","ti"#, .possible),
            (#"{"feed_url":"https://example.com/f","a":"#, .possible),
            (#"{"version":"1.0","title":"T"}"#, .no), (#"{"items":3}"#, .no),
            (#"[{"version":"https://jsonfeed.org/version/1"}]"#, .no),
            ("<html>{\"version\":\"https://jsonfeed.org/\"}", .no), ("", .no), ("{", .no),
            ("\u{FEFF}{\"items\":[]}", .possible),
            (#"{"note":"jsonfeed.org/version/1","version":2}"#, .no),
        ] as [(String, Recognition)])
    func heads(text: String, recognition: Recognition) {
        let bytes = Array(text.utf8)
        #expect(JSONFeed.recognise(bytes.span, type: nil) == recognition)
    }

    @Test(
        "a document that is no JSON Feed says why",
        arguments: [
            ("{\"a\":1}", "this JSON is no JSON Feed: it has neither \"version\" nor a list of \"items\"", nil),
            ("[]", "expected \"{\"", 1), ("\n <html>", "expected \"{\"", 2),
            ("", "expected \"{\", but the text ends here", 1),
        ] as [(String, String, Int?)])
    func failures(text: String, message: String, column: Int?) throws {
        let document = Document(url: nil, mediaType: nil, bytes: Array(text.utf8))
        let failure = try #require(throws: DecodingFailure.self) { try JSONFeed().feed(from: document) }
        #expect(failure.message == message)
        #expect(failure.place?.column == column)
    }

    @Test("a document that breaks off is marked, a whole one is not")
    func truncation() throws {
        for (json, isTruncated) in [("{\"items\":[{\"id\":\"1\"}", true), ("{\"items\":[{\"id\":\"1\"}]}", false)] {
            var output = DecodingOutput()
            _ = try JSONFeed().decode(Document(url: nil, mediaType: nil, bytes: Array(json.utf8)), into: &output)
            #expect(output.isTruncated == isTruncated)
            #expect(output.entries.map(\.id) == ["1"])
        }
    }

    @Test("the charset that the server names is obeyed where it fits")
    func charset() throws {
        let bytes = Array(#"{"items":[{"id":"1","title":""#.utf8) + [0x93, 0xFA, 0x96, 0x7B] + Array("\"}]}".utf8)
        let type = MediaType(essence: "application/json", charset: "Shift_JIS")
        let (feed, _) = try JSONFeed().feed(from: Document(url: nil, mediaType: type, bytes: bytes))
        #expect(feed.entries.first?.title == "日本")
    }
}
