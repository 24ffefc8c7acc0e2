import AtomAdapter
import AtomSink
import FeedModel
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The sink atom")
struct AtomPageTests {
    private static let page = FeedPage(AtomPage.self, readBy: Atom.self)

    @Test("It keeps the contract of a page sink, wherever the disk is full")
    func contract() async throws {
        try await Self.page.checkContract(in: PluginFolder("Plugins/Sinks/Atom"))
    }

    @Test("The document is what is expected, to the byte")
    func document() async throws {
        let document = try await Self.page.document(Entry.samples, #", "description": "a < b""#)
        try Snapshot.expect(String(decoding: document, as: UTF8.self), named: "samples", suffix: "xml")
    }

    @Test("It keeps RFC 4287 whatever the feeds say")
    func valid() async throws {
        try await Self.page.checkSpecification()
    }

    @Test("What is read of the document is what went in, as far as Atom holds it", arguments: 0..<24 as Range<UInt64>)
    func roundTrip(seed: UInt64) async throws {
        try await Self.page.checkRoundTrip(seed: seed) {
            $0.dateModified = $0.dateModified ?? $0.datePublished ?? $0.tributary?.firstSeen
            if $0.contentHTML != nil { $0.contentText = nil }
            if $0.contentHTML == nil, $0.contentText == nil { ($0.contentText, $0.summary) = ($0.summary, nil) }
        }
    }

    @Test("A date to come is not the feed's, a title is one line, and what is no link of the web is left out")
    func hostile() async throws {
        try await Self.page.checkHostileEntry(updated: "<updated>")
    }

    @Test("An id that is no IRI becomes one, the same every time")
    func ids() async throws {
        let entries = ["42", "42", "https://example.org/設計", "tag:example.org,2026:1", "a b:c", ""].map {
            Entry(id: $0)
        }
        let first = try Self.page.read(try await Self.page.document(entries)).feed.entries.map(\.id)
        #expect(first[2...3] == ["https://example.org/設計", "tag:example.org,2026:1"])
        #expect(first[0].hasPrefix("https://example.org/feed#42") && first[1] == "https://example.org/feed#42#2")
        #expect(first[4].hasPrefix("urn:uuid:") && Set(first).count == first.count)
        #expect(try Self.page.read(try await Self.page.document(entries)).feed.entries.map(\.id) == first)
    }
}
