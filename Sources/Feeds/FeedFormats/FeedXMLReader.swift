public import FeedModel
import FeedText
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
            var builder = FeedTreeBuilder(translator: translator, documentURL: document.url, each: entry)
            builder.findings = FeedFindings(limit: findingsLimit)
            var limits = XMLLimits()
            limits.diagnostics = findingsLimit
            let reader = XMLReader(
                vocabulary: FeedVocabulary.shared, limits: limits, producer: producer,
                usual: FeedVocabulary.usualNames)
            if let fragment = FeedFragment(text.utf8.span, for: translator) {
                builder.findings.note(
                    at: fragment.shift, section: "XML 1.0 §2.1",
                    "the document has no root element; it was read as what stands in one")
                let report = reader.read(fragment.bytes.span, into: &builder)
                return result(of: &builder, report, text, shift: fragment.shift)
            }
            let report = reader.read(text.utf8.span, into: &builder)
            return result(of: &builder, report, text)
        }
    }

    /// Whether the head of a document shows what stands within a channel, without the channel.
    public static func isFragmentOfChannel(_ head: Span<UInt8>) -> Bool { FeedFragment.isOfChannel(head) }

    private static func result(
        of builder: inout FeedTreeBuilder, _ report: XMLReader.Report, _ text: DecodedText, shift: Int = 0
    ) -> Result {
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
        if !report.isComplete, builder.rootName != nil {
            let message = report.diagnostics.first.last { $0.kind == .unclosed }?.message ?? "the text breaks off"
            findings.all.append(
                FeedFindings.Finding(
                    offset: text.utf8.count, message: "\(message); the entries that stand whole were read",
                    section: XMLDiagnostic.Kind.unclosed.section))
        }
        findings.complete(from: text.utf8.span)
        return Result(
            feed: feed,
            truncation: report.isComplete || builder.rootName == nil ? nil : findings.all.popLast(), findings: findings,
            rootName: builder.rootName)
    }

    /// The resolved name of the root element as the head of a document shows it, for recognition.
    public static func root(of head: Span<UInt8>) -> XMLRoot? {
        XMLRoot.find(in: head, vocabulary: FeedVocabulary.shared, usual: FeedVocabulary.usualNames)
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

extension FeedFindings {
    /// Orders the findings by place and counts lines and columns, in one pass over the text.
    mutating func complete(from text: Span<UInt8>) {
        seek(in: text)
        all.sort { $0.offset < $1.offset }
        var position = 0
        var line = 1
        var column = 1
        for index in all.indices {
            let offset = min(max(all[index].offset, 0), text.count)
            while position < offset {
                if text[position] == UInt8(ascii: "\n") {
                    line += 1
                    column = 1
                } else if text[position] & 0xC0 != 0x80 {
                    column += 1
                }
                position += 1
            }
            all[index].line = line
            all[index].column = column
        }
    }
}
