import FeedText

extension XMLPlainScanner {
    mutating func scanEndTag(_ source: Span<UInt8>) -> Bool {
        guard let name = open.last else { return false }
        let start = position + 2
        let nameEnd = start + name.count
        guard nameEnd < source.count else { return false }
        for index in 0..<name.count where source[start + index] != source[name.lowerBound + index] { return false }
        var end = nameEnd
        while end < source.count, source[end].isXMLSpace { end += 1 }
        guard end < source.count, source[end] == UInt8(ascii: ">") else { return false }
        open.removeLast()
        position = end + 1
        return true
    }

    mutating func scanStartTag<Handler: XMLEventHandler & ~Copyable>(
        _ source: Span<UInt8>, _ dispatcher: inout XMLDispatcher, _ handler: inout Handler
    ) -> Bool {
        guard let nameEnd = asciiNameEnd(source, from: position + 1) else { return false }
        let name = position + 1..<nameEnd
        guard accepts(source, name) else { return false }
        attributes.removeAll(keepingCapacity: true)
        scratch.removeAll(keepingCapacity: true)
        var at = nameEnd
        var isEmpty = false
        while true {
            let space = at
            while at < source.count, source[at].isXMLSpace { at += 1 }
            guard at + 1 < source.count else { return false }
            if source[at] == UInt8(ascii: ">") { break }
            if source[at] == UInt8(ascii: "/") {
                guard source[at + 1] == UInt8(ascii: ">") else { return false }
                isEmpty = true
                at += 1
                break
            }
            guard at > space, let end = scanAttribute(source, at: at) else { return false }
            at = end
        }
        if !isEmpty, XMLRepairer.isVoid(source.extracting(name)) { return false }
        dispatcher.beginTag(source.extracting(name), at: position)
        for attribute in attributes {
            let name = source.extracting(attribute.name)
            if attribute.isInScratch {
                dispatcher.attribute(name, value: scratch.span.extracting(attribute.value))
            } else {
                dispatcher.attribute(name, value: source.extracting(attribute.value))
            }
        }
        dispatcher.endTag(for: &handler)
        hasRoot = true
        position = at + 1
        if isEmpty { dispatcher.end(for: &handler) } else { open.append(name) }
        return true
    }

    /// Whether an element may begin here as far as the scanner is sure.
    private func accepts(_ source: Span<UInt8>, _ name: Range<Int>) -> Bool {
        let name = source.extracting(name)
        if open.isEmpty { return !hasRoot && (!vocabulary.hasRoots || vocabulary.isRoot(name)) }
        guard open.count < limits.depth else { return false }
        guard vocabulary.isRecord(name) else { return true }
        for element in open where source.extracting(element).isEqualIgnoringCase(name) { return false }
        return true
    }

    private func asciiNameEnd(_ source: Span<UInt8>, from start: Int) -> Int? {
        var at = start
        guard at < source.count, source[at].isNameStart, source[at] < 0x80, source[at] != UInt8(ascii: ":") else {
            return nil
        }
        while at < source.count, source[at].isNameByte {
            guard source[at] < 0x80 else { return nil }
            at += 1
        }
        return at < source.count && source[at - 1] != UInt8(ascii: ":") ? at : nil
    }

    /// Reads an attribute whose name begins at `start`.
    private mutating func scanAttribute(_ source: Span<UInt8>, at start: Int) -> Int? {
        guard attributes.count < limits.attributes, let nameEnd = asciiNameEnd(source, from: start) else { return nil }
        let name = start..<nameEnd
        for attribute in attributes where source.extracting(attribute.name).isEqual(source.extracting(name)) {
            return nil
        }
        var at = nameEnd
        while at < source.count, source[at].isXMLSpace { at += 1 }
        guard at < source.count, source[at] == UInt8(ascii: "=") else { return nil }
        at += 1
        while at < source.count, source[at].isXMLSpace { at += 1 }
        guard at < source.count, source[at] == UInt8(ascii: "\"") || source[at] == UInt8(ascii: "'"),
            let end = source.firstIndex(of: source[at], from: at + 1)
        else { return nil }
        let value = at + 1..<end
        var isPlain = true
        for index in value {
            let byte = source[index]
            if byte == UInt8(ascii: "<") { return nil }
            if byte < 0x20 || byte == UInt8(ascii: "&") || byte == 0xBF { isPlain = false }
        }
        if isPlain {
            attributes.append(Attribute(name: name, value: value, isInScratch: false))
        } else {
            let lower = scratch.count
            guard appendValue(source, value) else { return nil }
            attributes.append(Attribute(name: name, value: lower..<scratch.count, isInScratch: true))
        }
        return end + 1
    }

    /// Appends an attribute's value to `scratch`, references resolved and white space made spaces (XML 1.0 §3.3.3).
    private mutating func appendValue(_ source: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var at = range.lowerBound
        while at < range.upperBound {
            let byte = source[at]
            if byte == UInt8(ascii: "&") {
                guard let end = appendReference(source, at: at), end <= range.upperBound else { return false }
                at = end
                continue
            }
            if byte == UInt8(ascii: "\r"), at + 1 < range.upperBound, source[at + 1] == UInt8(ascii: "\n") {
                at += 1
                continue
            }
            if byte < 0x20, !byte.isXMLSpace { return false }
            if byte == 0xBF, source.isNoncharacter(at: at - 1) { return false }
            scratch.append(byte.isXMLSpace ? UInt8(ascii: " ") : byte)
            at += 1
        }
        return true
    }
}
