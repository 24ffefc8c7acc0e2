public import FeedText

/// Reads XML, well-formed or not, and hands its events to a handler.
///
/// Nothing is lost without a diagnostic. External entities are never read; the document's own are expanded once, as
/// text. Time and memory are linear in the size of the text.
public struct XMLReader: Sendable {
    /// What makes events of bytes.
    public enum Producer: String, Sendable {
        /// The plain scanner; libxml2 behind repair as soon as the scanner isn't sure.
        case automatic
        /// The plain scanner alone: a document that it isn't sure of breaks off there.
        case plain
        /// libxml2 behind repair, whatever the document.
        case libXML2 = "libxml2"
    }

    /// What the reader knows of a document when it is through with it.
    public struct Report: Sendable {
        /// What was wrong with the text, and what was read instead.
        public var diagnostics: XMLDiagnostics
        /// Whether the root element ends; if not, the text was cut off and the innermost elements have no end event.
        public var isComplete: Bool
    }

    /// The names that the handler wants to be told of.
    public let vocabulary: XMLVocabulary
    /// What a document may ask.
    public let limits: XMLLimits
    /// What makes events of bytes.
    public let producer: Producer
    private let usual: XMLUsualNames?

    /// A reader for a vocabulary.
    /// - Parameter usual: names of the vocabulary that nearly every document has.
    public init(
        vocabulary: XMLVocabulary, limits: XMLLimits = XMLLimits(), producer: Producer = .automatic,
        usual: XMLUsualNames? = nil
    ) {
        self.vocabulary = vocabulary
        self.limits = limits
        self.producer = producer
        self.usual = usual
    }

    /// Reads a whole text.
    /// - Parameters:
    ///   - text: valid UTF-8, whatever its XML declaration says.
    ///   - handler: is given the events as they come.
    public func read<Handler: XMLEventHandler & ~Copyable>(
        _ text: Span<UInt8>, into handler: inout Handler
    ) -> Report {
        var dispatcher = XMLDispatcher(vocabulary: vocabulary, limits: limits, usual: usual)
        return read(text, with: &dispatcher, into: &handler)
    }

    /// Reads a large text in pieces; the whole of it is held only if the plain scanner isn't sure of something in it.
    /// - Parameters:
    ///   - text: all of its characters are ones that XML allows.
    ///   - handler: is given the events as they come.
    public func read<Handler: XMLEventHandler & ~Copyable>(
        _ text: VerbatimText, into handler: inout Handler
    ) throws(ByteSource.Failure) -> Report {
        var dispatcher = XMLDispatcher(vocabulary: vocabulary, limits: limits, usual: usual)
        if producer != .libXML2 {
            var scanner = XMLPlainScanner(
                vocabulary: vocabulary, limits: limits, hasCarriageReturns: text.hasCarriageReturns)
            var window = XMLWindow(text.utf8)
            while try window.move(on: &scanner) {
                if scanner.scan(window.bytes.span, with: &dispatcher, into: &handler) {
                    return Report(diagnostics: dispatcher.diagnostics, isComplete: true)
                }
            }
            dispatcher.restart()
        }
        let bytes = try text.utf8.all()
        // It may have been changed since it was looked at.
        let whole = UTF8Validation.isValid(bytes.span) ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
        return read(whole.span, with: &dispatcher, into: &handler)
    }
}

extension XMLReader {
    private func read<Handler: XMLEventHandler & ~Copyable>(
        _ text: Span<UInt8>, with dispatcher: inout XMLDispatcher, into handler: inout Handler
    ) -> Report {
        if producer != .libXML2 {
            let characters = text.xmlCharacters
            var scanner = XMLPlainScanner(
                vocabulary: vocabulary, limits: limits, hasCarriageReturns: characters.haveReturns)
            let isSure = characters.areAllowed && scanner.scan(text, with: &dispatcher, into: &handler)
            if isSure || producer == .plain {
                return Report(diagnostics: dispatcher.diagnostics, isComplete: isSure)
            }
            dispatcher.restart()
        }
        var repair = XMLRepairer.repair(text, vocabulary: vocabulary, limits: limits)
        if let bytes = repair.bytes {
            parse(bytes.span, of: &repair, with: &dispatcher, into: &handler)
        } else {
            parse(text.extracting(repair.start...), of: &repair, with: &dispatcher, into: &handler)
        }
        return Report(diagnostics: repair.diagnostics, isComplete: repair.isComplete)
    }

    /// Parses repaired text through libxml2.
    private func parse<Handler: XMLEventHandler & ~Copyable>(
        _ text: Span<UInt8>, of repair: inout XMLRepair, with dispatcher: inout XMLDispatcher,
        into handler: inout Handler
    ) {
        guard let parser = LibXML2Parser() else {
            repair.diagnostics.note(.limit, at: 0, "there is no memory for a parser")
            return
        }
        let map = repair
        let error = parser.parse(text) { buffer in
            dispatcher.dispatch(buffer, into: &handler) { map.sourceOffset(of: text.tagStart(before: $0)) }
            return handler.wantsMore
        }
        repair.diagnostics.append(dispatcher.diagnostics)
        if let error, repair.isComplete {
            repair.diagnostics.note(.syntax, at: map.sourceOffset(of: error.offset), "libxml2 says: \(error.message)")
        }
    }
}

extension Span<UInt8> {
    /// Where the start tag begins whose attributes libxml2 has read up to a position: no `<` stands within a tag.
    fileprivate func tagStart(before position: Int) -> Int {
        var at = Swift.min(position, count - 1)
        while at > 0, self[at] != UInt8(ascii: "<") { at -= 1 }
        return Swift.max(at, 0)
    }
}

extension XMLDispatcher {
    /// Hands on what libxml2's callbacks have gathered.
    fileprivate mutating func dispatch<Handler: XMLEventHandler & ~Copyable>(
        _ buffer: borrowing XMLEventBuffer, into handler: inout Handler, sourceOffset: (Int) -> Int
    ) {
        let bytes = buffer.bytes.span
        var start = 0
        var attributeName = 0..<0
        for index in buffer.events.indices {
            let event = buffer.events[index]
            let range = start..<event.end
            start = event.end
            switch event.kind {
            case .tag: beginTag(tagName(bytes.extracting(range)), at: sourceOffset(event.offset))
            case .attributeName: attributeName = range
            case .attributeValue: attribute(bytes.extracting(attributeName), value: bytes.extracting(range))
            case .tagEnd: endTag(for: &handler)
            case .text: text(bytes.extracting(range), for: &handler)
            case .end: end(for: &handler)
            }
        }
    }
}
