import FeedText

/// Start tags that are plainly meant to be something else.
extension XMLRepairer {
    /// What a start tag is meant to be.
    enum Meaning {
        case itself
        /// The end tag of the element that is open.
        case endTag
        /// A start tag with the name that stands in the end tag behind it.
        case other(Range<Int>)
        /// A start tag whose end tag is missing: what follows is not within it.
        case unclosed
    }

    /// What the start tag that was scanned last is meant to be.
    mutating func meaning(_ source: Span<UInt8>, at position: Int) -> Meaning {
        let name = source.extracting(tag.name)
        if tag.isEmpty {
            if vocabulary.isRecord(name), isBegun(source, name) {
                tag.isEmpty = false
                tag.isProper = false
            }
            return .itself
        }
        guard let outer = open.last else { return .itself }
        if vocabulary.isLine(name) { return meaning(ofLine: name, at: position, source) }
        guard local(of: name) == XMLName.unknownLocal, vocabulary.isRecord(source.extracting(outer.name)),
            !XMLRepairer.isVoid(name), lookedAhead < source.count * 4
        else { return .itself }
        let outlook = XMLTagPairs.outlook(of: name, from: tag.end, in: source, vocabulary)
        lookedAhead += outlook.end - tag.end
        guard !outlook.endsInTime else { return .itself }
        if let next = XMLTagPairs.nextTag(in: source, from: tag.end), next.isEnd,
            local(of: source.extracting(next.name)) != XMLName.unknownLocal,
            depth(of: source.extracting(next.name), in: source) == nil
        {
            result.diagnostics.note(
                .startTag, at: position, reading: "<\(String(copying: source.extracting(next.name)))>",
                "the start tag \"\(String(copying: name))\" does not fit its end tag; it was read as that says")
            tag.isProper = false
            return .other(next.name)
        }
        result.diagnostics.note(
            .endTag, at: position,
            "the end tag of \"\(String(copying: name))\" is missing; what follows was not read as part of it")
        return .unclosed
    }

    /// Reads the start tag that was scanned last as the end tag of the innermost element, which has its name.
    mutating func afterMeantEndTag(_ source: Span<UInt8>, at position: Int) -> Int {
        let written = open.last.map { String(copying: source.extracting($0.name)) } ?? ""
        result.diagnostics.note(
            .startTag, at: position, reading: "</\(written)>",
            "the start tag \"\(written)\" stands where the end tag should; it was read as that")
        replace(position..<tag.end, of: source, with: "</\(written)>".utf8.span)
        pop()
        return tag.end
    }

    /// The position behind a start tag that something damages right behind its name; nil if it is none.
    ///
    /// `<item<title>` lacks its end, `<item">` has a character too many.
    func endOfDamaged(_ source: Span<UInt8>, at position: Int) -> Int? {
        guard let nameEnd = XMLTagScan.nameEnd(in: source, from: position + 1), nameEnd < source.count,
            source[nameEnd - 1] != UInt8(ascii: ":")
        else { return nil }
        let name = source.extracting(position + 1..<nameEnd)
        guard vocabulary.isRecord(name) || vocabulary.isLine(name) else { return nil }
        if source[nameEnd] == UInt8(ascii: "<") { return nameEnd }
        var end = nameEnd
        while end < source.count, end - nameEnd < 4 {
            switch source[end] {
            case UInt8(ascii: ">"): return end + 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: ","),
                UInt8(ascii: "\\"), UInt8(ascii: "="):
                end += 1
            default: return nil
            }
        }
        return nil
    }
}

extension XMLRepairer {
    private func local(of name: Span<UInt8>) -> UInt16 {
        let colon = name.firstIndex(of: UInt8(ascii: ":"), from: 0)
        return vocabulary.local(name.extracting((colon.map { $0 + 1 } ?? 0)...))
    }

    /// A line within a line of its name: one of the two is meant to be an end tag, or one is missing.
    private mutating func meaning(ofLine name: Span<UInt8>, at position: Int, _ source: Span<UInt8>) -> Meaning {
        guard let outer = open.last, source.extracting(outer.name).isEqualIgnoringCase(name),
            lacksEnds(of: name, source)
        else { return .itself }
        if let next = XMLTagPairs.nextTag(in: source, from: tag.end), next.isEnd,
            source.extracting(next.name).isEqualIgnoringCase(name)
        {
            result.diagnostics.note(
                .endTag, at: position, "the end tag of \"\(String(copying: name))\" is missing before the next one")
            let tags = closing(downTo: open.count - 1, at: position, by: name, source)
            replace(position..<position, of: source, with: tags.span)
            return .itself
        }
        return tag.attributes.isEmpty ? .endTag : .itself
    }

    /// Whether an element that ends itself is followed by what it should hold, and by its end tag.
    private mutating func isBegun(_ source: Span<UInt8>, _ name: Span<UInt8>) -> Bool {
        guard depth(of: name, in: source) == nil, let first = XMLTagPairs.nextTag(in: source, from: tag.end),
            !first.isEnd, !vocabulary.isRecord(source.extracting(first.name))
        else { return false }
        if nextRecordTag.map({ $0.name.lowerBound < tag.end }) ?? true {
            var tag: XMLTagPairs.Tag? = first
            while let found = tag, !vocabulary.isRecord(source.extracting(found.name)) {
                tag = XMLTagPairs.nextTag(in: source, from: found.name.upperBound)
            }
            nextRecordTag = tag ?? XMLTagPairs.Tag(name: source.count..<source.count, isEnd: false)
        }
        guard let next = nextRecordTag else { return false }
        return next.isEnd && source.extracting(next.name).isEqualIgnoringCase(name)
    }
}
