import FeedText

/// Makes a well-formed, bounded XML text of UTF-8 bytes by the repairs that are plainly meant, in one pass.
///
/// libxml2's own recovery silently eats text: `D&D` becomes `D`, `Caf&eacute;` becomes `Caf`. So what it is given has
/// nothing left to recover from: bare `&` and `<` are escaped, HTML's entity names and the document's own entities
/// are their characters, forbidden control characters are dropped, end tags balance, the DOCTYPE, comments and
/// processing instructions are gone. Whatever is changed but for these last two is a diagnostic.
///
/// What the end of the text cuts off stays open: no end tags are made up for it.
struct XMLRepairer {
    let vocabulary: XMLVocabulary
    let limits: XMLLimits

    var result = XMLRepair()
    private var output: [UInt8] = []
    /// The source up to here is in `output`.
    var copied = 0
    var open: [OpenElement] = []
    var tag = XMLTagScan()
    /// The document's own entities: their names and replacement texts.
    var entities: [String: [UInt8]] = [:]
    /// How many bytes the entities have brought.
    var entityText = 0
    var declaredNamespaces = 0
    /// Where the root's end tag is still to come although one has been read; nil until one has been read.
    var rootEnds: RootEnds?
    /// Which records have fewer end tags than start tags.
    var recordsLackingEnds: [String: Bool] = [:]
    /// How many bytes were looked at ahead of elements, which may lack their end tags.
    var lookedAhead = 0
    /// The next tag of a record behind the last one that ends itself and yet may be followed by what it holds.
    var nextRecordTag: XMLTagPairs.Tag?
    /// Where each mark stands next, -1 where that is not known, so that a mark that is missing is searched for once.
    private var nextMarks = [-1, -1, -1, -1]

    init(vocabulary: XMLVocabulary, limits: XMLLimits) {
        self.vocabulary = vocabulary
        self.limits = limits
        tag.attributeLimit = limits.attributes
        result.diagnostics = XMLDiagnostics(limit: limits.diagnostics)
    }

    /// The well-formed text for a source, which must be valid UTF-8.
    static func repair(_ source: Span<UInt8>, vocabulary: XMLVocabulary, limits: XMLLimits) -> XMLRepair {
        if let repair = repairWithoutControls(source, vocabulary: vocabulary, limits: limits) { return repair }
        var repairer = XMLRepairer(vocabulary: vocabulary, limits: limits)
        repairer.run(source)
        return repairer.result
    }

    /// The next position of a mark from `start` on; linear over all calls with growing `start`.
    mutating func next(_ mark: Mark, from start: Int, in source: Span<UInt8>) -> Int? {
        if nextMarks[mark.rawValue] < start {
            nextMarks[mark.rawValue] = source.firstIndex(of: mark.literal, from: start) ?? .max
        }
        return nextMarks[mark.rawValue] == .max ? nil : nextMarks[mark.rawValue]
    }

    /// Puts `replacement` in the place of the source's bytes in `range`.
    mutating func replace(_ range: Range<Int>, of source: Span<UInt8>, with replacement: Span<UInt8>) {
        if output.isEmpty { output.reserveCapacity(source.count + source.count / 8) }
        output.append(copying: source.extracting(copied..<range.lowerBound))
        output.append(copying: replacement)
        copied = range.upperBound
        let isExact = result.changes.count < XMLRepairer.exactChanges
        if isExact || copied - (result.changes.last?.source ?? 0) >= 1 << 10 {
            result.changes.append((output.count, copied))
        }
    }

    /// How many changes are mapped to the byte; of a document with more, offsets behind them are near.
    private static var exactChanges: Int { 1 << 20 }

    /// Leaves the source's bytes in `range` out.
    mutating func drop(_ range: Range<Int>, of source: Span<UInt8>) {
        let nothing: [UInt8] = []
        replace(range, of: source, with: nothing.span)
    }
}

extension XMLRepairer {
    /// What ends a construct.
    enum Mark: Int {
        case tagEnd
        case commentEnd
        case instructionEnd
        case sectionEnd

        var literal: StaticString {
            switch self {
            case .tagEnd: ">"
            case .commentEnd: "-->"
            case .instructionEnd: "?>"
            case .sectionEnd: "]]>"
            }
        }
    }

    struct OpenElement {
        var name: Range<Int>
        /// How many declarations of namespaces were in force before this element's own.
        var declaredNamespaces: Int
    }

    mutating func run(_ source: Span<UInt8>) {
        var position = skipProlog(source)
        if let root = XMLRootSearch.start(in: source, from: position, vocabulary: vocabulary), root > position {
            result.diagnostics.note(.prolog, at: position, "what stands before the root element was dropped")
            position = skipProlog(source, from: root)
        }
        result.start = position
        copied = position
        while position < source.count {
            if source[position] != UInt8(ascii: "<") {
                position = open.isEmpty ? afterOutside(source, from: position) : afterText(source, from: position)
            } else if let next = markup(source, at: position) {
                position = next
            } else {
                position = afterBareLessThan(source, at: position)
            }
        }
        if !open.isEmpty, rootEnds?.hasDroppedOne == true {
            let tags = closingAll(source)
            replace(source.count..<source.count, of: source, with: tags.span)
            result.isComplete = true
        } else if !open.isEmpty {
            let names = open.suffix(3).map { String(copying: source.extracting($0.name)) }.joined(separator: ", ")
            result.diagnostics.note(.unclosed, at: source.count, "the text ends before the end tags of: \(names)")
            // libxml2 hands on text only when it sees what follows.
            replace(source.count..<source.count, of: source, with: "<!---->".utf8.span)
        }
        if !result.changes.isEmpty {
            output.append(copying: source.extracting(copied...))
            result.bytes = output
        }
    }

    /// Skips what may stand before the root element without being part of the text.
    private mutating func skipProlog(_ source: Span<UInt8>, from start: Int = 0) -> Int {
        var position = source.starts(with: "\u{FEFF}", at: start) ? start + 3 : start
        let start = position
        while position < source.count, source[position].isXMLSpace { position += 1 }
        guard source.starts(with: "<?xml", at: position), position + 5 < source.count,
            source[position + 5].isXMLSpace || source[position + 5] == UInt8(ascii: "?"),
            let end = next(.tagEnd, from: position, in: source)
        else { return position }
        if position > start {
            result.diagnostics.note(.prolog, at: start, "white space stands before the XML declaration")
        }
        if source[end - 1] != UInt8(ascii: "?") {
            result.diagnostics.note(.prolog, at: end, "the XML declaration does not end in \"?>\"")
        }
        return end + 1
    }

    /// Drops text outside the root element.
    private mutating func afterOutside(_ source: Span<UInt8>, from start: Int) -> Int {
        var position = start
        while position < source.count, source[position].isXMLSpace { position += 1 }
        guard position < source.count, source[position] != UInt8(ascii: "<") else { return position }
        let end = source.firstIndex(of: UInt8(ascii: "<"), from: position) ?? source.count
        result.diagnostics.note(.trailing, at: position, "text outside the root element was dropped")
        drop(position..<end, of: source)
        return end
    }

    private mutating func afterBareLessThan(_ source: Span<UInt8>, at position: Int) -> Int {
        if open.isEmpty {
            result.diagnostics.note(.trailing, at: position, "text outside the root element was dropped")
            drop(position..<position + 1, of: source)
        } else {
            result.diagnostics.note(
                .lessThan, at: position, reading: "&lt;", "a \"<\" that begins no tag was read as text")
            replace(position..<position + 1, of: source, with: "&lt;".utf8.span)
        }
        return position + 1
    }

    /// Reads text up to the next `<` or the end, repairing what isn't XML.
    private mutating func afterText(_ source: Span<UInt8>, from start: Int) -> Int {
        let end = source.firstIndex(of: UInt8(ascii: "<"), from: start) ?? source.count
        var position = source.firstSpecial(in: start..<end)
        while position < end {
            switch source[position] {
            case UInt8(ascii: "&"):
                position = afterReference(source, at: position)
            case UInt8(ascii: "]") where source.starts(with: "]]>", at: position):
                result.diagnostics.note(
                    .cdata, at: position, reading: "]]&gt;", "a \"]]>\" outside a CDATA section was read as text")
                replace(position..<position + 3, of: source, with: "]]&gt;".utf8.span)
                position += 3
            default:
                position = afterControl(source, at: position)
            }
            position = position < end ? source.firstSpecial(in: position..<end) : end
        }
        return end
    }

    /// Drops the character at or around `position` if XML forbids it, and makes a line end `\n`.
    mutating func afterControl(_ source: Span<UInt8>, at position: Int) -> Int {
        let byte = source[position]
        if byte == UInt8(ascii: "\r") {
            // Line ends are `\n` (XML 1.0 §2.11); libxml2 leaves those in CDATA sections as they are.
            if position + 1 < source.count, source[position + 1] == UInt8(ascii: "\n") {
                drop(position..<position + 1, of: source)
            } else {
                replace(position..<position + 1, of: source, with: "\n".utf8.span)
            }
        } else if byte < 0x20, !byte.isXMLSpace {
            result.diagnostics.note(.controlCharacter, at: position, "the control character \(byte) was dropped")
            drop(position..<position + 1, of: source)
        } else if byte == 0xBF, position > 0, source.isNoncharacter(at: position - 1), copied < position {
            result.diagnostics.note(.controlCharacter, at: position - 1, "a character that is none was dropped")
            drop(position - 1..<position + 2, of: source)
            return position + 2
        }
        return position + 1
    }

    /// Reads what begins with the `<` at `position`; nil if it is no markup.
    private mutating func markup(_ source: Span<UInt8>, at position: Int) -> Int? {
        guard position + 1 < source.count else { return nil }
        switch source[position + 1] {
        case UInt8(ascii: "/"): return afterEndTag(source, at: position)
        case UInt8(ascii: "?"): return afterInstruction(source, at: position)
        case UInt8(ascii: "!"): return afterDeclaration(source, at: position)
        default: return afterStartTag(source, at: position)
        }
    }
}
