import FeedText
import FeedXML

/// Writes the child elements of a text field back as markup while their events come.
struct MarkupCapture {
    private var writer = XMLMarkupWriter(bareNamespaces: FeedVocabulary.bareNamespaces)
    /// The bases that inner elements set (`xml:base`), by how deep they stand; the field's own is the writer's user's.
    private var bases: [(depth: Int, base: URLParts)] = []
    private var fieldBase: String?
    /// Whether the `div` is open in which Atom wraps markup, and which is not part of it (RFC 4287 §3.1.1.3).
    private var isInWrapper = false

    /// Whether a field is being captured.
    private(set) var isActive = false
    /// How many elements of the field are open.
    var depth: Int { writer.depth + (isInWrapper ? 1 : 0) }

    /// Begins with the first child element of a field.
    /// - Parameters:
    ///   - base: the URL that relative ones in the field are relative to.
    ///   - text: the field's text before the child: character data, unless it is markup already.
    mutating func begin(_ tag: borrowing XMLStartTag, base: String?, text: [UInt8]) {
        isActive = true
        fieldBase = base
        bases.removeAll()
        if MarkupCapture.looksLikeMarkup(text.span) { writer.raw(text.span) } else { writer.text(text.span) }
        guard tag.name == XMLName(.xhtml, .div), text.span.trimmedRange.isEmpty else {
            startElement(tag)
            return
        }
        isInWrapper = true
        noteBase(tag, at: -1)
    }

    mutating func startElement(_ tag: borrowing XMLStartTag) {
        noteBase(tag, at: writer.depth)
        guard let base = bases.last?.base else {
            writer.startElement(tag)
            return
        }
        writer.startElement(tag) { name, value in
            MarkupCapture.isURL(name) ? URLText.resolve(String(copying: value), against: base) : nil
        }
    }

    /// Writes text; of what is longer than a field may be, no more than shows that it is too long.
    mutating func text(_ bytes: Span<UInt8>) {
        let room = FeedTreeBuilder.fieldLimit + 1 - writer.bytes.count
        if room > 0 { writer.text(bytes.extracting(first: room)) }
    }

    mutating func endElement() {
        if writer.depth == 0 { isInWrapper = false } else { writer.endElement() }
        let closed = writer.depth == 0 && !isInWrapper ? -1 : writer.depth
        while let last = bases.last, last.depth >= closed { bases.removeLast() }
    }

    /// The field's markup; elements in it that are still open end.
    mutating func end() -> [UInt8] {
        while depth > 0 { endElement() }
        isActive = false
        defer { writer.removeAll() }
        return writer.bytes
    }
}

extension MarkupCapture {
    private mutating func noteBase(_ tag: borrowing XMLStartTag, at depth: Int) {
        guard let value = tag.value(of: XMLName(namespace: XMLName.xml, local: FeedTerm.base.rawValue)) else { return }
        let outer = bases.last?.base.text ?? fieldBase
        guard let base = URLText.resolve(value, against: outer).flatMap({ URLParts($0) }) else { return }
        bases.append((depth, base))
    }

    private static func isURL(_ name: Span<UInt8>) -> Bool {
        let names: [StaticString] = ["href", "src", "poster", "cite", "longdesc", "action", "background", "data"]
        return names.contains { $0.utf8CodeUnitCount == name.count && name.starts(with: $0) }
    }

    /// Whether text holds a tag: then it is escaped markup, in which child elements are stray.
    private static func looksLikeMarkup(_ text: Span<UInt8>) -> Bool {
        var position = 0
        while let found = text.firstIndex(of: UInt8(ascii: "<"), from: position) {
            if found + 1 < text.count, text[found + 1].isASCIILetter || text[found + 1] == UInt8(ascii: "/") {
                return true
            }
            position = found + 1
        }
        return false
    }
}
