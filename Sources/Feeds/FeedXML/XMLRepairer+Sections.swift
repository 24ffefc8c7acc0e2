import FeedText

extension XMLRepairer {
    mutating func afterInstruction(_ source: Span<UInt8>, at position: Int) -> Int? {
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

    mutating func afterDeclaration(_ source: Span<UInt8>, at position: Int) -> Int? {
        if source.starts(with: "<!--", at: position) { return afterComment(source, at: position) }
        if source.starts(with: "<![CDATA[", at: position) { return afterCDATA(source, at: position) }
        guard position + 2 < source.count, source[position + 2].isNameStart else { return nil }
        guard let end = afterDoctype(source, at: position) else { return nil }
        drop(position..<end, of: source)
        return end
    }

    private mutating func afterComment(_ source: Span<UInt8>, at position: Int) -> Int? {
        var end = next(.commentEnd, from: position + 4, in: source).map { $0 + 3 }
        if end == nil {
            end =
                source.firstIndex(of: UInt8(ascii: "<"), from: position + 4)
                ?? next(.tagEnd, from: position, in: source).map { $0 + 1 }
            result.diagnostics.note(.comment, at: position, "a comment without its \"-->\" was ended at the next tag")
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
}
