import FeedText

/// Reads the plain, well-formed UTF-8 document that nearly every feed is, straight from its bytes.
///
/// It gives up at the first thing that it isn't sure of: then repair and libxml2 read the document from its beginning,
/// and the dispatcher swallows what the handler has had already. No allocation per event; text without references is
/// handed on where it lies.
struct XMLPlainScanner {
    let vocabulary: XMLVocabulary
    let limits: XMLLimits
    /// The names of the open elements, where they lie in the source.
    var open: [Range<Int>] = []
    var attributes: [Attribute] = []
    /// Values of attributes whose references are resolved.
    var values: [UInt8] = []
    /// Room for text whose references are resolved.
    var resolved: [UInt8] = []
    var hasRoot = false
    var position = 0
    /// Whether there are carriage returns, which are to become line feeds (XML 1.0 §2.11).
    var hasCarriageReturns = false
    /// Where the next `]]>` stands, the end if there is none; behind `position` it is not known.
    private var sectionEnd = -1

    init(vocabulary: XMLVocabulary, limits: XMLLimits) {
        self.vocabulary = vocabulary
        self.limits = limits
        open.reserveCapacity(8)
        attributes.reserveCapacity(8)
    }

    /// Reads a whole text.
    /// - Returns: false if the scanner gave up.
    mutating func scan<Handler: XMLEventHandler & ~Copyable>(
        _ source: Span<UInt8>, with dispatcher: inout XMLDispatcher, into handler: inout Handler
    ) -> Bool {
        let characters = source.xmlCharacters
        guard skipProlog(source), characters.areAllowed else { return false }
        hasCarriageReturns = characters.haveReturns
        var tags = 0
        while position < source.count {
            guard source[position] == UInt8(ascii: "<") else {
                guard scanText(source, &dispatcher, &handler) else { return false }
                continue
            }
            guard position + 1 < source.count else { return false }
            switch source[position + 1] {
            case UInt8(ascii: "/"):
                guard scanEndTag(source) else { return false }
                dispatcher.end(for: &handler)
            case UInt8(ascii: "!"):
                guard scanDeclaration(source, &dispatcher, &handler) else { return false }
            case UInt8(ascii: "?"):
                guard let end = source.firstIndex(of: "?>", from: position + 2) else { return false }
                position = end + 2
            default:
                guard scanStartTag(source, &dispatcher, &handler) else { return false }
                tags += 1
                if tags & 0xFF == 1, !handler.wantsMore { return true }
            }
        }
        return hasRoot && open.isEmpty
    }
}

extension XMLPlainScanner {
    struct Attribute {
        var name: Range<Int>
        /// Where the value lies: in the source, or in `values` if it had references.
        var value: Range<Int>
        var isResolved: Bool
    }

    private mutating func skipProlog(_ source: Span<UInt8>) -> Bool {
        position = source.starts(with: "\u{FEFF}") ? 3 : 0
        guard source.starts(with: "<?xml", at: position), position + 5 < source.count, source[position + 5].isXMLSpace
        else { return true }
        guard let end = source.firstIndex(of: UInt8(ascii: ">"), from: position), source[end - 1] == UInt8(ascii: "?")
        else { return false }
        position = end + 1
        return true
    }

    /// Hands on the text up to the next `<`.
    private mutating func scanText<Handler: XMLEventHandler & ~Copyable>(
        _ source: Span<UInt8>, _ dispatcher: inout XMLDispatcher, _ handler: inout Handler
    ) -> Bool {
        if open.isEmpty {
            let end = source.firstIndex(of: UInt8(ascii: "<"), from: position) ?? source.count
            while position < end, source[position].isXMLSpace { position += 1 }
            return position == end && (hasRoot || !source.starts(with: "<?xml", at: end))
        }
        let start = position
        if !hasCarriageReturns {
            let end = source.firstMarkup(from: start)
            guard end < source.count else { return false }
            if source[end] == UInt8(ascii: "<") {
                guard nextSectionEnd(source, from: start) >= end else { return false }
                position = end
                dispatcher.text(source.extracting(start..<end), for: &handler)
                return true
            }
        }
        return handOnResolved(
            source, start..<source.count, isSection: false, until: nextSectionEnd(source, from: start), &dispatcher,
            &handler)
    }

    private mutating func scanDeclaration<Handler: XMLEventHandler & ~Copyable>(
        _ source: Span<UInt8>, _ dispatcher: inout XMLDispatcher, _ handler: inout Handler
    ) -> Bool {
        if source.starts(with: "<!--", at: position) {
            guard let end = source.firstIndex(of: "-->", from: position + 4) else { return false }
            position = end + 3
            return true
        }
        guard !open.isEmpty, source.starts(with: "<![CDATA[", at: position) else { return false }
        let start = position + 9
        let end = nextSectionEnd(source, from: start)
        guard end < source.count else { return false }
        position = start
        if hasCarriageReturns, source.extracting(start..<end).firstIndex(of: UInt8(ascii: "\r")) != nil {
            guard handOnResolved(source, start..<end, isSection: true, until: end, &dispatcher, &handler) else {
                return false
            }
        } else if start < end {
            dispatcher.text(source.extracting(start..<end), for: &handler)
        }
        position = end + 3
        return true
    }

    /// Where the next `]]>` stands, or the end; linear over all calls with growing `start`.
    private mutating func nextSectionEnd(_ source: Span<UInt8>, from start: Int) -> Int {
        if sectionEnd < start { sectionEnd = source.firstIndex(of: "]]>", from: start) ?? source.count }
        return sectionEnd
    }
}
