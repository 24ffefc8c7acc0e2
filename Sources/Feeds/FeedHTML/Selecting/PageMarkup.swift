import FeedText

/// Writes a page anew so that a parser builds its tree in bounded time: tags that would go too deep are left out, and so
/// are scripts, styles, comments, and attributes beyond a hundred in one tag.
struct PageMarkup {
    private static let mostAttributes = 100

    private let keepsFormatting: Bool
    private var nesting = HTMLNesting()
    private var scanner = HTMLScanner()
    private var markup: [UInt8] = []
    private var tags = 0
    /// Names that are too long to be packed, each with a packed stand-in.
    private var longNames: [String: HTMLName] = [:]

    /// The markup of a page, ready for a parser, and whether some of its tags were too many.
    static func bounded(_ html: Span<UInt8>) -> (markup: [UInt8], isCut: Bool) {
        for keepsFormatting in [true, false] {
            var page = PageMarkup(keepsFormatting: keepsFormatting)
            if let markup = page.read(html) { return (markup, page.tags > HTMLTree.mostTags) }
        }
        return ([], false)
    }

    private init(keepsFormatting: Bool) {
        self.keepsFormatting = keepsFormatting
    }

    /// The markup; nil if formatting elements come back too often, as long as they are kept.
    private mutating func read(_ html: Span<UInt8>) -> [UInt8]? {
        markup.reserveCapacity(html.count)
        while let token = scanner.next(in: html) {
            switch token {
            case .text(let range):
                // Written anew, since no tag may come of it: what was meant as text by an element that is left out is
                // full of them.
                var text: [UInt8] = []
                HTMLEntities.append(html.extracting(range), to: &text, in: .text)
                markup.appendText(text.span)
            case .literalText(let range): markup.appendText(html.extracting(range))
            case .startTag: begin(in: html)
            case .endTag: end(in: html)
            }
            if keepsFormatting, nesting.isTangled { return nil }
        }
        return markup
    }

    private mutating func begin(in html: Span<UInt8>) {
        tags += 1
        guard tags <= HTMLTree.mostTags else { return }
        let written = name(at: scanner.tag.start + 1, in: html)
        if written == "title", scanner.foreignDepth == 0 { scanner.content = .text }
        let role = Self.role(of: written)
        guard isKept(written, role) else { return }
        let start = markup.count
        markup.append(UInt8(ascii: "<"))
        markup.append(contentsOf: Self.standIn(for: written).utf8)
        appendAttributes(in: html)
        let isEmpty = scanner.tag.isSelfClosing && scanner.foreignDepth > 0
        if isEmpty { markup.append(UInt8(ascii: "/")) }
        markup.append(UInt8(ascii: ">"))
        if isEmpty || scanner.tag.element.content == .void { return nesting.passVoid(role: role) }
        let signature = role.contains(.formatting) ? markup[start...].hashValue : 0
        guard nesting.begin(packed(written), role: role, signature: signature) else {
            return markup.removeLast(markup.count - start)
        }
    }

    private mutating func end(in html: Span<UInt8>) {
        tags += 1
        guard tags <= HTMLTree.mostTags else { return }
        let written = name(at: scanner.tag.start + 2, in: html)
        let role = Self.role(of: written)
        guard isKept(written, role) else { return }
        guard scanner.tag.element.content == .void || nesting.end(packed(written), role: role) else { return }
        markup.append(contentsOf: "</".utf8)
        markup.append(contentsOf: Self.standIn(for: written).utf8)
        markup.append(UInt8(ascii: ">"))
    }

    private func isKept(_ name: String, _ role: HTMLRole) -> Bool {
        name != "script" && name != "style" && (keepsFormatting || !role.contains(.formatting))
    }

    private mutating func appendAttributes(in html: Span<UInt8>) {
        for attribute in scanner.attributes.prefix(Self.mostAttributes) {
            markup.append(UInt8(ascii: " "))
            markup.append(copying: html.extracting(attribute.name))
            guard attribute.isQuoted || !attribute.value.isEmpty else { continue }
            markup.append(UInt8(ascii: "="))
            guard attribute.isQuoted else {
                markup.append(copying: html.extracting(attribute.value))
                continue
            }
            let quote = html[attribute.value.lowerBound - 1]
            markup.append(quote)
            markup.append(copying: html.extracting(attribute.value))
            markup.append(quote)
        }
        // A slash behind an unquoted value would be part of it, and one behind nothing part of the tag.
        if scanner.attributes.last?.isQuoted == false { markup.append(UInt8(ascii: " ")) }
    }
}

// MARK: - Names

extension PageMarkup {
    private func name(at start: Int, in html: Span<UInt8>) -> String {
        var end = start
        while end < html.count, !scanner.endsName(html[end]) { end += 1 }
        return html.text(in: start..<end).asciiLowercased
    }

    private mutating func packed(_ name: String) -> HTMLName {
        guard name.utf8.count > 16 else { return HTMLName(name) }
        if let known = longNames[name] { return known }
        let standIn = HTMLName("#\(longNames.count)")
        longNames[name] = standIn
        return standIn
    }

    /// What is written in place of elements whose text a parser would read by rules of its own.
    private static func standIn(for name: String) -> String {
        ["xmp", "plaintext", "listing"].contains(name) ? "pre" : name
    }

    /// The role of any element of a page; those that no feed may have are known here.
    private static func role(of name: String) -> HTMLRole {
        switch name {
        case "font", "nobr": .formatting
        case "center", "dialog", "dir", "fieldset", "form", "listing", "menu", "plaintext", "search", "xmp":
            [.special, .closesParagraph]
        case "applet", "button", "frameset", "marquee", "object", "select", "template": .special
        default: HTMLRole.named(name)
        }
    }
}
