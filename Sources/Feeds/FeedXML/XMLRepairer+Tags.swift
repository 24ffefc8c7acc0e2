import FeedText

extension XMLRepairer {
    mutating func afterEndTag(_ source: Span<UInt8>, at position: Int) -> Int? {
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
        if depth == 0, endsTooEarly(name, at: position, before: end, source) {
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
    func depth(of name: Span<UInt8>, in source: Span<UInt8>) -> Int? {
        for depth in open.indices.reversed() where source.extracting(open[depth].name).isEqual(name) { return depth }
        for depth in open.indices.reversed()
        where source.extracting(open[depth].name).isEqualIgnoringCase(name) { return depth }
        return nil
    }

    /// The end tags of all open elements down to a depth, which are thereby no longer open.
    mutating func closing(
        downTo depth: Int, at position: Int, by name: Span<UInt8>, _ source: Span<UInt8>
    ) -> [UInt8] {
        var tags: [UInt8] = []
        while open.count > depth {
            guard let element = open.last else { break }
            let written = source.extracting(element.name)
            if open.count - 1 > depth || !written.isEqualIgnoringCase(name) {
                result.diagnostics.note(
                    .endTag, at: position, reading: "</\(String(copying: written))>",
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

    mutating func pop() {
        if let element = open.popLast() { declaredNamespaces = element.declaredNamespaces }
    }

    private mutating func cutOff(_ source: Span<UInt8>, at position: Int) -> Int {
        result.diagnostics.note(.unclosed, at: position, "the text ends within a tag")
        drop(position..<source.count, of: source)
        return source.count
    }

    mutating func afterStartTag(_ source: Span<UInt8>, at position: Int) -> Int? {
        switch tag.scan(source, at: position) {
        case .noTag:
            guard let end = endOfDamaged(source, at: position) else { return nil }
            tag.end = end
            tag.isProper = false
        case .unended:
            guard vocabulary.local(source.extracting(tag.name)) != XMLName.unknownLocal else { return nil }
            result.diagnostics.note(
                .startTag, at: position, "a start tag without its \">\" was ended at the next \"<\"")
        case .cutOff: return cutOff(source, at: position)
        case .tag: break
        }
        var isMissingEnd = false
        var isNoted = false
        switch meaning(source, at: position) {
        case .itself: break
        case .endTag: return afterMeantEndTag(source, at: position)
        case .other(let name): (tag.name, isNoted) = (name, true)
        case .unclosed: (isMissingEnd, isNoted) = (true, true)
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
        let closesItself = !tag.isEmpty && (isMissingEnd || XMLRepairer.isVoid(name))
        if closesItself || !isWellFormed(tag, source) {
            let rewritten = rewritten(source, at: position, closesItself: closesItself, isNoted: isNoted)
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
        guard vocabulary.isRecord(name), let depth = depth(of: name, in: source) else { return }
        let written = source.extracting(open[depth].name)
        if lacksEnds(of: name, source) {
            result.diagnostics.note(
                .endTag, at: position, "the end tag of \"\(String(copying: written))\" is missing before the next one")
        } else if open.count >= limits.depth / 2 {
            // What stands in them needs room, too.
            result.diagnostics.note(
                .limit, at: position,
                "\"\(String(copying: written))\" nests too deep; it was ended before the next one")
        } else {
            return
        }
        let tags = closing(downTo: depth, at: position, by: name, source)
        replace(position..<position, of: source, with: tags.span)
    }

    /// Whether the whole text has fewer end tags than start tags of a name; counted once for each name.
    mutating func lacksEnds(of name: Span<UInt8>, _ source: Span<UInt8>) -> Bool {
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
        source.starts(with: "/>", at: nameEnd) || source.starts(with: " />", at: nameEnd)
    }
}
