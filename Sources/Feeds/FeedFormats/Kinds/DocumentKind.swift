public import FeedHTML
import FeedJSON
public import FeedModel
import FeedText
import FeedXML

/// What a document is that no format of feeds has taken for its own.
public enum DocumentKind: Sendable, Hashable {
    /// Nothing but white space.
    case empty
    /// An HTML page.
    case page(HTMLPage)
    /// A list of subscriptions.
    case opml
    /// Another kind of XML, by its root element.
    case xml(root: String)
    /// JSON that is no feed.
    case json
    /// Text that is no markup.
    case text
    /// Something that its first bytes give away, with its article: `a PNG image`.
    case file(String)
    /// Bytes that are no text.
    case data
}

extension DocumentKind {
    /// How much of a document is looked at, in bytes.
    private static let reach = 4 << 20

    /// The kind of a document, by its bytes and then by its declared type.
    public init(of document: Document) {
        if let name = FileSignature.name(of: document.bytes.span) {
            self = .file(name)
            return
        }
        let declared = document.mediaType
        let decoded = CharsetDecoder.decode(
            Array(document.bytes.prefix(Self.reach)), transportCharset: declared?.charset,
            kind: declared?.isXML == true && declared?.isHTML == false ? .xml : .html)
        let text = decoded.utf8.span
        let content = text.extracting(text.trimmedRange)
        if content.isEmpty {
            self = .empty
        } else if Self.isBinary(content) {
            self = .data
        } else if content[0] == UInt8(ascii: "<") {
            self = Self.markup(content, of: document)
        } else if declared?.isHTML == true, content.firstIndex(of: UInt8(ascii: "<")) != nil {
            self = .page(HTMLPage(content, url: document.url))
        } else {
            self = Self.isJSON(content) ? .json : .text
        }
    }
}

// MARK: - Private

extension DocumentKind {
    private static func markup(_ text: Span<UInt8>, of document: Document) -> DocumentKind {
        let vocabulary = XMLVocabulary(namespaces: [], localNames: [])
        let tag = XMLRoot.find(in: text.extracting(first: 64 << 10), vocabulary: vocabulary)?.tag
        let name = tag.map { $0.names.span.text(in: $0.qualifiedName) } ?? ""
        let local = name.split(separator: ":").last.map { $0.lowercased() } ?? ""
        if local == "opml" { return .opml }
        let isXML = text.starts(with: "<?xml") || document.mediaType?.isXML == true
        let isPage =
            text.starts(withLowercase: "<!doctype html") || local == "html" || document.mediaType?.isHTML == true
            || !isXML && elementsOfPages.contains(local)
        if isPage { return .page(HTMLPage(text, url: document.url)) }
        return tag == nil ? .text : .xml(root: name)
    }

    /// What a piece of HTML that is no whole page begins with.
    private static let elementsOfPages: Set<String> = [
        "head", "body", "title", "meta", "link", "style", "script", "div", "p", "h1", "h2", "h3", "ul", "ol", "table",
        "center", "font", "span", "a", "b", "br", "hr", "img", "form", "main", "header", "nav", "article", "section",
        "frameset", "iframe", "noscript",
    ]

    private static func isJSON(_ text: Span<UInt8>) -> Bool {
        guard text[0] == UInt8(ascii: "{") || text[0] == UInt8(ascii: "[") else { return false }
        var reader = JSONReader(text)
        do throws(JSONSyntaxError) {
            try reader.skipValue(in: text)
            try reader.finish(in: text)
            return true
        } catch {
            return error.isTruncation
        }
    }

    /// Whether there are control characters that no text has.
    private static func isBinary(_ text: Span<UInt8>) -> Bool {
        for index in 0..<min(text.count, 4096) {
            switch text[index] {
            case 0x00...0x08, 0x0E...0x1A, 0x1C...0x1F: return true
            default: continue
            }
        }
        return false
    }
}
