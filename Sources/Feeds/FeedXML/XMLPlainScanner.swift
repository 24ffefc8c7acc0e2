import FeedText

/// Reads the plain, well-formed UTF-8 document that nearly every feed is, straight from its bytes.
///
/// It gives up at the first thing that it isn't sure of: then repair and libxml2 read the document from its beginning,
/// and the dispatcher swallows what the handler has had already. No allocation per event; text without references is
/// handed on where it lies.
///
/// Of a large document the source may be a part that moves on (`XMLWindow`): then the scanner stops in front of what it
/// can't be sure of before it has seen more.
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
    /// How far into the document the source begins.
    private(set) var base = 0
    /// Whether the source goes as far as the document.
    var isAtEnd = true
    /// Whether there are carriage returns, which are to become line feeds (XML 1.0 §2.11).
    let hasCarriageReturns: Bool
    private var hasBegun = false
    private var tags = 0
    /// Where the next `]]>` stands, the end if there is none; behind `position` it is not known.
    private var sectionEnd = -1

    init(vocabulary: XMLVocabulary, limits: XMLLimits, hasCarriageReturns: Bool) {
        self.vocabulary = vocabulary
        self.limits = limits
        self.hasCarriageReturns = hasCarriageReturns
        open.reserveCapacity(8)
        attributes.reserveCapacity(8)
    }

    /// Reads a text from `position` on, all of whose characters XML allows.
    /// - Returns: false if the scanner stands before something that it isn't sure of, or at the end of a part.
    mutating func scan<Handler: XMLEventHandler & ~Copyable>(
        _ source: Span<UInt8>, with dispatcher: inout XMLDispatcher, into handler: inout Handler
    ) -> Bool {
        guard hasBegun || skipProlog(source) else { return false }
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
        return isAtEnd && hasRoot && open.isEmpty
    }

    /// Moves on to another part of the document: the names of the open elements, then what follows `position`.
    mutating func move(to names: [Range<Int>]) {
        let length = names.last?.upperBound ?? 0
        open = names
        base += position - length
        position = length
        sectionEnd = -1
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
        var start = source.starts(with: "\u{FEFF}") ? 3 : 0
        if source.starts(with: "<?xml", at: start), start + 5 < source.count, source[start + 5].isXMLSpace {
            guard let end = source.firstIndex(of: UInt8(ascii: ">"), from: start), source[end - 1] == UInt8(ascii: "?")
            else { return false }
            start = end + 1
        }
        hasBegun = true
        position = start
        return true
    }

    /// Hands on the text up to the next `<`.
    private mutating func scanText<Handler: XMLEventHandler & ~Copyable>(
        _ source: Span<UInt8>, _ dispatcher: inout XMLDispatcher, _ handler: inout Handler
    ) -> Bool {
        if open.isEmpty {
            let end = source.firstIndex(of: UInt8(ascii: "<"), from: position) ?? source.count
            guard isAtEnd || end + 5 <= source.count, hasRoot || !source.starts(with: "<?xml", at: end) else {
                return false
            }
            while position < end, source[position].isXMLSpace { position += 1 }
            return position == end
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
