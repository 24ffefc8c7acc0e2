import FeedHTML
import FeedText
import FeedXML

/// What the characters of a text field are, once XML has been decoded.
public enum TextSyntax: Sendable {
    /// Text in which nothing has a meaning.
    case plain
    /// HTML.
    case html
}

extension FeedElement {
    /// The text as a reader sees it, on one line; nil if there is none.
    public func plainText(_ syntax: TextSyntax) -> String? {
        let text: String
        if let decoded = base64Text {
            text = syntax == .html ? HTMLText.plainText(decoded) : FeedElement.collapsed(decoded.utf8.span)
        } else if isMarkup || syntax == .html {
            text = withText { FeedElement.readHTML($0, unknownTags: .omitted) }
        } else {
            text = withText(FeedElement.collapsed)
        }
        return text.isEmpty ? nil : text
    }

    /// The text of a title or a name that may be text or HTML, on one line; nil if there is none.
    ///
    /// It is read as HTML, but what looks like a tag is one only if HTML has such an element: `Vec<T>` is text.
    public func titleText() -> String? {
        guard !isMarkup, base64Text == nil else { return plainText(.html) }
        var text = withText { FeedElement.readHTML($0, unknownTags: .text) }
        if text.utf8.first == UInt8(ascii: "<") {
            text = String(copying: text.utf8.span.extracting(text.utf8.span.textOfSection))
        }
        return text.isEmpty ? nil : text
    }

    /// The text of content that is no HTML; nil if there is none.
    public func contentText() -> String? { base64Text ?? text }

    /// The text as HTML, relative URLs made absolute; nil if there is none.
    public func html() -> String? {
        if let text = base64Text ?? unescapedMarkup ?? textOfSection {
            return baseURL.map { HTMLLinks.absolutized(text, base: $0) } ?? text
        }
        guard let baseURL else { return text }
        let bytes = tree.bytes
        let text = bytes.span.extracting(bytes.span.trimmedRange(within: node.text))
        guard !text.isEmpty else { return nil }
        return HTMLLinks.absolutized(text, base: baseURL, memory: tree.memory) ?? String(copying: text)
    }

    /// Whether `html()` is a certain text, which is seldom worth making it.
    public func isHTML(_ other: String?) -> Bool {
        guard let other, !isMarkup, node.attributes.isEmpty else { return html() == other }
        // Without an `=` there is no attribute, and no URL to be made absolute.
        let isSame: Bool? = withText { text in
            let text = text.extracting(text.trimmedRange)
            return text.firstIndex(of: UInt8(ascii: "=")) == nil ? text.isEqual(other.utf8.span) : nil
        }
        return isSame ?? (html() == other)
    }

    /// What an Atom text construct or content says that it is (RFC 4287 §3.1.1, Atom 0.3 §3.1).
    ///
    /// nil for content that is no text.
    public var atomSyntax: TextSyntax? {
        if isMarkup { return .html }
        let type = attribute(.type)?.asciiLowercased
        let isEscaped = has(.mode, "escaped")
        switch type {
        case nil, "text", "text/plain", "plain": return isEscaped && type == nil ? .html : .plain
        case "html", "text/html", "application/xhtml+xml": return .html
        case "xhtml": return .plain
        case let type?:
            if type.hasPrefix("text/") { return .plain }
            return type.contains("/") && !type.hasSuffix("xml") && base64Text == nil ? nil : .html
        }
    }

    /// The text of an element that says it is base64 (Atom 0.3 §3.1.2), if it is text.
    private var base64Text: String? {
        guard !tree.nodes[index].attributes.isEmpty, !isMarkup,
            has(.mode, "base64") || has(.type, "application/octet-stream")
        else { return nil }
        return withText(Base64.decode).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Markup of an element that says it is escaped HTML and yet wraps it in elements of its own: Typepad's way.
    private var unescapedMarkup: String? {
        guard isMarkup, has(.type, "html") || has(.type, "text/html") else { return nil }
        guard withText({ $0.firstIndex(of: UInt8(ascii: "<")) }) == nil else { return nil }
        return text.map { HTMLEntities.decode($0) }
    }

    /// The text within a CDATA section that somebody escaped; nil if it is in none.
    private var textOfSection: String? {
        withText { text in
            let trimmed = text.extracting(text.trimmedRange)
            let inner = trimmed.textOfSection
            return inner.count < trimmed.count ? String(copying: trimmed.extracting(inner)) : nil
        }
    }

    /// The text that a reader of HTML sees; without a `>` there is no tag, and a `<` is itself.
    private static func readHTML(_ text: Span<UInt8>, unknownTags: HTMLText.UnknownTags) -> String {
        var text = text.extracting(text.trimmedRange)
        if HTMLText.isPlain(text) { return String(copying: text) }
        text = text.extracting(text.textOfSection)
        guard text.firstIndex(of: UInt8(ascii: "<")) != nil, text.firstIndex(of: UInt8(ascii: ">")) == nil else {
            return HTMLText.plainText(text, unknownTags: unknownTags)
        }
        var decoded: [UInt8] = []
        HTMLEntities.append(text, to: &decoded)
        return collapsed(decoded.span)
    }

    /// Text with white space collapsed to single spaces.
    private static func collapsed(_ text: Span<UInt8>) -> String {
        if HTMLText.isCollapsed(text) { return String(copying: text) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        for index in text.indices {
            let byte = text[index]
            if !byte.isASCIIWhitespace {
                bytes.append(byte)
            } else if let last = bytes.last, last != UInt8(ascii: " ") {
                bytes.append(UInt8(ascii: " "))
            }
        }
        if bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        return String(copying: bytes.span)
    }
}
