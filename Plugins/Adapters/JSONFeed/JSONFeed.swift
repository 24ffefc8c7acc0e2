import FeedJSON
public import FeedModel
public import FeedText
public import TributaryPluginKit

/// Reads JSON Feed 1.0 and 1.1 (https://www.jsonfeed.org/version/1.1/).
public struct JSONFeed: DocumentAdapter {
    /// The format has no options.
    public typealias Options = NoOptions

    /// What people and the engine must know of the format.
    public static let descriptor = PluginDescriptor(
        name: "json_feed", role: .adapter, summary: "reads JSON Feed 1.0 and 1.1",
        example: #"{"use": "json_feed", "url": "https://example.org/feed.json"}"#,
        sampleAnswer: #"""
            {"version": "https://jsonfeed.org/version/1.1", "title": "時計工房だより", "items": [{"id": "1",
            "url": "https://tokei.example/1", "title": "部品の棚を整理しました", "content_text": "歯車、ぜんまい、それから振り子。",
            "date_published": "2026-11-29T11:05:00+09:00", "tags": ["修理"]}]}
            """#)

    /// The standard's own type, and JSON as which many feeds are served.
    public static let accepts = [
        AcceptedType("application/feed+json"), AcceptedType("application/json", quality: 800),
    ]

    /// Makes the format.
    public init(options: NoOptions, context: PluginContext) {
        self.init()
    }

    init() {}

    /// Certain of an object whose `version` names jsonfeed.org; an object with a list of items may be one.
    public static func recognise(_ head: Span<UInt8>, type: MediaType?) -> Recognition {
        JSONFeedHead(head).recognition
    }

    /// Decodes a document; one that breaks off gives the items that stand whole.
    public func decode(
        _ document: Document, into output: inout DecodingOutput
    ) throws(DecodingFailure) -> Feed {
        let text = CharsetDecoder.decode(
            document.bytes, transportCharset: document.mediaType?.charset, kind: .json)
        output.report(encodingOf: text)
        let source = text.utf8.span
        var reader = JSONFeedReader(validated: source, remarkLimit: output.diagnosticsLimit + 1)
        let resolver = LinkResolver(base: document.url)
        let (read, error) = reader.feed(in: source, changingHTML: resolver.absolutized) { (entry: consuming Entry) in
            resolver.resolve(&entry)
            output.append(consume entry)
        }
        if let failure = reader.failure(error, in: text.utf8) { throw failure }
        output.report(reader.remarks, error, in: text.utf8)
        var feed = read
        resolver.resolve(&feed)
        return feed
    }

    /// Holds a document against the specification.
    public func lint(_ document: Document, into output: inout LintingOutput) {
        let text = CharsetDecoder.decode(
            document.bytes, transportCharset: document.mediaType?.charset, kind: .json)
        var linter = JSONFeedLinter(text.utf8, hasBase: document.url != nil)
        linter.run()
        for diagnostic in linter.diagnostics { output.report(diagnostic) }
        output.text = text.utf8
    }
}

// MARK: - Private

extension JSONFeedReader {
    /// Why what was read is no JSON Feed, if it is none.
    fileprivate func failure(_ error: JSONSyntaxError?, in utf8: [UInt8]) -> DecodingFailure? {
        if hasItems || version != nil { return nil }
        guard let error else {
            return DecodingFailure("this JSON is no JSON Feed: it has neither \"version\" nor a list of \"items\"")
        }
        return DecodingFailure(error.message, at: Diagnostic.Place(SourcePlaces(utf8), at: error.offset))
    }
}

extension DecodingOutput {
    fileprivate mutating func report(encodingOf text: DecodedText) {
        if let label = text.overruledLabel {
            report(
                Diagnostic(
                    .warning, section: "RFC 8259 §8.1", reading: text.encoding,
                    "the declared charset \"\(label)\" does not fit; read as \(text.encoding)"))
        }
        if text.source == .guessed, text.overruledLabel == nil {
            report(
                Diagnostic(
                    .warning, section: "RFC 8259 §8.1", reading: text.encoding,
                    "the text is not UTF-8; it was read as \(text.encoding)"))
        }
        if text.replacedSequences > 0 {
            let count = text.replacedSequences
            report(
                Diagnostic(
                    .warning, section: "RFC 8259 §8.1",
                    "\(count) byte sequences are no \(text.encoding); each was replaced by U+FFFD"))
        }
    }

    /// Reports what the reader found, with lines and columns, which are counted only where there is something.
    fileprivate mutating func report(
        _ remarks: [JSONFeedReader.Remark], _ error: JSONSyntaxError?, in utf8: [UInt8]
    ) {
        guard error != nil || !remarks.isEmpty else { return }
        let places = SourcePlaces(utf8)
        for remark in remarks {
            report(
                Diagnostic(
                    .warning, place: Diagnostic.Place(places, at: remark.offset), section: remark.section,
                    remark.message))
        }
        guard let error else { return }
        let place = Diagnostic.Place(places, at: error.offset)
        reportTruncation(
            Diagnostic(
                .error, place: place, section: "RFC 8259", "\(error.message); the items before it were read"))
    }
}

extension Diagnostic.Place {
    init(_ places: SourcePlaces, at offset: Int) {
        let place = places.place(at: offset)
        self.init(offset: offset, line: place.line, column: place.column)
    }
}
