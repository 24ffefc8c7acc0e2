public import FeedModel
import FeedText
import FeedXML

/// Holds a document of an XML format against its specification, in a pass of its own over its events.
///
/// Decoding pays nothing for it. What decoding itself says, of XML and of values that can't be read, is not said again.
public struct FeedLinter: Sendable {
    /// The formats whose rules are known.
    public enum Format: Sendable {
        /// RFC 4287.
        case atom
        /// RSS 2.0 and what came before; RSS 1.0 where the root is `rdf:RDF`.
        case rss
    }

    /// What was found, by place.
    public let findings: FeedFindings
    /// The document's text, as places count it.
    public let text: [UInt8]

    /// Reads a document by the rules of a format.
    public init(_ document: Document, as format: Format, findingsLimit: Int = 10_000) {
        let text = CharsetDecoder.decode(document.bytes, transportCharset: document.mediaType?.charset).utf8
        let report = LintReport(text: text, findings: FeedFindings(limit: findingsLimit))
        let hasBase = document.url != nil
        var findings =
            switch format {
            case .atom: Self.findings(by: AtomRules(), hasBase: hasBase, into: report)
            case .rss: Self.findings(by: RSSRules(), hasBase: hasBase, into: report)
            }
        findings.complete(from: text.span)
        self.text = text
        self.findings = findings
    }

    private static func findings(by rules: some LintRules, hasBase: Bool, into report: LintReport) -> FeedFindings {
        var handler = LintHandler(rules: rules, report: report, hasBase: hasBase)
        _ = XMLReader(vocabulary: FeedVocabulary.shared).read(report.text.span, into: &handler)
        return handler.report.findings
    }
}
