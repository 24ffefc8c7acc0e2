import FeedText

/// Looks ahead for the tags that tell what a start tag is meant to be.
enum XMLTagPairs {
    /// How far a look ahead went, and what it saw.
    struct Outlook {
        /// Whether the element has its end tag before the record around it ends, or the text ends before both.
        var endsInTime: Bool
        /// The position behind what was looked at.
        var end: Int

        /// Whether it would be the same if more followed the source: neither a name nor a tag is cut off.
        func isSettled(in source: Span<UInt8>) -> Bool {
            end < source.count && source.firstIndex(of: UInt8(ascii: ">"), from: end) != nil
        }
    }

    /// Whether an element within a record has its own end tag before the record's.
    /// - Parameter start: the position behind its start tag.
    static func outlook(
        of name: Span<UInt8>, from start: Int, in source: Span<UInt8>, _ vocabulary: XMLVocabulary
    ) -> Outlook {
        var open = 1
        var records = 0
        var position = start
        while let tag = nextTag(in: source, from: position) {
            position = tag.name.upperBound
            let tagName = source.extracting(tag.name)
            if tagName.isEqualIgnoringCase(name) {
                if tag.isEnd { open -= 1 } else if !endsItself(source, from: position) { open += 1 }
                if open == 0 { return Outlook(endsInTime: true, end: position) }
            } else if vocabulary.isRecord(tagName) {
                if tag.isEnd { records -= 1 } else if !endsItself(source, from: position) { records += 1 }
                if records < 0 { return Outlook(endsInTime: false, end: position) }
            }
        }
        return Outlook(endsInTime: true, end: source.count)
    }

    /// A tag as far as its name.
    struct Tag {
        var name: Range<Int>
        var isEnd: Bool
    }

    /// The next tag from a position on; what CDATA sections and comments hold is none.
    static func nextTag(in source: Span<UInt8>, from start: Int) -> Tag? {
        var position = start
        while let found = source.firstIndex(of: UInt8(ascii: "<"), from: position) {
            position = found + 1
            if source.starts(with: "<![CDATA[", at: found) {
                guard let end = source.firstIndex(of: "]]>", from: found + 9) else { return nil }
                position = end + 3
            } else if source.starts(with: "<!--", at: found) {
                guard let end = source.firstIndex(of: "-->", from: found + 4) else { return nil }
                position = end + 3
            } else {
                let isEnd = position < source.count && source[position] == UInt8(ascii: "/")
                if isEnd { position += 1 }
                guard let end = XMLTagScan.nameEnd(in: source, from: position) else { continue }
                return Tag(name: position..<end, isEnd: isEnd)
            }
        }
        return nil
    }

    /// Whether the tag whose name ends at a position ends in `/>`.
    private static func endsItself(_ source: Span<UInt8>, from nameEnd: Int) -> Bool {
        guard let end = source.firstIndex(of: UInt8(ascii: ">"), from: nameEnd) else { return false }
        return source[end - 1] == UInt8(ascii: "/")
    }
}

extension XMLPlainScanner {
    /// Whether a start tag may be meant to be another tag: it repeats the one that is open, or its end is missing.
    func isDoubtful(
        _ name: XMLDispatcher.TagName, _ source: Span<UInt8>, _ range: Range<Int>, endingAt end: Int
    ) -> Bool {
        guard let outer = open.last else { return false }
        let written = source.extracting(range)
        if name.isLine { return source.extracting(outer).isEqualIgnoringCase(written) }
        guard vocabulary.isRecord(source.extracting(outer)) else { return false }
        let outlook = XMLTagPairs.outlook(of: written, from: end, in: source, vocabulary)
        return !outlook.endsInTime || !isAtEnd && !outlook.isSettled(in: source)
    }
}
