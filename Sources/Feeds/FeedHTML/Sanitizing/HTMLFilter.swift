import FeedText

/// Writes the allowed tags of a document and its text anew, token by token.
///
/// What it writes has no comments, no foreign elements, and no element that is read by rules of its own; every parser
/// cuts it into the same tags. Which element is in which is left to the tree that is made of it.
struct HTMLFilter {
    private let allowed: HTMLAllowList
    private let base: URLParts?
    private let keepsFormatting: Bool
    private var nesting = HTMLNesting()
    private var scanner = HTMLScanner()
    /// Elements that turned out never to end: what is behind them is not theirs.
    private var unended: Set<HTMLName> = []
    private var markup: [UInt8] = []

    init(_ allowed: HTMLAllowList, base: URLParts?, keepsFormatting: Bool) {
        self.allowed = allowed
        self.base = base
        self.keepsFormatting = keepsFormatting
    }

    /// What stays of a document; nil if its formatting elements come back too often.
    mutating func filtered(_ html: Span<UInt8>) -> [UInt8]? {
        markup.reserveCapacity(html.count)
        while let token = scanner.next(in: html) {
            switch token {
            case .text(let range):
                let text = decoded(html.extracting(range), in: .text)
                markup.appendText(text.span)
            case .literalText(let range):
                markup.appendText(html.extracting(range))
            case .startTag:
                begin(in: html)
                passUnendedContent(in: html)
            case .endTag:
                end()
            }
            if nesting.isTangled { return nil }
        }
        return markup
    }
}

extension HTMLFilter {
    private static let lineBreak = HTMLName("br")
    private static let frame = HTMLName("iframe")
    private static let image = HTMLName("img")
    private static let media: Set<HTMLName> = [
        HTMLName("img"), HTMLName("audio"), HTMLName("video"), HTMLName("source"),
    ]

    private func decoded(_ bytes: Span<UInt8>, in place: HTMLEntities.Place) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        HTMLEntities.append(bytes, to: &decoded, in: place)
        return decoded
    }

    /// The allowed element that the last tag stands for.
    private var element: HTMLAllowList.Element? {
        guard let element = allowed.element(named: scanner.tag.name) else { return nil }
        return keepsFormatting || !element.role.contains(.formatting) ? element : nil
    }

    private mutating func begin(in html: Span<UInt8>) {
        let name = scanner.tag.name
        if name == HTMLFilter.image, isImageLost(in: html) { return appendAlternative(in: html) }
        guard let element else {
            if name == HTMLFilter.frame || allowed.linksLeftOutMedia && HTMLFilter.media.contains(name) {
                appendLink(in: html)
            }
            return partWords()
        }
        let start = markup.count
        markup.append(UInt8(ascii: "<"))
        markup.append(contentsOf: element.name.utf8)
        appendAttributes(of: element, in: html)
        markup.append(UInt8(ascii: ">"))
        if element.isVoid { return nesting.passVoid(role: element.role) }
        let signature = element.role.contains(.formatting) ? markup[start...].hashValue : 0
        guard nesting.begin(HTMLName(element.name), role: element.role, signature: signature) else {
            markup.removeLast(markup.count - start)
            return
        }
        // To HTML `<div/>` is but a start tag; feeds mean XML's empty element.
        if scanner.tag.isSelfClosing { end() }
    }

    private mutating func end() {
        guard let element else { return partWords() }
        guard !element.isVoid else {
            // To HTML `</br>` is a `<br>`.
            if scanner.tag.name == HTMLFilter.lineBreak { markup.append(contentsOf: "<br>".utf8) }
            return
        }
        guard nesting.end(HTMLName(element.name), role: element.role) else { return }
        markup.append(contentsOf: "</".utf8)
        markup.append(contentsOf: element.name.utf8)
        markup.append(UInt8(ascii: ">"))
    }

    /// Puts a space in place of a block that is taken out, lest the words around it run together.
    private mutating func partWords() {
        guard scanner.tag.element.flow != .inline, let last = markup.last, last != UInt8(ascii: ">"),
            !last.isASCIIWhitespace
        else { return }
        markup.append(UInt8(ascii: " "))
    }

    /// Goes on inside an element of unseen text, which would take the rest of the document along for want of an end.
    private mutating func passUnendedContent(in html: Span<UInt8>) {
        guard scanner.content == .unseen, scanner.tag.name != HTMLName("style") else { return }
        let inside = scanner
        if !unended.contains(scanner.tag.name) {
            if scanner.next(in: html) != nil { return }
            unended.insert(inside.tag.name)
        }
        scanner = inside
        scanner.content = .markup
    }

    /// Puts a link in place of what is not shown: by its alternative text, else its address; within a link the text only.
    private mutating func appendLink(in html: Span<UInt8>) {
        let anchor = HTMLName("a")
        guard keepsFormatting, let element = allowed.element(named: anchor),
            element.attributes[HTMLName("href")] != nil,
            let source = scanner.value(of: "src", in: html)
        else { return }
        let written = decoded(html.extracting(source), in: .attribute)
        guard let url = allowedURL(written, allowed.mediaSchemes), !url.isEmpty else {
            return
        }
        let alternative = scanner.value(of: "alt", in: html).map { decoded(html.extracting($0), in: .attribute) }
        let label = alternative.flatMap { $0.span.trimmedRange.isEmpty ? nil : $0 } ?? Array(url.utf8)
        if nesting.isInAnchor { return markup.appendText(label.span) }
        guard nesting.begin(anchor, role: element.role, signature: 0) else { return }
        markup.append(contentsOf: "<a".utf8)
        markup.appendAttribute("href", url.utf8.span)
        markup.append(UInt8(ascii: ">"))
        markup.appendText(label.span)
        markup.append(contentsOf: "</a>".utf8)
        _ = nesting.end(anchor, role: element.role)
    }

    /// Whether the policy leaves an image nothing to be loaded from.
    private func isImageLost(in html: Span<UInt8>) -> Bool {
        guard !allowed.keepsRelativeURLs, let element, element.attributes[HTMLName("src")] != nil else { return false }
        let source = scanner.value(of: "src", in: html).flatMap {
            allowedURL(decoded(html.extracting($0), in: .attribute), allowed.mediaSchemes)
        }
        guard source == nil, element.attributes[HTMLName("srcset")] != nil,
            let candidates = scanner.value(of: "srcset", in: html)
        else { return source == nil }
        let list = decoded(html.extracting(candidates), in: .attribute)
        return HTMLSourceSet.allowed(list.span) { allowedURL($0, allowed.mediaSchemes) } == nil
    }

    /// Writes what an image shows to those who cannot see it.
    private mutating func appendAlternative(in html: Span<UInt8>) {
        guard let text = scanner.value(of: "alt", in: html) else { return }
        let words = decoded(html.extracting(text), in: .attribute)
        markup.appendText(words.span)
    }

    private mutating func appendAttributes(of element: HTMLAllowList.Element, in html: Span<UInt8>) {
        var seen: Set<HTMLName> = []
        for attribute in scanner.attributes {
            let name = HTMLName(html, in: attribute.name)
            guard let rule = element.attributes[name], seen.insert(name).inserted else { continue }
            let value = decoded(html.extracting(attribute.value), in: .attribute)
            switch rule.kind {
            case .text:
                markup.appendAttribute(rule.name, value.span)
            case .flag:
                markup.appendAttribute(rule.name, Span())
            case .link:
                append(rule.name, allowedURL(value, allowed.linkSchemes))
            case .media:
                append(rule.name, allowedURL(value, allowed.mediaSchemes))
            case .candidates:
                append(
                    rule.name,
                    HTMLSourceSet.allowed(value.span) { allowedURL($0, allowed.mediaSchemes) })
            }
        }
        // Without them nobody could start it: what would, scripts and `autoplay`, is gone.
        let controls = HTMLName("controls")
        if let rule = element.attributes[controls], !seen.contains(controls) { append(rule.name, "") }
    }

    private func allowedURL(_ value: [UInt8], _ schemes: Set<String>) -> String? {
        HTMLURL.allowed(value, schemes: schemes, base: base, keepsRelative: allowed.keepsRelativeURLs)
    }

    private mutating func append(_ name: String, _ value: String?) {
        if let value { markup.appendAttribute(name, value.utf8.span) }
    }
}
