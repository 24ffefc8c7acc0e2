import FeedText

extension XMLRepairer {
    /// Whether a tag is XML as it stands: proper, its attributes few and distinct, their values text.
    mutating func isWellFormed(_ tag: XMLTagScan, _ source: Span<UInt8>) -> Bool {
        guard tag.isProper, tag.firstBeyondLimit == nil else { return false }
        for index in tag.attributes.indices {
            let name = source.extracting(tag.attributes[index].name)
            for earlier in 0..<index where source.extracting(tag.attributes[earlier].name).isEqual(name) {
                return false
            }
            var position = tag.attributes[index].value.lowerBound
            while position < tag.attributes[index].value.upperBound {
                let byte = source[position]
                if byte == UInt8(ascii: "&") {
                    guard let end = XMLReference.properEnd(at: position, in: source) else { return false }
                    position = end
                } else if byte < 0x20, !byte.isXMLSpace {
                    return false
                } else if byte == 0xEF, source.isNoncharacter(at: position) {
                    return false
                } else {
                    position += 1
                }
            }
            if name.starts(with: "xmlns") {
                guard declaredNamespaces < limits.namespaces else { return false }
                declaredNamespaces += 1
            }
        }
        return true
    }

    /// The tag as it should have been written.
    ///
    /// - Parameter isNoted: whether a diagnostic has said already that it isn't.
    mutating func rewritten(
        _ source: Span<UInt8>, at position: Int, closesItself: Bool, isNoted: Bool
    ) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "<")]
        bytes.append(copying: source.extracting(tag.name))
        var kept: [Range<Int>] = []
        for attribute in tag.attributes {
            let name = source.extracting(attribute.name)
            guard XMLTagScan.nameEnd(in: source, from: attribute.name.lowerBound) == attribute.name.upperBound,
                !kept.contains(where: { source.extracting($0).isEqual(name) })
            else {
                result.diagnostics.note(
                    .attribute, at: attribute.name.lowerBound,
                    "the attribute \"\(name.text(in: 0..<min(name.count, 64)))\" is given twice or is none; it was dropped"
                )
                continue
            }
            if name.starts(with: "xmlns") {
                guard declaredNamespaces < limits.namespaces else { continue }
                declaredNamespaces += 1
            }
            kept.append(attribute.name)
            bytes.append(UInt8(ascii: " "))
            bytes.append(copying: name)
            bytes.append("=\"")
            appendValue(source, attribute.value, to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
        if let rest = tag.firstBeyondLimit {
            result.diagnostics.note(
                .limit, at: rest, "the tag has more than \(limits.attributes) attributes; the rest was dropped")
        }
        bytes.append(tag.isEmpty || closesItself ? "/>" : ">")
        if !isNoted, !tag.isProper || closesItself {
            result.diagnostics.note(
                .startTag, at: position, reading: String(decoding: bytes.prefix(256), as: UTF8.self),
                "the tag \"\(String(copying: source.extracting(tag.name)))\" is not written as XML wants it; it was read as meant"
            )
        }
        return bytes
    }

    /// Appends an attribute's value as it may stand between double quotes.
    private mutating func appendValue(_ source: Span<UInt8>, _ range: Range<Int>, to bytes: inout [UInt8]) {
        var position = range.lowerBound
        while position < range.upperBound {
            let byte = source[position]
            switch byte {
            case UInt8(ascii: "&"):
                position = appendReference(source, at: position, before: range.upperBound, to: &bytes)
                continue
            case UInt8(ascii: "<"): bytes.append("&lt;")
            case UInt8(ascii: "\""): bytes.append("&quot;")
            case 0xEF where source.isNoncharacter(at: position), 0..<0x20 where !byte.isXMLSpace:
                result.diagnostics.note(.controlCharacter, at: position, "a control character was dropped")
                position += byte == 0xEF ? 3 : 1
                continue
            default: bytes.append(byte)
            }
            position += 1
        }
    }

    /// HTML elements without end tag that turn up in feeds' markup as HTML has them; no feed has elements so named.
    static func isVoid(_ name: Span<UInt8>) -> Bool {
        switch name.count {
        case 2: name.isEqualIgnoringCase("br".utf8.span) || name.isEqualIgnoringCase("hr".utf8.span)
        case 3: name.isEqualIgnoringCase("img".utf8.span) || name.isEqualIgnoringCase("wbr".utf8.span)
        default: false
        }
    }
}
