public import FeedText

/// The URLs in HTML.
public enum HTMLLinks {
    /// The HTML with every relative URL in a URL attribute made absolute, and every other byte as it came.
    ///
    /// The attributes are `href`, `src`, `srcset`, `poster`, `cite`, `longdesc`, `action`, `background`, `formaction`,
    /// `imagesrcset`, `xlink:href`, and an object's `data`. Comments, scripts and styles are left alone, and SVG's CDATA.
    /// A value that changes is escaped anew, in the quotes it had, else in double ones. HTML without a relative URL is
    /// not read beyond a search of its bytes for one.
    /// - Parameter base: the absolute URL that relative ones are relative to; with any other nothing changes.
    public static func absolutized(_ html: String, base: BaseURL) -> String {
        absolutized(html.utf8.span, base: base) ?? html
    }

    /// The same of bytes that are valid UTF-8; nil if nothing changes.
    ///
    /// - Parameter memory: is used instead of new memory, where there is one.
    package static func absolutized(_ bytes: Span<UInt8>, base: BaseURL, memory: HTMLMemory? = nil) -> String? {
        guard mayHoldRelativeURL(bytes), base.isAbsolute else { return nil }
        var scanner = HTMLScanner()
        var splicer = HTMLSplicer(capacity: bytes.count + bytes.count / 8)
        if let memory {
            splicer.takeMemory(from: memory)
            swap(&scanner.attributes, &memory.attributes)
        }
        let object = HTMLName("object")
        while scanner.nextTagWithURLs(in: bytes) {
            for index in scanner.attributes.indices {
                let attribute = scanner.attributes[index]
                guard let kind = Kind(ofAttribute: bytes.extracting(attribute.name)),
                    kind != .data || scanner.tag.name == object
                else { continue }
                absolutize(attribute, of: kind, in: bytes, base: base, by: &splicer)
            }
        }
        if let memory {
            swap(&scanner.attributes, &memory.attributes)
            return splicer.result(of: bytes, givingBackTo: memory)
        }
        return splicer.result(of: bytes)
    }
}

extension HTMLLinks {
    /// How the value of an attribute holds URLs.
    enum Kind {
        case url
        case data
        case candidates

        init?(ofAttribute name: Span<UInt8>) {
            func isNamed(_ text: StaticString) -> Bool { name.equals(lowercase: text, in: name.indices) }
            // The length decides first: this is asked of every attribute, and of every `=` of a text.
            switch name.count {
            case 3 where isNamed("src"), 4 where isNamed("href") || isNamed("cite"),
                6 where isNamed("poster") || isNamed("action"), 8 where isNamed("longdesc"),
                10 where isNamed("background") || isNamed("formaction") || isNamed("xlink:href"):
                self = .url
            case 4 where isNamed("data"):
                self = .data
            case 6 where isNamed("srcset"), 11 where isNamed("imagesrcset"):
                self = .candidates
            default:
                return nil
            }
        }
    }

    private static func absolutize(
        _ attribute: HTMLScanner.Attribute, of kind: Kind, in bytes: Span<UInt8>, base: BaseURL,
        by splicer: inout HTMLSplicer
    ) {
        let range = bytes.trimmedRange(within: attribute.value)
        guard !range.isEmpty, kind == .candidates || !bytes.hasScheme(at: range.lowerBound) else { return }
        let raw = bytes.extracting(range)
        let isEscaped = raw.firstIndex(of: UInt8(ascii: "&")) != nil
        if kind != .candidates, attribute.isQuoted, !isEscaped || raw.holdsPlainReferencesOnly,
            let (prefix, steps) = base.prefix(ofPlain: raw)
        {
            let kept = range.lowerBound + steps..<range.upperBound
            splicer.insert(prefix, before: kept, of: attribute, in: bytes)
            return
        }
        let value = isEscaped ? HTMLEntities.decode(String(copying: raw), in: .attribute) : String(copying: raw)
        guard kind == .candidates || !value.utf8.span.hasScheme(at: 0) else { return }
        let absolute = kind == .candidates ? HTMLSourceSet.absolutized(value, base: base) : base.resolve(value)
        guard let absolute, absolute != value else { return }
        splicer.replace(attribute, by: absolute, in: bytes)
    }

    /// Whether there is an `=` after the name of a URL attribute and before what has no scheme, in a tag or not.
    private static func mayHoldRelativeURL(_ bytes: Span<UInt8>) -> Bool {
        var search = 0
        while let equals = bytes.firstIndex(of: UInt8(ascii: "="), from: search) {
            search = equals + 1
            var nameEnd = equals
            while nameEnd > 0, bytes[nameEnd - 1].isASCIIWhitespace { nameEnd -= 1 }
            var nameStart = nameEnd
            // No name in question is longer than `imagesrcset`.
            while nameStart > 0, nameEnd - nameStart < 12, isNameByte(bytes[nameStart - 1]) { nameStart -= 1 }
            guard let kind = Kind(ofAttribute: bytes.extracting(nameStart..<nameEnd)) else { continue }
            if isRelative(kind, behind: equals, in: bytes) { return true }
        }
        return false
    }

    private static func isNameByte(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte == UInt8(ascii: ":") }

    /// Whether the value after an `=` may be or hold a URL without a scheme.
    private static func isRelative(_ kind: Kind, behind equals: Int, in bytes: Span<UInt8>) -> Bool {
        var start = equals + 1
        while start < bytes.count, bytes[start].isASCIIWhitespace { start += 1 }
        guard start < bytes.count else { return false }
        let quote = bytes[start]
        let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        if isQuoted {
            start += 1
            while start < bytes.count, bytes[start].isASCIIWhitespace { start += 1 }
        }
        guard kind == .candidates else { return !bytes.hasScheme(at: start) }
        // Where a list ends is known by its quotes only; each of the two kinds is looked for once in a stretch of text.
        guard isQuoted, let end = bytes.firstIndex(of: quote, from: start) else { return true }
        let list = bytes.extracting(start..<end)
        return HTMLSourceSet.urls(in: list).contains { !list.hasScheme(at: $0.lowerBound) }
    }
}

extension Span<UInt8> {
    /// Whether every `&` begins `&amp;`, which is how what it stands for would be written again.
    fileprivate var holdsPlainReferencesOnly: Bool {
        var at = 0
        while let ampersand = firstIndex(of: UInt8(ascii: "&"), from: at) {
            guard starts(with: "&amp;", at: ampersand) else { return false }
            at = ampersand + 5
        }
        return true
    }
}
