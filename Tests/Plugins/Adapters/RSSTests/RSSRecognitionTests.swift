import FeedModel
import FeedText
import Testing
import TributaryPluginKit

@testable import RSSAdapter

@Suite("Telling RSS from other documents")
struct RSSRecognitionTests {
    @Test(
        "how sure a head makes",
        arguments: [
            ("<rss version='2.0'>", Recognition.certain),
            ("\u{FEFF}\n<?xml version='1.0'?><!DOCTYPE rss [<!ENTITY a 'b'>]><rss>", .certain),
            ("<br/><b>Notice</b>: x<?xml version='1.0'?><rss>", .certain),
            ("<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>", .possible),
            ("<channel>", .possible),
            ("<feed xmlns='http://www.w3.org/2005/Atom'><rss/>", .no),
            ("<html><body>&lt;rss&gt;</body></html>", .no),
            ("", .no),
        ])
    func recognition(head: String, expected: Recognition) {
        #expect(RSS.recognise(Array(head.utf8).span, type: nil) == expected)
    }

    @Test("the declared type makes sure of RDF")
    func declaredType() {
        let head = Array("<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>".utf8)
        #expect(RSS.recognise(head.span, type: MediaType(parsing: "application/rdf+xml")) == .certain)
    }

    @Test("another format's document says what it is", arguments: ["<feed/>", "<html></html>", "plain text"])
    func otherDocument(text: String) {
        var output = DecodingOutput()
        let document = Document(url: nil, mediaType: nil, bytes: Array(text.utf8))
        let failure = #expect(throws: DecodingFailure.self) { try RSS().decode(document, into: &output) }
        #expect(failure?.message.isEmpty == false)
    }

    @Test("RDF that holds no channel and no item is no feed")
    func otherRDF() {
        var output = DecodingOutput()
        let text =
            "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:foaf='http://xmlns.com/foaf/0.1/'>"
            + "<foaf:Person><foaf:name>Potter</foaf:name></foaf:Person></rdf:RDF>"
        let document = Document(url: nil, mediaType: nil, bytes: Array(text.utf8))
        #expect(throws: DecodingFailure.self) { try RSS().decode(document, into: &output) }
    }

    @Test("a document that breaks off says so, and lists what stands whole")
    func truncation() throws {
        let text = "<rss><channel><item><guid>1</guid></item><item><guid>2"
        let document = Document(url: nil, mediaType: nil, bytes: Array(text.utf8))
        let (feed, output) = try RSS().feed(from: document)
        #expect(feed.entries.map(\.id) == ["1"])
        #expect(output.isTruncated)
    }

    @Test("a field of more than 16 MB is cut with a diagnostic")
    func longField() throws {
        let text = String(repeating: "long text ", count: 1_700_000)
        let source = "<rss><channel><item><guid>1</guid><description>\(text)</description></item></channel></rss>"
        let document = Document(url: nil, mediaType: nil, bytes: Array(source.utf8))
        let (feed, output) = try RSS().feed(from: document)
        let length = feed.entries.first?.contentHTML?.utf8.count ?? 0
        #expect(length <= 16 << 20)
        #expect(length > 16_000_000)
        #expect(output.diagnostics.map(\.message) == ["a field longer than 16 MB was cut"])
    }
}
