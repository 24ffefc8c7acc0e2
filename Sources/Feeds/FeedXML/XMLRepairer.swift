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
    private var copied = 0
    private var open: [OpenElement] = []
    private var tag = XMLTagScan()
    /// The document's own entities: their names and replacement texts.
    var entities: [String: [UInt8]] = [:]
    /// How many bytes the entities have brought.
    var entityText = 0
    private var declaredNamespaces = 0
    /// Which records have fewer end tags than start tags.
    private var recordsLackingEnds: [String: Bool] = [:]
    /// Where each mark stands next, -1 where that is not known, so that a mark that is missing is searched for once.
    private var nextMarks = [-1, -1, -1, -1]

    init(vocabulary: XMLVocabulary, limits: XMLLimits) {
        self.vocabulary = vocabulary
        self.limits = limits
    }

    /// The well-formed text for a source, which must be valid UTF-8.
    static func repair(_ source: Span<UInt8>, vocabulary: XMLVocabulary, limits: XMLLimits) -> XMLRepair {
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
        result.changes.append((output.count, copied))
    }

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

    private struct OpenElement {
        var name: Range<Int>
        /// How many declarations of namespaces were in force before this element's own.
        var declaredNamespaces: Int
    }

    private mutating func run(_ source: Span<UInt8>) {
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
        if !open.isEmpty {
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
        var position = source.hasPrefix("\u{FEFF}", at: start) ? start + 3 : start
        let start = position
        while position < source.count, source[position].isXMLSpace { position += 1 }
        guard source.hasPrefix("<?xml", at: position), position + 5 < source.count,
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
            result.diagnostics.note(.lessThan, at: position, "a \"<\" that begins no tag was read as text")
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
            case UInt8(ascii: "]") where source.hasPrefix("]]>", at: position):
                result.diagnostics.note(.cdata, at: position, "a \"]]>\" outside a CDATA section was read as text")
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
    private mutating func afterControl(_ source: Span<UInt8>, at position: Int) -> Int {
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

    private mutating func afterInstruction(_ source: Span<UInt8>, at position: Int) -> Int? {
        guard let end = next(.instructionEnd, from: position + 2, in: source) else {
            guard let end = next(.tagEnd, from: position, in: source) else { return nil }
            result.diagnostics.note(
                .processingInstruction, at: position, "a processing instruction without its \"?>\" was dropped")
            drop(position..<end + 1, of: source)
            return end + 1
        }
        drop(position..<end + 2, of: source)
        return end + 2
    }

    private mutating func afterDeclaration(_ source: Span<UInt8>, at position: Int) -> Int? {
        if source.hasPrefix("<!--", at: position) { return afterComment(source, at: position) }
        if source.hasPrefix("<![CDATA[", at: position) { return afterCDATA(source, at: position) }
        guard position + 2 < source.count, source[position + 2].isNameStart else { return nil }
        guard let end = afterDoctype(source, at: position) else { return nil }
        drop(position..<end, of: source)
        return end
    }

    private mutating func afterComment(_ source: Span<UInt8>, at position: Int) -> Int? {
        var end = next(.commentEnd, from: position + 4, in: source).map { $0 + 3 }
        if end == nil {
            end = next(.tagEnd, from: position, in: source).map { $0 + 1 }
            result.diagnostics.note(.comment, at: position, "a comment without its \"-->\" was ended at the next \">\"")
        }
        guard let end else { return nil }
        drop(position..<end, of: source)
        return end
    }

    private mutating func afterCDATA(_ source: Span<UInt8>, at position: Int) -> Int? {
        let start = position + 9
        guard !open.isEmpty else {
            let end = next(.sectionEnd, from: start, in: source).map { $0 + 3 } ?? source.count
            result.diagnostics.note(.trailing, at: position, "a CDATA section outside the root element was dropped")
            drop(position..<end, of: source)
            return end
        }
        let close = next(.sectionEnd, from: start, in: source)
        if close == nil {
            result.diagnostics.note(
                .cdata, at: position, "a CDATA section without its \"]]>\" was ended with its element")
        }
        guard let end = close ?? endOfUnclosedCDATA(source, from: start) else {
            drop(position..<source.count, of: source)
            return source.count
        }
        var at = source.firstSpecial(in: start..<end)
        while at < end {
            at = afterControl(source, at: at)
            at = at < end ? source.firstSpecial(in: at..<end) : end
        }
        guard close == nil else { return end + 3 }
        replace(end..<end, of: source, with: "]]>".utf8.span)
        return end
    }

    /// Where a CDATA section that never ends should have: before the next end tag of the open element.
    private func endOfUnclosedCDATA(_ source: Span<UInt8>, from start: Int) -> Int? {
        guard let element = open.last else { return nil }
        var position = start
        while let found = source.firstIndex(of: "</", from: position) {
            if let end = XMLTagScan.nameEnd(in: source, from: found + 2),
                source.extracting(found + 2..<end).isEqualIgnoringCase(source.extracting(element.name))
            {
                return found
            }
            position = found + 2
        }
        return nil
    }

    private mutating func afterEndTag(_ source: Span<UInt8>, at position: Int) -> Int? {
        guard let nameEnd = XMLTagScan.nameEnd(in: source, from: position + 2) else {
            guard position + 2 < source.count, source[position + 2] == UInt8(ascii: ">") else { return nil }
            result.diagnostics.note(.endTag, at: position, "an end tag without a name was dropped")
            drop(position..<position + 3, of: source)
            return position + 3
        }
        let name = source.extracting(position + 2..<nameEnd)
        var end = nameEnd
        while end < source.count, source[end].isXMLSpace { end += 1 }
        let isProper = end < source.count && source[end] == UInt8(ascii: ">")
        if !isProper {
            while end < source.count, source[end] != UInt8(ascii: ">"), source[end] != UInt8(ascii: "<") { end += 1 }
            guard end < source.count else { return cutOff(source, at: position) }
            result.diagnostics.note(.endTag, at: position, "what follows the name in the end tag was dropped")
        }
        if source[end] == UInt8(ascii: ">") { end += 1 }
        guard let depth = depth(of: name, in: source) else {
            if !XMLRepairer.isVoid(name) {
                result.diagnostics.note(
                    .endTag, at: position, "the end tag of \"\(String(copying: name))\" ends nothing; it was dropped")
            }
            drop(position..<end, of: source)
            return end
        }
        if isProper, depth == open.count - 1, source.extracting(open[depth].name).isEqual(name) {
            pop()
        } else {
            replace(position..<position, of: source, with: closing(downTo: depth, at: position, by: name, source).span)
            drop(position..<end, of: source)
        }
        if open.isEmpty { result.isComplete = true }
        return end
    }

    /// The place among the open elements of the one that an end tag ends.
    private func depth(of name: Span<UInt8>, in source: Span<UInt8>) -> Int? {
        for depth in open.indices.reversed() where source.extracting(open[depth].name).isEqual(name) { return depth }
        for depth in open.indices.reversed()
        where source.extracting(open[depth].name).isEqualIgnoringCase(name) { return depth }
        return nil
    }

    /// The end tags of all open elements down to a depth, which are thereby no longer open.
    private mutating func closing(
        downTo depth: Int, at position: Int, by name: Span<UInt8>, _ source: Span<UInt8>
    ) -> [UInt8] {
        var tags: [UInt8] = []
        while open.count > depth {
            guard let element = open.last else { break }
            let written = source.extracting(element.name)
            if open.count - 1 > depth || !written.isEqualIgnoringCase(name) {
                result.diagnostics.note(
                    .endTag, at: position,
                    "the end tag of \"\(String(copying: written))\" is missing before that of \"\(String(copying: name))\""
                )
            }
            tags.append("</")
            tags.append(copying: written)
            tags.append(">")
            pop()
        }
        return tags
    }

    private mutating func pop() {
        if let element = open.popLast() { declaredNamespaces = element.declaredNamespaces }
    }

    private mutating func cutOff(_ source: Span<UInt8>, at position: Int) -> Int {
        result.diagnostics.note(.unclosed, at: position, "the text ends within a tag")
        drop(position..<source.count, of: source)
        return source.count
    }

    private mutating func afterStartTag(_ source: Span<UInt8>, at position: Int) -> Int? {
        switch tag.scan(source, at: position) {
        case .noTag: return nil
        case .cutOff: return cutOff(source, at: position)
        case .tag: break
        }
        let name = source.extracting(tag.name)
        if open.isEmpty, result.isComplete {
            result.diagnostics.note(.trailing, at: position, "an element behind the root element was dropped")
            drop(position..<tag.end, of: source)
            return tag.end
        }
        closeRecord(before: name, at: position, source)
        if open.count >= limits.depth {
            result.diagnostics.note(
                .limit, at: position, "elements nest deeper than \(limits.depth); the tag was dropped")
            drop(position..<tag.end, of: source)
            return tag.end
        }
        let outerNamespaces = declaredNamespaces
        let closesItself = !tag.isEmpty && XMLRepairer.isVoid(name)
        if closesItself || !isWellFormed(tag, source) {
            let rewritten = rewritten(source, at: position, closesItself: closesItself)
            replace(position..<tag.end, of: source, with: rewritten.span)
        }
        if !tag.isEmpty, !closesItself {
            open.append(OpenElement(name: tag.name, declaredNamespaces: outerNamespaces))
        } else {
            declaredNamespaces = outerNamespaces
            if open.isEmpty { result.isComplete = true }
        }
        return tag.end
    }

    /// Ends an element that never holds another of its name where another begins.
    private mutating func closeRecord(before name: Span<UInt8>, at position: Int, _ source: Span<UInt8>) {
        guard vocabulary.isRecord(name), let depth = depth(of: name, in: source), lacksEnds(of: name, source)
        else { return }
        let written = source.extracting(open[depth].name)
        result.diagnostics.note(
            .endTag, at: position, "the end tag of \"\(String(copying: written))\" is missing before the next one")
        let tags = closing(downTo: depth, at: position, by: name, source)
        replace(position..<position, of: source, with: tags.span)
    }

    /// Whether a tag is XML as it stands: proper, its attributes few and distinct, their values text.
    private mutating func isWellFormed(_ tag: XMLTagScan, _ source: Span<UInt8>) -> Bool {
        guard tag.isProper, tag.attributes.count <= limits.attributes else { return false }
        for index in tag.attributes.indices {
            let name = source.extracting(tag.attributes[index].name)
            for earlier in 0..<index where source.extracting(tag.attributes[earlier].name).isEqual(name) {
                return false
            }
            var position = tag.attributes[index].value.lowerBound
            while position < tag.attributes[index].value.upperBound {
                let byte = source[position]
                if byte == UInt8(ascii: "&") {
                    guard let end = XMLReference.properEnd(at: position, in: source) else { return false }
                    position = end
                } else if byte < 0x20, !byte.isXMLSpace {
                    return false
                } else if byte == 0xEF, source.isNoncharacter(at: position) {
                    return false
                } else {
                    position += 1
                }
            }
            if name.hasPrefix("xmlns") {
                guard declaredNamespaces < limits.namespaces else { return false }
                declaredNamespaces += 1
            }
        }
        return true
    }

    /// Whether the whole text has fewer end tags than start tags of a name; counted once for each name.
    private mutating func lacksEnds(of name: Span<UInt8>, _ source: Span<UInt8>) -> Bool {
        let key = String(copying: name)
        if let known = recordsLackingEnds[key] { return known }
        var begun = 0
        var position = 0
        while let found = source.firstIndex(of: UInt8(ascii: "<"), from: position) {
            position = found + 1
            let isEnd = position < source.count && source[position] == UInt8(ascii: "/")
            if isEnd { position += 1 }
            guard let end = XMLTagScan.nameEnd(in: source, from: position) else { continue }
            if source.extracting(position..<end).isEqual(name) { begun += isEnd ? -1 : 1 }
            if !isEnd, begun > 0, tagEndsItself(source, from: end) { begun -= 1 }
        }
        recordsLackingEnds[key] = begun > 0
        return begun > 0
    }

    private func tagEndsItself(_ source: Span<UInt8>, from nameEnd: Int) -> Bool {
        source.hasPrefix("/>", at: nameEnd) || source.hasPrefix(" />", at: nameEnd)
    }

    /// The tag as it should have been written.
    private mutating func rewritten(_ source: Span<UInt8>, at position: Int, closesItself: Bool) -> [UInt8] {
        if !tag.isProper || closesItself {
            result.diagnostics.note(
                .startTag, at: position,
                "the tag \"\(String(copying: source.extracting(tag.name)))\" is not written as XML wants it; it was read as meant"
            )
        }
        var bytes: [UInt8] = [UInt8(ascii: "<")]
        bytes.append(copying: source.extracting(tag.name))
        var kept: [Range<Int>] = []
        for attribute in tag.attributes {
            let name = source.extracting(attribute.name)
            guard kept.count < limits.attributes else {
                result.diagnostics.note(
                    .limit, at: attribute.name.lowerBound,
                    "the tag has more than \(limits.attributes) attributes; the rest was dropped")
                break
            }
            guard XMLTagScan.nameEnd(in: source, from: attribute.name.lowerBound) == attribute.name.upperBound,
                !kept.contains(where: { source.extracting($0).isEqual(name) })
            else {
                result.diagnostics.note(
                    .attribute, at: attribute.name.lowerBound,
                    "the attribute \"\(String(copying: name.extracting(first: 64)))\" is given twice or is none; it was dropped"
                )
                continue
            }
            if name.hasPrefix("xmlns") {
                guard declaredNamespaces < limits.namespaces else { continue }
                declaredNamespaces += 1
            }
            kept.append(attribute.name)
            bytes.append(UInt8(ascii: " "))
            bytes.append(copying: name)
            bytes.append("=\"")
            appendValue(source, attribute.value, to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(tag.isEmpty || closesItself ? "/>" : ">")
        return bytes
    }

    /// Appends an attribute's value as it may stand between double quotes.
    private mutating func appendValue(_ source: Span<UInt8>, _ range: Range<Int>, to bytes: inout [UInt8]) {
        var position = range.lowerBound
        while position < range.upperBound {
            let byte = source[position]
            switch byte {
            case UInt8(ascii: "&"):
                position = appendReference(source, at: position, before: range.upperBound, to: &bytes)
                continue
            case UInt8(ascii: "<"): bytes.append("&lt;")
            case UInt8(ascii: "\""): bytes.append("&quot;")
            case 0xEF where source.isNoncharacter(at: position), 0..<0x20 where !byte.isXMLSpace:
                result.diagnostics.note(.controlCharacter, at: position, "a control character was dropped")
                position += byte == 0xEF ? 3 : 1
                continue
            default: bytes.append(byte)
            }
            position += 1
        }
    }

    /// HTML elements without end tag that turn up in feeds' markup as HTML has them; no feed has elements so named.
    static func isVoid(_ name: Span<UInt8>) -> Bool {
        switch name.count {
        case 2: name.isEqualIgnoringCase("br".utf8.span) || name.isEqualIgnoringCase("hr".utf8.span)
        case 3: name.isEqualIgnoringCase("img".utf8.span) || name.isEqualIgnoringCase("wbr".utf8.span)
        default: false
        }
    }
}
