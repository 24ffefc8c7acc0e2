public import FeedModel
public import FeedText
public import FeedXML

/// Reads a document of an XML format through a translator.
public enum FeedXMLReader {
    /// What a document held.
    public struct Result: Sendable {
        /// The feed without its entries; nil if the root element is not one of the format's.
        public var feed: Feed?
        /// Where the document breaks off, if the root element never ends.
        public var truncation: FeedFindings.Finding?
        /// What was odd or repaired, in the order of the document.
        public var findings: FeedFindings
        /// The root element's name as written; nil if the document has none.
        public var rootName: String?
    }

    /// What makes events of documents: for those who compare the producers, or measure them.
    @TaskLocal public static var producer = XMLReader.Producer.automatic

    /// Reads a document.
    /// - Parameters:
    ///   - findingsLimit: how many findings are kept.
    ///   - entry: takes each entry as soon as it stands whole, and the byte of the text at which it begins.
    public static func read(
        _ document: Document, with translator: some FeedTranslator, findingsLimit: Int = 100,
        each entry: (consuming Entry, Int) -> Void
    ) -> Result {
        let text = CharsetDecoder.decode(document.bytes, transportCharset: document.mediaType?.charset)
        return withoutActuallyEscaping(entry) { entry in
            var builder = builder(translator, document.url, findingsLimit, entry)
            let reader = reader(findingsLimit)
            if let fragment = FeedFragment(text.utf8.span, for: translator) {
                builder.findings.note(
                    at: fragment.shift, section: "XML 1.0 §2.1",
                    "the document has no root element; it was read as what stands in one")
                let report = reader.read(fragment.bytes.span, into: &builder)
                return result(of: &builder, report, text, length: text.utf8.count, shift: fragment.shift) {
                    $0.complete(from: text.utf8.span)
                }
            }
            let report = reader.read(text.utf8.span, into: &builder)
            return result(of: &builder, report, text, length: text.utf8.count) { $0.complete(from: text.utf8.span) }
        }
    }

    /// Reads a large document in pieces.
    /// - Parameters:
    ///   - findingsLimit: how many findings are kept.
    ///   - entry: takes each entry as soon as it stands whole, and the byte of the text at which it begins.
    /// - Returns: nil if the document has to be read as a whole; then no entry was handed over.
    public static func read(
        _ document: LargeDocument, with translator: some FeedTranslator, findingsLimit: Int = 100,
        each entry: (consuming Entry, Int) -> Void
    ) throws(ByteSource.Failure) -> Result? {
        guard
            let text = try CharsetDecoder.verbatimXML(
                document.bytes, transportCharset: document.mediaType?.charset)
        else { return nil }
        let head = try text.utf8.bytes(in: 0..<headLength)
        guard !FeedFragment.mayBegin(head.span, for: translator) else { return nil }
        return try withoutActuallyEscaping(entry) { entry throws(ByteSource.Failure) in
            var builder = builder(translator, document.url, findingsLimit, entry)
            let report = try reader(findingsLimit).read(text, into: &builder)
            return try result(of: &builder, report, text.decoding, length: text.utf8.count) {
                (findings) throws(ByteSource.Failure) in try findings.complete(from: text.utf8)
            }
        }
    }

    /// Whether the head of a document shows what stands within a channel, without the channel.
    public static func isFragmentOfChannel(_ head: Span<UInt8>) -> Bool { FeedFragment.isOfChannel(head) }

    /// The resolved name of the root element as the head of a document shows it, for recognition.
    public static func root(of head: Span<UInt8>) -> XMLRoot? {
        XMLRoot.find(in: head, vocabulary: FeedVocabulary.shared, usual: FeedVocabulary.usualNames)
    }
}

extension FeedXMLReader {
    /// How much of a large document shows whether it has a root element: what formats look at for that.
    private static var headLength: Int { 128 << 10 }

    private static func builder(
        _ translator: some FeedTranslator, _ url: String?, _ findingsLimit: Int,
        _ entry: @escaping (consuming Entry, Int) -> Void
    ) -> FeedTreeBuilder {
        var builder = FeedTreeBuilder(translator: translator, documentURL: url, each: entry)
        builder.findings = FeedFindings(limit: findingsLimit)
        return builder
    }

    private static func reader(_ findingsLimit: Int) -> XMLReader {
        var limits = XMLLimits()
        limits.diagnostics = findingsLimit
        return XMLReader(
            vocabulary: FeedVocabulary.shared, limits: limits, producer: producer, usual: FeedVocabulary.usualNames)
    }

    /// What a text of a length held.
    ///
    /// - Parameter complete: orders the findings and finds their lines and columns in the text.
    private static func result<Failure>(
        of builder: inout FeedTreeBuilder, _ report: XMLReader.Report, _ text: DecodedText, length: Int, shift: Int = 0,
        complete: (inout FeedFindings) throws(Failure) -> Void
    ) throws(Failure) -> Result {
        let feed = builder.finish()
        var findings = builder.findings
        note(text, in: &findings)
        for diagnostic in report.diagnostics.first where diagnostic.kind != .unclosed {
            findings.note(
                at: diagnostic.offset, section: diagnostic.kind.section, reading: diagnostic.reading,
                diagnostic.message)
        }
        if shift > 0 {
            // What is said of the whole text stands at its beginning.
            for index in findings.all.indices {
                findings.all[index].offset = max(0, findings.all[index].offset - shift)
            }
        }
        let isTruncated = !report.isComplete && builder.rootName != nil
        if isTruncated {
            let message = report.diagnostics.first.last { $0.kind == .unclosed }?.message ?? "the text breaks off"
            findings.all.append(
                FeedFindings.Finding(
                    offset: length, message: "\(message); the entries that stand whole were read",
                    section: XMLDiagnostic.Kind.unclosed.section))
        }
        try complete(&findings)
        return Result(
            feed: feed, truncation: isTruncated ? findings.all.popLast() : nil, findings: findings,
            rootName: builder.rootName)
    }

    private static func note(_ text: DecodedText, in findings: inout FeedFindings) {
        if let label = text.overruledLabel {
            findings.note(
                at: 0, section: "XML 1.0 §4.3.3", reading: text.encoding,
                "the encoding is not \"\(label)\"; it was read as \(text.encoding)")
        }
        if text.source == .guessed, text.overruledLabel == nil {
            findings.note(
                at: 0, section: "XML 1.0 §4.3.3", reading: text.encoding,
                "no encoding is named, and the bytes are not UTF-8; they were read as \(text.encoding)")
        }
        if text.replacedSequences > 0 {
            findings.note(
                at: 0, section: "XML 1.0 §4.3.3",
                "\(text.replacedSequences) byte sequences are not \(text.encoding) and were replaced by U+FFFD")
        }
    }
}
