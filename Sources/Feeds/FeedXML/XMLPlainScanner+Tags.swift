import FeedText

extension XMLPlainScanner {
    mutating func scanEndTag(_ source: Span<UInt8>) -> Bool {
        guard let name = open.last else { return false }
        let start = position + 2
        let nameEnd = start + name.count
        guard nameEnd < source.count, source.extracting(start..<nameEnd).isEqual(source.extracting(name)) else {
            return false
        }
        var end = nameEnd
        while end < source.count, source[end].isXMLSpace { end += 1 }
        guard end < source.count, source[end] == UInt8(ascii: ">") else { return false }
        if open.count == 1, !isAtEnd || !endsPlainly(source, from: end + 1) { return false }
        open.removeLast()
        position = end + 1
        return true
    }

    /// Whether nothing but white space, comments and processing instructions follows: then the root really ends.
    private func endsPlainly(_ source: Span<UInt8>, from start: Int) -> Bool {
        var at = start
        while at < source.count {
            if source[at].isXMLSpace {
                at += 1
            } else if source.starts(with: "<!--", at: at), let end = source.firstIndex(of: "-->", from: at + 4) {
                at = end + 3
            } else if source.starts(with: "<?", at: at), let end = source.firstIndex(of: "?>", from: at + 2) {
                at = end + 2
            } else {
                return false
            }
        }
        return true
    }

    mutating func scanStartTag<Handler: XMLEventHandler & ~Copyable>(
        _ source: Span<UInt8>, _ dispatcher: inout XMLDispatcher, _ handler: inout Handler
    ) -> Bool {
        guard let nameEnd = asciiNameEnd(source, from: position + 1) else { return false }
        let range = position + 1..<nameEnd
        let name = dispatcher.tagName(source.extracting(range))
        guard accepts(source, range, isRecord: name.isRecord) else { return false }
        attributes.removeFew()
        // Emptying what is empty isn't free.
        if !values.isEmpty { values.removeAll(keepingCapacity: true) }
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
        if isEmpty ? name.isRecord : name.isVoid { return false }
        if name.isLine || name.isUnknown, !isEmpty, isDoubtful(name, source, range, endingAt: at + 1) { return false }
        dispatcher.beginTag(name, at: base + position)
        for attribute in attributes {
            let name = source.extracting(attribute.name)
            if attribute.isResolved {
                dispatcher.attribute(name, value: values.span.extracting(attribute.value))
            } else {
                dispatcher.attribute(name, value: source.extracting(attribute.value))
            }
        }
        dispatcher.endTag(for: &handler)
        hasRoot = true
        position = at + 1
        if isEmpty { dispatcher.end(for: &handler) } else { open.append(range) }
        return true
    }

    /// Whether an element may begin here as far as the scanner is sure.
    private func accepts(_ source: Span<UInt8>, _ range: Range<Int>, isRecord: Bool) -> Bool {
        if open.isEmpty {
            return !hasRoot && (!vocabulary.hasRoots || vocabulary.isRoot(source.extracting(range)))
        }
        guard open.count < limits.depth else { return false }
        guard isRecord else { return true }
        let name = source.extracting(range)
        for element in open where source.extracting(element).isEqualIgnoringCase(name) { return false }
        return true
    }

    private func asciiNameEnd(_ source: Span<UInt8>, from start: Int) -> Int? {
        guard start < source.count, source[start].isASCIINameByte, source[start].isNameStart,
            source[start] != UInt8(ascii: ":")
        else { return nil }
        var at = start + 1
        while at < source.count, source[at].isASCIINameByte { at += 1 }
        return at < source.count && source[at] < 0x80 && source[at - 1] != UInt8(ascii: ":") ? at : nil
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
        let special = source.firstSpecialInValue(value)
        if special == end {
            attributes.append(Attribute(name: name, value: value, isResolved: false))
        } else {
            let lower = values.count
            guard appendValue(source, value) else { return nil }
            attributes.append(Attribute(name: name, value: lower..<values.count, isResolved: true))
        }
        return end + 1
    }

    /// Appends an attribute's value to `values`, references resolved and white space made spaces (XML 1.0 §3.3.3).
    private mutating func appendValue(_ source: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var at = range.lowerBound
        while at < range.upperBound {
            let byte = source[at]
            if byte == UInt8(ascii: "<") { return false }
            if byte == UInt8(ascii: "&") {
                guard let (character, end) = XMLReference.character(at: at, in: source), end <= range.upperBound else {
                    return false
                }
                values.append(contentsOf: character.utf8)
                at = end
                continue
            }
            at += 1
            if byte == UInt8(ascii: "\r"), at < range.upperBound, source[at] == UInt8(ascii: "\n") { continue }
            values.append(byte.isXMLSpace ? UInt8(ascii: " ") : byte)
        }
        return true
    }
}

extension UInt8 {
    /// Whether an ASCII byte may stand in a name: a bit for each of the letters, digits, `-`, `.`, `:` and `_`.
    fileprivate var isASCIINameByte: Bool {
        let bits: UInt64 = self < 64 ? 0x07FF_6000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
        return self < 0x80 && bits >> UInt64(self & 63) & 1 != 0
    }
}

extension Span<UInt8> {
    /// The first byte of an attribute's value that doesn't stand for itself, or the end.
    fileprivate func firstSpecialInValue(_ range: Range<Int>) -> Int {
        var at = range.lowerBound
        return unsafe withUnsafeBytes { buffer in
            while range.upperBound - at >= 8 {
                let word = unsafe buffer.word(at: at)
                let marks =
                    word.marksOfControls | word.marks(of: UInt8(ascii: "&")) | word.marks(of: UInt8(ascii: "<"))
                if marks != 0 { return at + marks.firstMark }
                at += 8
            }
            while at < range.upperBound {
                let byte = unsafe buffer[at]
                if byte < 0x20 || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") { break }
                at += 1
            }
            return at
        }
    }
}
