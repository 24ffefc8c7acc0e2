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
    var scratch: [UInt8] = []
    var hasRoot = false
    var position = 0

    init(vocabulary: XMLVocabulary, limits: XMLLimits) {
        self.vocabulary = vocabulary
        self.limits = limits
    }

    /// Reads a whole text.
    /// - Returns: false if the scanner gave up.
    mutating func scan<Handler: XMLEventHandler & ~Copyable>(
        _ source: Span<UInt8>, with dispatcher: inout XMLDispatcher, into handler: inout Handler
    ) -> Bool {
        guard skipProlog(source) else { return false }
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
        /// Where the value lies: in the source, or in `scratch` if it had references.
        var value: Range<Int>
        var isInScratch: Bool
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
        let end = source.firstIndex(of: UInt8(ascii: "<"), from: position) ?? source.count
        if open.isEmpty {
            while position < end, source[position].isXMLSpace { position += 1 }
            return position == end && (hasRoot || !source.starts(with: "<?xml", at: end))
        }
        guard end < source.count else { return false }
        let special = source.firstSpecial(in: position..<end)
        if special == end {
            dispatcher.text(source.extracting(position..<end), for: &handler)
        } else {
            guard handOn(source, position..<end, firstSpecial: special, isSection: false, &dispatcher, &handler)
            else { return false }
        }
        position = end
        return true
    }

    /// Hands on text, references resolved and line ends made `\n`; false if it isn't plain.
    private mutating func handOn<Handler: XMLEventHandler & ~Copyable>(
        _ source: Span<UInt8>, _ range: Range<Int>, firstSpecial: Int, isSection: Bool,
        _ dispatcher: inout XMLDispatcher, _ handler: inout Handler
    ) -> Bool {
        scratch.removeAll(keepingCapacity: true)
        var start = range.lowerBound
        var special = firstSpecial
        while special < range.upperBound {
            var next = special + 1
            switch source[special] {
            case UInt8(ascii: "&") where !isSection:
                gather(source.extracting(start..<special), &dispatcher, &handler)
                guard let end = appendReference(source, at: special) else { return false }
                next = end
                start = end
            case UInt8(ascii: "\r"):
                gather(source.extracting(start..<special), &dispatcher, &handler)
                if next == range.upperBound || source[next] != UInt8(ascii: "\n") { scratch.append(UInt8(ascii: "\n")) }
                start = next
            case UInt8(ascii: "]") where !isSection:
                if source.starts(with: "]]>", at: special) { return false }
            case UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "&"), UInt8(ascii: "]"): break
            case 0xBF:
                if special > 0, source[special - 1] == 0xEF, next < source.count, source[next] >= 0xBE { return false }
            default: return false
            }
            special = source.firstSpecial(in: next..<range.upperBound)
        }
        gather(source.extracting(start..<range.upperBound), &dispatcher, &handler)
        if !scratch.isEmpty { dispatcher.text(scratch.span, for: &handler) }
        return true
    }

    /// How much of a text is gathered before it is handed on, in bytes.
    private static var pieceLength: Int { 64 << 10 }

    /// Appends text to `scratch`; what would make it long is handed on where it lies.
    private mutating func gather<Handler: XMLEventHandler & ~Copyable>(
        _ text: Span<UInt8>, _ dispatcher: inout XMLDispatcher, _ handler: inout Handler
    ) {
        guard scratch.count + text.count > XMLPlainScanner.pieceLength else {
            scratch.append(copying: text)
            return
        }
        if !scratch.isEmpty { dispatcher.text(scratch.span, for: &handler) }
        scratch.removeAll(keepingCapacity: true)
        dispatcher.text(text, for: &handler)
    }

    /// Appends what a reference stands for that XML itself knows.
    mutating func appendReference(_ source: Span<UInt8>, at position: Int) -> Int? {
        guard let end = XMLReference.properEnd(at: position, in: source) else { return nil }
        switch source[position + 1] {
        case UInt8(ascii: "l"): scratch.append(UInt8(ascii: "<"))
        case UInt8(ascii: "g"): scratch.append(UInt8(ascii: ">"))
        case UInt8(ascii: "q"): scratch.append(UInt8(ascii: "\""))
        case UInt8(ascii: "a"):
            scratch.append(source[position + 2] == UInt8(ascii: "m") ? UInt8(ascii: "&") : UInt8(ascii: "'"))
        default:
            guard HTMLEntities.appendReference(at: position, of: source, to: &scratch) == end else { return nil }
        }
        return end
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
        guard let end = source.firstIndex(of: "]]>", from: start) else { return false }
        let special = source.firstSpecial(in: start..<end)
        if special == end {
            if start < end { dispatcher.text(source.extracting(start..<end), for: &handler) }
        } else {
            guard handOn(source, start..<end, firstSpecial: special, isSection: true, &dispatcher, &handler)
            else { return false }
        }
        position = end + 3
        return true
    }
}

extension UInt8 {
    fileprivate var isSpecialInText: Bool {
        switch self {
        case UInt8(ascii: "\n"), UInt8(ascii: "\t"): false
        case ..<0x20, UInt8(ascii: "&"), UInt8(ascii: "]"), 0xBF: true
        default: false
        }
    }
}

extension Span<UInt8> {
    /// The first byte in a range that text doesn't hold as a rule: `&`, `]`, 0xBF and everything below a space.
    ///
    /// Looks at eight bytes at a time. 0xBF is the second byte of the characters that XML forbids, U+FFFE and U+FFFF.
    func firstSpecial(in range: Range<Int>) -> Int {
        var at = range.lowerBound
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        unsafe withUnsafeBytes { buffer in
            words: while at + 8 <= range.upperBound {
                let word = unsafe buffer.loadUnaligned(fromByteOffset: at, as: UInt64.self)
                let controls = (word &- ones &* 0x20) & ~word
                let ampersand = word ^ (ones &* 0x26)
                let bracket = word ^ (ones &* 0x5D)
                let noncharacter = word ^ (ones &* 0xBF)
                let found =
                    controls | ((ampersand &- ones) & ~ampersand) | ((bracket &- ones) & ~bracket)
                    | ((noncharacter &- ones) & ~noncharacter)
                if found & highs != 0 {
                    // Far more often than not it is a line feed, or a borrow from the byte below.
                    for index in at..<at + 8 where self[index].isSpecialInText {
                        at = index
                        break words
                    }
                }
                at += 8
            }
        }
        while at < range.upperBound, !self[at].isSpecialInText { at += 1 }
        return at
    }
}
