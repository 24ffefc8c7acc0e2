/// Reads one start tag, however it is written: the tolerant part that repair and recognition share.
struct XMLTagScan {
    /// An attribute as it is written.
    struct Attribute {
        var name: Range<Int>
        /// The value without its quotes; empty where there is none.
        var value: Range<Int>
        /// Whether name, equals sign, quotes and value are as XML wants them.
        var isProper: Bool
    }

    /// The qualified name.
    var name = 0..<0
    /// The attributes in their order.
    var attributes: [Attribute] = []
    /// How many attributes are kept; the rest is read and forgotten.
    var attributeLimit = Int.max
    /// Where the first attribute stands that is one too many.
    var firstBeyondLimit: Int?
    /// The position behind the tag.
    var end = 0
    /// Whether the tag ends in `/>`.
    var isEmpty = false
    /// Whether all of the tag is as XML wants it, but for references and control characters in values.
    var isProper = false

    /// How a scan ended.
    enum Outcome {
        /// A tag was read.
        case tag
        /// The `<` begins no tag.
        case noTag
        /// Another `<` stands where the tag should end; it is one if its name is.
        case unended
        /// The text ends within what looks like a tag.
        case cutOff
    }

    /// Reads the tag at `position`, which is at a `<`.
    mutating func scan(_ source: Span<UInt8>, at position: Int) -> Outcome {
        attributes.removeAll(keepingCapacity: true)
        firstBeyondLimit = nil
        isProper = true
        isEmpty = false
        guard let nameEnd = XMLTagScan.nameEnd(in: source, from: position + 1) else { return .noTag }
        name = position + 1..<nameEnd
        guard nameEnd < source.count else { return .cutOff }
        guard source[nameEnd - 1] != UInt8(ascii: ":"), source[position + 1] != UInt8(ascii: ":") else { return .noTag }
        guard source[nameEnd].isXMLSpace || source[nameEnd] == UInt8(ascii: "/") || source[nameEnd] == UInt8(ascii: ">")
        else { return .noTag }
        var at = nameEnd
        while true {
            let space = at
            while at < source.count, source[at].isXMLSpace { at += 1 }
            guard at < source.count else { return .cutOff }
            switch source[at] {
            case UInt8(ascii: ">"):
                end = at + 1
                return .tag
            case UInt8(ascii: "/"):
                at += 1
                if at < source.count, source[at] == UInt8(ascii: ">") {
                    isEmpty = true
                    end = at + 1
                    return .tag
                }
                isProper = false
            case UInt8(ascii: "<"):
                guard at > nameEnd else { return .noTag }
                isProper = false
                end = at
                return .unended
            default:
                if at == space { isProper = false }
                guard scanAttribute(source, at: &at) else { return .cutOff }
            }
        }
    }

    /// The position behind the name at `position`, or nil if none begins there.
    static func nameEnd(in source: Span<UInt8>, from position: Int) -> Int? {
        guard position < source.count, source[position].isNameStart else { return nil }
        var at = position
        while at < source.count, source[at].isNameByte {
            if source[at] < 0x80 {
                at += 1
            } else if let next = XMLTagScan.afterNameScalar(in: source, at: at, isFirst: at == position) {
                at = next
            } else {
                break
            }
        }
        return at > position ? at : nil
    }
}

extension XMLTagScan {
    /// Reads an attribute; false if the text ends within it.
    private mutating func scanAttribute(_ source: Span<UInt8>, at position: inout Int) -> Bool {
        let start = position
        var isWellNamed = true
        if let end = XMLTagScan.nameEnd(in: source, from: start) { position = end } else { isWellNamed = false }
        while position < source.count, !isAttributeNameEnd(source[position]) {
            isWellNamed = false
            position += 1
        }
        let name = start..<position
        var at = position
        while at < source.count, source[at].isXMLSpace { at += 1 }
        guard at < source.count else { return false }
        guard source[at] == UInt8(ascii: "=") else {
            append(Attribute(name: name, value: position..<position, isProper: false))
            return true
        }
        at += 1
        while at < source.count, source[at].isXMLSpace { at += 1 }
        guard at < source.count else { return false }
        let quote = source[at]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let valueStart = at
            while at < source.count, !source[at].isXMLSpace, source[at] != UInt8(ascii: ">"),
                source[at] != UInt8(ascii: "<")
            {
                if source[at] == UInt8(ascii: "/"), at + 1 < source.count, source[at + 1] == UInt8(ascii: ">") { break }
                at += 1
            }
            append(Attribute(name: name, value: valueStart..<at, isProper: false))
            position = at
            return at < source.count
        }
        at += 1
        let valueStart = at
        var firstTagEnd: Int?
        while at < source.count, source[at] != quote {
            if source[at] == UInt8(ascii: ">"), firstTagEnd == nil { firstTagEnd = at }
            if source[at] == UInt8(ascii: "<") {
                isProper = false
                // A `<` behind a `>` inside quotes: far more often a quote is missing than markup quoted.
                if let tagEnd = firstTagEnd {
                    append(Attribute(name: name, value: valueStart..<tagEnd, isProper: false))
                    position = tagEnd
                    return true
                }
            }
            at += 1
        }
        guard at < source.count else {
            guard let tagEnd = firstTagEnd else { return false }
            append(Attribute(name: name, value: valueStart..<tagEnd, isProper: false))
            position = tagEnd
            return true
        }
        if let end = endOfUnquoted(source, valueStart..<at) {
            append(Attribute(name: name, value: valueStart..<end, isProper: false))
            position = end
            return true
        }
        append(Attribute(name: name, value: valueStart..<at, isProper: isWellNamed))
        position = at + 1
        return true
    }

    /// Where a value ends that lacks its closing quote, so that the opening one of the next attribute seems to close it:
    /// before that attribute's name; nil for a value that is as it should be.
    private func endOfUnquoted(_ source: Span<UInt8>, _ value: Range<Int>) -> Int? {
        guard let last = value.last, source[last] == UInt8(ascii: "="), value.upperBound + 1 < source.count else {
            return nil
        }
        let next = source[value.upperBound + 1]
        guard !next.isXMLSpace, next != UInt8(ascii: "/"), next != UInt8(ascii: ">") else { return nil }
        var at = last
        while at > value.lowerBound, source[at - 1].isNameByte { at -= 1 }
        guard at < last, at > value.lowerBound, source[at].isNameStart, source[at - 1].isXMLSpace else { return nil }
        while at > value.lowerBound, source[at - 1].isXMLSpace { at -= 1 }
        return at
    }

    private mutating func append(_ attribute: Attribute) {
        if !attribute.isProper { isProper = false }
        guard attributes.count < attributeLimit else {
            firstBeyondLimit = firstBeyondLimit ?? attribute.name.lowerBound
            return
        }
        attributes.append(attribute)
    }

    private func isAttributeNameEnd(_ byte: UInt8) -> Bool {
        byte.isXMLSpace || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "<")
            || byte == UInt8(ascii: "/")
    }

    /// The position behind the scalar beyond ASCII at `position` if it may stand in a name (XML 1.0 §2.3).
    private static func afterNameScalar(in source: Span<UInt8>, at position: Int, isFirst: Bool) -> Int? {
        let lead = source[position]
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
        guard length > 1, position + length <= source.count else { return nil }
        var value = UInt32(lead) & (0xFF >> UInt32(length + 1))
        for index in position + 1..<position + length { value = value << 6 | UInt32(source[index] & 0x3F) }
        let isStart =
            switch value {
            case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D,
                0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD,
                0x1_0000...0xE_FFFF:
                true
            default: false
            }
        let isLater = value == 0xB7 || (0x300...0x36F).contains(value) || (0x203F...0x2040).contains(value)
        return isStart || (!isFirst && isLater) ? position + length : nil
    }
}
