import FeedText

extension XMLRepairer {
    /// Reads the declaration (`<!DOCTYPE`, or any other) at `position`, and takes the entities of its internal subset.
    /// - Returns: the position behind it, or nil if it never ends.
    mutating func afterDoctype(_ source: Span<UInt8>, at position: Int) -> Int? {
        guard next(.tagEnd, from: position, in: source) != nil else { return nil }
        var at = position + 2
        var depth = 0
        while at < source.count {
            switch source[at] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let close = source.firstIndex(of: source[at], from: at + 1) else {
                    return unended(source, position)
                }
                at = close + 1
            case UInt8(ascii: "["):
                depth += 1
                at += 1
            case UInt8(ascii: "]"):
                depth -= 1
                at += 1
            case UInt8(ascii: ">") where depth <= 0:
                return at + 1
            case UInt8(ascii: "<") where depth > 0:
                guard let end = afterInternal(source, at: at) else { return unended(source, position) }
                at = end
            case UInt8(ascii: "<"):
                return unended(source, position)
            default:
                at += 1
            }
        }
        return unended(source, position)
    }

    private mutating func unended(_ source: Span<UInt8>, _ position: Int) -> Int? {
        result.diagnostics.note(.doctype, at: position, "a declaration that never ends was ended at the next \">\"")
        return next(.tagEnd, from: position, in: source).map { $0 + 1 }
    }

    /// Reads one declaration of the internal subset.
    private mutating func afterInternal(_ source: Span<UInt8>, at position: Int) -> Int? {
        if source.starts(with: "<!--", at: position) {
            return source.firstIndex(of: "-->", from: position + 4).map { $0 + 3 }
        }
        if source.starts(with: "<?", at: position) {
            return source.firstIndex(of: "?>", from: position + 2).map { $0 + 2 }
        }
        var literal: Range<Int>?
        var literals = 0
        var at = position + 1
        while at < source.count, source[at] != UInt8(ascii: ">") {
            if source[at] == UInt8(ascii: "\"") || source[at] == UInt8(ascii: "'") {
                guard let close = source.firstIndex(of: source[at], from: at + 1) else { return nil }
                literal = at + 1..<close
                literals += 1
                at = close
            }
            at += 1
        }
        guard at < source.count else { return nil }
        if source.starts(with: "<!ENTITY", at: position) { takeEntity(source, at: position, literal, literals) }
        return at + 1
    }

    private mutating func takeEntity(_ source: Span<UInt8>, at position: Int, _ literal: Range<Int>?, _ literals: Int) {
        var at = position + 8
        while at < source.count, source[at].isXMLSpace { at += 1 }
        guard let nameEnd = XMLTagScan.nameEnd(in: source, from: at) else { return }
        let name = String(copying: source.extracting(at..<nameEnd))
        at = nameEnd
        while at < source.count, source[at].isXMLSpace { at += 1 }
        guard let literal, literals == 1, literal.lowerBound == at + 1 else {
            result.diagnostics.note(.entity, at: position, "the external entity \"\(name)\" is not read")
            return
        }
        guard entities[name] == nil else { return }
        guard literal.count <= limits.entityText else {
            result.diagnostics.note(
                .limit, at: position,
                "the entity \"\(name)\" holds more than \(limits.entityText) bytes; it stays as it is written")
            return
        }
        var isNested = false
        entities[name] = text(ofLiteral: source.extracting(literal), isNested: &isNested)
        if isNested {
            result.diagnostics.note(
                .entity, at: position,
                "the entity \"\(name)\" refers to other entities, which stay in it as they are written")
        }
    }

    /// The text that an entity's literal stands for: references to characters resolved, to other entities not.
    private func text(ofLiteral literal: Span<UInt8>, isNested: inout Bool) -> [UInt8] {
        var text: [UInt8] = []
        var position = 0
        while position < literal.count {
            let byte = literal[position]
            if byte == UInt8(ascii: "&") {
                if position + 1 < literal.count, literal[position + 1] == UInt8(ascii: "#"),
                    let number = XMLReference.number(at: position, in: literal)
                {
                    if XMLReference.isAllowed(number.value) {
                        _ = HTMLEntities.appendReference(at: position, of: literal, to: &text)
                    }
                    position = number.end
                    continue
                }
                if let end = XMLReference.nameEnd(at: position, in: literal) {
                    if let expansion = HTMLEntities.expansion(ofName: literal.extracting(position + 1..<end)) {
                        expansion.append(to: &text)
                        position = end + 1
                        continue
                    }
                    isNested = true
                }
            }
            if byte >= 0x20 || byte.isXMLSpace { text.append(byte) }
            position += 1
        }
        return text
    }
}
