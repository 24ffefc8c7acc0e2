import FeedFormats
public import FeedModel
public import FeedText
import FeedXML
public import TributaryPluginKit

/// Reads RSS: 2.0, the 0.9x that came before, and 1.0 and 0.90, which are RDF.
public struct RSS: DocumentAdapter {
    /// What people and the engine must know of the plugin.
    public static let descriptor = PluginDescriptor(
        name: "rss", role: .adapter, summary: "reads RSS feeds (2.0, 1.0, 0.9x)",
        example: #"{"use": "rss", "url": "https://example.com/feed.xml"}"#)

    /// The media types that RSS is served with.
    public static let accepts = [
        AcceptedType("application/rss+xml"), AcceptedType("application/rdf+xml", quality: 800),
        AcceptedType("application/xml", quality: 700), AcceptedType("text/xml", quality: 600),
    ]

    /// Makes the adapter, which has no options.
    public init(options: NoOptions, context: PluginContext) {}

    init() {}

    /// Knows RSS by its root element: `rss` certainly, `rdf:RDF` and `channel` possibly.
    public static func recognise(_ head: Span<UInt8>, type: MediaType?) -> Recognition {
        guard let root = FeedXMLReader.root(of: head) else { return .no }
        let isTyped = type?.essence == "application/rss+xml" || type?.essence == "application/rdf+xml"
        switch FeedTerm(rawValue: root.tag.name.local) {
        case .rss: return .certain
        case .RDF, .channel: return isTyped ? .certain : .possible
        default: return .no
        }
    }

    /// Decodes a document.
    public func decode(_ document: Document, into output: inout DecodingOutput) throws(DecodingFailure) -> Feed {
        let result = FeedXMLReader.read(document, with: RSSTranslator())
        for finding in result.findings.all { output.report(Diagnostic(finding)) }
        for entry in result.entries { output.append(entry) }
        if let truncation = result.truncation { output.reportTruncation(Diagnostic(truncation)) }
        guard let feed = result.feed else {
            guard let root = result.rootName else { throw DecodingFailure("the document holds no element") }
            throw DecodingFailure("the root element is \"\(root)\"; that of RSS is \"rss\" or \"rdf:RDF\"")
        }
        return feed
    }
}

extension Diagnostic {
    /// A finding of the XML formats as a message.
    fileprivate init(_ finding: FeedFindings.Finding) {
        self.init(
            .warning, place: Place(offset: finding.offset, line: finding.line, column: finding.column),
            finding.message)
    }
}
