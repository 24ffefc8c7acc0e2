import FeedFormats
public import FeedModel
public import FeedText
import FeedXML
public import TributaryPluginKit

/// Reads Atom: 1.0 (RFC 4287) and 0.3, feeds and single entries.
public struct Atom: DocumentAdapter {
    /// What people and the engine must know of the plugin.
    public static let descriptor = PluginDescriptor(
        name: "atom", role: .adapter, summary: "reads Atom feeds (1.0 and 0.3)",
        example: #"{"use": "atom", "url": "https://example.com/atom.xml"}"#)

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
        let result = FeedXMLReader.read(document, with: AtomTranslator())
        for finding in result.findings.all { output.report(Diagnostic(finding)) }
        for entry in result.entries { output.append(entry) }
        if let truncation = result.truncation { output.reportTruncation(Diagnostic(truncation)) }
        guard let feed = result.feed else {
            guard let root = result.rootName else { throw DecodingFailure("the document holds no element") }
            throw DecodingFailure("the root element is \"\(root)\"; Atom's is \"feed\" or \"entry\"")
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
