import FeedFormats
public import FeedModel
public import FeedText
import FeedXML
public import TributaryPluginKit
import XMLFormats

/// Reads RSS: 2.0, the 0.9x that came before, and 1.0 and 0.90, which are RDF.
public struct RSS: PiecewiseAdapter {
    /// What people and the engine must know of the plugin.
    public static let descriptor = PluginDescriptor(
        name: "rss", role: .adapter, summary: "reads RSS feeds (2.0, 1.0, 0.9x)",
        example: #"{"use": "rss", "url": "https://example.com/feed.xml"}"#,
        sampleAnswer: """
            <rss version="2.0"><channel><title>Night Train Radio</title><link>https://nighttrain.example/</link>
            <item><title>31: The timetable nobody printed</title><link>https://nighttrain.example/31</link>
            <pubDate>Wed, 25 Nov 2026 21:40:00 GMT</pubDate><category>timetables</category>
            <description>A line that ran for eleven years by a timetable in a feed.</description>
            <enclosure url="https://nighttrain.example/31.mp3" length="12345678" type="audio/mpeg"/></item></channel></rss>
            """)

    /// The media types that RSS is served with.
    public static let accepts = [
        AcceptedType("application/rss+xml"), AcceptedType("application/rdf+xml", quality: 800),
        AcceptedType("application/xml", quality: 700), AcceptedType("text/xml", quality: 600),
    ]

    /// Makes the adapter, which has no options.
    public init(options: NoOptions, context: PluginContext) {}

    init() {}

    /// Knows RSS by its root element: `rss` certainly, `rdf:RDF` and `channel` possibly, as items without a root.
    public static func recognise(_ head: Span<UInt8>, type: MediaType?) -> Recognition {
        guard let root = FeedXMLReader.root(of: head) else { return .no }
        let isTyped = type?.essence == "application/rss+xml" || type?.essence == "application/rdf+xml"
        switch FeedTerm(rawValue: root.tag.name.local) {
        case .rss: return .certain
        case .RDF, .channel: return isTyped ? .certain : .possible
        default: return FeedXMLReader.isFragmentOfChannel(head) ? .possible : .no
        }
    }

    /// Decodes a document.
    public func decode(_ document: Document, into output: inout DecodingOutput) throws(DecodingFailure) -> Feed {
        try output.read(document, with: RSSTranslator(), roots: Self.roots)
    }

    /// Decodes a large document in pieces.
    public func decode(
        _ document: LargeDocument, into output: inout DecodingOutput
    ) throws(DecodingFailure) -> Feed? {
        try output.read(document, with: RSSTranslator(), roots: Self.roots)
    }

    private static let roots = "\"rss\" or \"rdf:RDF\""

    /// Holds a document against the specification.
    public func lint(_ document: Document, into output: inout LintingOutput) { output.check(document, as: .rss) }
}
