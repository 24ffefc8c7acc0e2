import FeedText

/// A root element that ends before its time: entries stand behind it, or documents stand one behind the other.
extension XMLRepairer {
    /// What stands behind the first end tag of the root.
    struct RootEnds {
        /// Where the last record begins.
        var lastRecord: Int
        /// Where the last end tag of the root's name begins.
        var lastEnd: Int
        var hasDroppedOne = false
    }

    /// Whether records and another end tag of the root follow, so that this one ends nothing.
    mutating func endsTooEarly(_ name: Span<UInt8>, at position: Int, before end: Int, _ source: Span<UInt8>) -> Bool {
        let ends = rootEnds ?? rootEnds(name, from: end, source)
        rootEnds = ends
        guard end <= ends.lastRecord, ends.lastRecord < ends.lastEnd else { return false }
        rootEnds?.hasDroppedOne = true
        result.diagnostics.note(
            .endTag, at: position,
            "the end tag of \"\(String(copying: name))\" stands before the last entry; it was dropped")
        return true
    }

    private func rootEnds(_ name: Span<UInt8>, from start: Int, _ source: Span<UInt8>) -> RootEnds {
        var ends = RootEnds(lastRecord: -1, lastEnd: -1)
        var position = start
        while let found = source.firstIndex(of: UInt8(ascii: "<"), from: position) {
            position = found + 1
            let isEnd = position < source.count && source[position] == UInt8(ascii: "/")
            if isEnd { position += 1 }
            guard let nameEnd = XMLTagScan.nameEnd(in: source, from: position) else { continue }
            let tagName = source.extracting(position..<nameEnd)
            if isEnd, tagName.isEqualIgnoringCase(name) {
                ends.lastEnd = found
            } else if !isEnd, vocabulary.isRecord(tagName) {
                ends.lastRecord = found
            }
            position = nameEnd
        }
        return ends
    }

    /// The end tags of all that is open.
    mutating func closingAll(_ source: Span<UInt8>) -> [UInt8] {
        var tags: [UInt8] = []
        while let element = open.popLast() {
            tags.append("</")
            tags.append(copying: source.extracting(element.name))
            tags.append(">")
        }
        return tags
    }
}
