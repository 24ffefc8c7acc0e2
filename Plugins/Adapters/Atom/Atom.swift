import FeedFormats
public import FeedModel
public import FeedText
import FeedXML
public import TributaryPluginKit
import XMLFormats

/// Reads Atom: 1.0 (RFC 4287) and 0.3, feeds and single entries.
public struct Atom: PiecewiseAdapter {
    /// What people and the engine must know of the plugin.
    public static let descriptor = PluginDescriptor(
        name: "atom", role: .adapter, summary: "reads Atom feeds (1.0 and 0.3)",
        example: #"{"use": "atom", "url": "https://example.com/atom.xml"}"#,
        sampleAnswer: """
            <feed xmlns="http://www.w3.org/2005/Atom"><title>Harbour Notes</title><id>tag:harbour.example,2026:feed</id>
            <entry><title>A tide table that fits on one screen</title><id>tag:harbour.example,2026:1</id>
            <link href="https://harbour.example/2026/tide-table"/><updated>2026-11-27T17:00:00Z</updated>
            <author><name>Ines</name></author><category term="tides"/>
            <summary>Twelve lines, no colours, readable in the rain.</summary></entry></feed>
            """)

    /// The media types that Atom is served with.
    public static let accepts = [
        AcceptedType("application/atom+xml"), AcceptedType("application/xml", quality: 700),
        AcceptedType("text/xml", quality: 600),
    ]

    /// Makes the adapter, which has no options.
    public init(options: NoOptions, context: PluginContext) {}

    init() {}

    /// Knows Atom by its root element: certainly in one of Atom's namespaces, possibly in any other.
    public static func recognise(_ head: Span<UInt8>, type: MediaType?) -> Recognition {
        guard let root = FeedXMLReader.root(of: head) else { return .no }
        switch FeedTerm(rawValue: root.tag.name.local) {
        case .feed, .entry: break
        default: return .no
        }
        let isAtom = root.tag.name.namespace == FeedNamespace.atom.rawValue
        return isAtom || type?.essence == "application/atom+xml" ? .certain : .possible
    }

    /// Decodes a document.
    public func decode(_ document: Document, into output: inout DecodingOutput) throws(DecodingFailure) -> Feed {
        try output.read(document, with: AtomTranslator(), roots: Self.roots)
    }

    /// Decodes a large document in pieces.
    public func decode(
        _ document: LargeDocument, into output: inout DecodingOutput
    ) throws(DecodingFailure) -> Feed? {
        try output.read(document, with: AtomTranslator(), roots: Self.roots)
    }

    private static let roots = "\"feed\" or \"entry\""

    /// Holds a document against the specification.
    public func lint(_ document: Document, into output: inout LintingOutput) { output.check(document, as: .atom) }
}
