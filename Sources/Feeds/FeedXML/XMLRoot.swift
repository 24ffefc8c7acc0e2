import FeedText

/// The root element of a document as its first kilobytes show it: what formats recognise each other by.
public struct XMLRoot {
    /// The root's start tag; its attributes as far as the head holds them.
    public let tag: XMLStartTag

    /// The root element, or nil if the head shows none.
    ///
    /// Byte-order mark, blanks, XML declaration, comments, processing instructions and DOCTYPE are skipped; UTF-16 is
    /// read too, all other encodings being ASCII where it counts: what isn't shows as `?`.
    public static func find(
        in head: Span<UInt8>, vocabulary: XMLVocabulary, usual: XMLUsualNames? = nil
    ) -> XMLRoot? {
        if let narrow = narrowed(head) { return find(inText: narrow.span, vocabulary, usual) }
        // Strings are made of its bytes, so they have to be UTF-8.
        if UTF8Validation.isValid(head) { return find(inText: head, vocabulary, usual) }
        if let malformed = UTF8Validation.firstMalformed(in: head), malformed.upperBound == head.count {
            // Cut within a character, as heads are.
            return find(inText: head.extracting(..<malformed.lowerBound), vocabulary, usual)
        }
        let bytes = head.indices.map { head[$0] < 0x80 ? head[$0] : UInt8(ascii: "?") }
        return find(inText: bytes.span, vocabulary, usual)
    }
}

extension XMLRoot {
    /// Remembers the first tag.
    private struct FirstTag: XMLEventHandler {
        var tag: XMLStartTag?

        mutating func startElement(_ tag: borrowing XMLStartTag) { if self.tag == nil { self.tag = copy tag } }
        mutating func text(_ bytes: Span<UInt8>) {}
        mutating func endElement(_ name: XMLName) {}
    }

    private static func find(
        inText head: Span<UInt8>, _ vocabulary: XMLVocabulary, _ usual: XMLUsualNames?
    ) -> XMLRoot? {
        let limits = XMLLimits()
        var repairer: XMLRepairer?
        var position = XMLRootSearch.start(in: head, from: 0, vocabulary: vocabulary) ?? 0
        while let start = head.firstIndex(of: UInt8(ascii: "<"), from: position) {
            guard start + 1 < head.count else { return nil }
            switch head[start + 1] {
            case UInt8(ascii: "?"):
                guard let end = head.firstIndex(of: UInt8(ascii: ">"), from: start) else { return nil }
                position = end + 1
            case UInt8(ascii: "!"):
                var end = head.starts(with: "<!--", at: start) ? head.firstIndex(of: "-->", from: start + 4) : nil
                if !head.starts(with: "<!--", at: start) {
                    if repairer == nil { repairer = XMLRepairer(vocabulary: vocabulary, limits: limits) }
                    end = repairer?.afterDoctype(head, at: start)
                }
                guard let end else { return nil }
                position = end
            default:
                var scan = XMLTagScan()
                scan.attributeLimit = limits.attributes
                if scan.scan(head, at: start) == .noTag {
                    position = start + 1
                    continue
                }
                var dispatcher = XMLDispatcher(vocabulary: vocabulary, limits: limits, usual: usual)
                return root(scan, in: head, &dispatcher)
            }
        }
        return nil
    }

    private static func root(
        _ scan: XMLTagScan, in head: Span<UInt8>, _ dispatcher: inout XMLDispatcher
    ) -> XMLRoot? {
        var first = FirstTag()
        dispatcher.beginTag(dispatcher.tagName(head.extracting(scan.name)), at: scan.name.lowerBound - 1)
        for attribute in scan.attributes {
            dispatcher.attribute(head.extracting(attribute.name), value: head.extracting(attribute.value))
        }
        dispatcher.endTag(for: &first)
        return first.tag.map(XMLRoot.init(tag:))
    }

    /// A UTF-16 or UTF-32 head as ASCII, other characters as `?`; nil if it is none.
    private static func narrowed(_ head: Span<UInt8>) -> [UInt8]? {
        guard head.count >= 4 else { return nil }
        let width: Int
        let isLittle: Bool
        switch (head[0], head[1], head[2], head[3]) {
        case (0xFF, 0xFE, 0, 0), (1..., 0, 0, 0): (width, isLittle) = (4, true)
        case (0, 0, 0xFE, 0xFF), (0, 0, 0, 1...): (width, isLittle) = (4, false)
        case (0xFF, 0xFE, _, _), (1..., 0, 1..., 0): (width, isLittle) = (2, true)
        case (0xFE, 0xFF, _, _), (0, 1..., 0, 1...): (width, isLittle) = (2, false)
        default: return nil
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(head.count / width)
        for index in 0..<head.count / width {
            var value: UInt32 = 0
            for at in 0..<width {
                value = value << 8 | UInt32(head[index * width + (isLittle ? width - 1 - at : at)])
            }
            bytes.append(value < 0x80 ? UInt8(truncatingIfNeeded: value) : UInt8(ascii: "?"))
        }
        return bytes
    }
}
