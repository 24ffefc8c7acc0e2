import AtomAdapter
import FeedModel
import JSONFeedAdapter
import RSSAdapter
import Testing
import TributaryPluginKit
import TributaryTestKit

/// A document made to exhaust whoever reads it, and what must come of it all the same.
struct HostileDocument: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The entries that must be there, by id.
    var ids: [String]
    /// What one of the diagnostics must say; nil where nothing is wrong with the document.
    var diagnostic: String?
    /// How many bytes of JSON may come of it, as a multiple of its own.
    var growth = 2
    let make: @Sendable () -> String

    init(
        _ name: String, ids: [String], diagnostic: String? = nil, growth: Int = 2,
        _ make: @escaping @Sendable () -> String
    ) {
        testDescription = name
        self.ids = ids
        self.diagnostic = diagnostic
        self.growth = growth
        self.make = make
    }

    /// Reads the document by the format that knows it.
    func read() throws -> (size: Int, feed: Feed, diagnostics: [String]) {
        let document = Document(url: "https://example.org/feed", mediaType: nil, bytes: Array(make().utf8))
        let head = Array(document.bytes.prefix(4096))
        let formats: [any DocumentAdapter.Type] = [Atom.self, RSS.self, JSONFeed.self]
        let format = try #require(formats.first { $0.recognise(head.span, type: nil) == .certain })
        let (feed, output) = try Self.feed(of: document, by: format)
        return (document.bytes.count, feed, output.diagnostics.map { "\($0)" })
    }

    private static func feed<Adapter: DocumentAdapter>(
        of document: Document, by format: Adapter.Type
    ) throws -> (Feed, DecodingOutput) {
        let options = try #require(NoOptions() as? Adapter.Options)
        return try Adapter(options: options, context: .test()).feed(from: document)
    }
}
