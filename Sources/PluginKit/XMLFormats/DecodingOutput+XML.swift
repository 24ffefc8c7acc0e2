public import FeedFormats
public import FeedModel
import FeedText
public import TributaryPluginKit

extension DecodingOutput {
    /// Reads a document of an XML format through its translator.
    ///
    /// - Parameter roots: what the format's root element may be, for the message where it is another.
    /// - Returns: the feed without its entries, which the output takes.
    public mutating func read(
        _ document: Document, with translator: some FeedTranslator, roots: String
    ) throws(DecodingFailure) -> Feed {
        let length = document.bytes.count
        let result = FeedXMLReader.read(
            document, with: translator, findingsLimit: diagnosticsLimit + 1
        ) { (entry: consuming Entry, offset: Int) in
            makeRoom(for: length, read: offset)
            append(consume entry)
        }
        return try take(result, roots)
    }

    /// Reads a large document of an XML format in pieces.
    ///
    /// - Parameter roots: what the format's root element may be, for the message where it is another.
    /// - Returns: the feed without its entries, which the output takes; nil if the document has to be read as a whole.
    public mutating func read(
        _ document: LargeDocument, with translator: some FeedTranslator, roots: String
    ) throws(DecodingFailure) -> Feed? {
        let length = document.bytes.count
        let result: FeedXMLReader.Result?
        do throws(ByteSource.Failure) {
            result = try FeedXMLReader.read(
                document, with: translator, findingsLimit: diagnosticsLimit + 1
            ) { (entry: consuming Entry, offset: Int) in
                makeRoom(for: length, read: offset)
                append(consume entry)
            }
        } catch {
            var failure = DecodingFailure("the document could not be read: \(error)")
            failure.isUnreadable = true
            throw failure
        }
        guard let result else { return nil }
        return try take(result, roots)
    }

    private mutating func take(_ result: FeedXMLReader.Result, _ roots: String) throws(DecodingFailure) -> Feed {
        for finding in result.findings.all { report(Diagnostic(finding)) }
        if let truncation = result.truncation { reportTruncation(Diagnostic(truncation)) }
        guard let feed = result.feed else {
            guard let root = result.rootName else { throw DecodingFailure("the document holds no element") }
            throw DecodingFailure("the root element is \"\(root)\"; it should be \(roots)")
        }
        return feed
    }
}

extension LintingOutput {
    /// Holds a document of an XML format against the format's rules.
    public mutating func check(_ document: Document, as format: FeedLinter.Format) {
        let linter = FeedLinter(document, as: format, findingsLimit: diagnosticsLimit)
        text = linter.text
        for finding in linter.findings.all { report(Diagnostic(finding)) }
    }
}

extension Diagnostic {
    /// A finding of the XML formats as a message.
    fileprivate init(_ finding: FeedFindings.Finding) {
        let severity: Severity =
            switch finding.severity {
            case .error: .error
            case .warning: .warning
            case .note: .note
            }
        self.init(
            severity, place: Place(offset: finding.offset, line: finding.line, column: finding.column),
            section: finding.section, reading: finding.reading, finding.message)
    }
}
