import FeedModel
import FeedText
import Testing
import TributaryPluginKit

@testable import AtomAdapter

@Suite("Telling Atom from other documents")
struct AtomRecognitionTests {
    @Test(
        "how sure a head makes",
        arguments: [
            ("<feed xmlns='http://www.w3.org/2005/Atom'>", Recognition.certain),
            ("<?xml version='1.0'?><!-- rss --><a:entry xmlns:a='http://www.w3.org/2005/Atom'>", .certain),
            ("<feed version='0.3' xmlns='http://purl.org/atom/ns#'>", .certain),
            ("<feed>", .possible),
            ("<rss version='2.0'><feed>", .no),
            ("<html><link type='application/atom+xml'>", .no),
            ("{\"feed\": 1}", .no),
            ("", .no),
        ])
    func recognition(head: String, expected: Recognition) {
        #expect(Atom.recognise(Array(head.utf8).span, type: nil) == expected)
    }

    @Test("the declared type makes sure of a feed in no namespace")
    func declaredType() {
        let type = MediaType(parsing: "application/atom+xml; charset=utf-8")
        #expect(Atom.recognise(Array("<feed>".utf8).span, type: type) == .certain)
    }

    @Test(
        "another format's document says what it is", arguments: ["<rss version='2.0'/>", "<html></html>", "plain text"])
    func otherDocument(text: String) {
        var output = DecodingOutput()
        let document = Document(url: nil, mediaType: nil, bytes: Array(text.utf8))
        let failure = #expect(throws: DecodingFailure.self) { try Atom().decode(document, into: &output) }
        #expect(failure?.message.isEmpty == false)
    }
}
