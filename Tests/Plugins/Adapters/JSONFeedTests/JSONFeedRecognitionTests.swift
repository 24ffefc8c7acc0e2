import FeedModel
import FeedText
import Testing
import TributaryPluginKit

@testable import JSONFeedAdapter

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
