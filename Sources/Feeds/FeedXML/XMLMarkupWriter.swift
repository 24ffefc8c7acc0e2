import FeedText

/// Writes elements and text that come as events back as markup, so that it reads as HTML.
///
/// Names keep their spelling, but for prefixes of the namespaces that HTML knows without: `<h:p>` becomes `<p>`.
/// Elements that HTML leaves open are written as `<br/>`, all others with an end tag.
public struct XMLMarkupWriter {
    private let bareNamespaces: [UInt8]
    /// The names of the open elements, one behind the other, and where each begins.
    private var names: [UInt8] = []
    private var open: [Int] = []
    private var isTagOpen = false

    /// The markup so far.
    public private(set) var bytes: [UInt8] = []

    /// A writer.
    /// - Parameter bareNamespaces: the codes of the namespaces whose elements are written without prefix.
    public init(bareNamespaces: [UInt8]) {
        self.bareNamespaces = bareNamespaces
    }

    /// How many elements are open.
    public var depth: Int { open.count }

    /// Forgets what was written.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        names.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        isTagOpen = false
    }

    /// Writes a start tag.
    /// - Parameters:
    ///   - tag: the tag.
    ///   - rewriting: is given name and value of each attribute, and returns another value or nil.
    public mutating func startElement(
        _ tag: borrowing XMLStartTag,
        rewriting: (_ name: Span<UInt8>, _ value: Span<UInt8>) -> String? = { _, _ in nil }
    ) {
        closeTag()
        let written = tag.names.span.extracting(tag.qualifiedName)
        let colon =
            bareNamespaces.contains(tag.name.namespace) ? written.firstIndex(of: UInt8(ascii: ":"), from: 0) : nil
        let name = written.extracting((colon.map { $0 + 1 } ?? 0)...)
        bytes.append(UInt8(ascii: "<"))
        bytes.append(copying: name)
        for attribute in tag.attributes {
            let attributeName = tag.names.span.extracting(attribute.qualifiedName)
            if attributeName.isEqual("xml:base") || attributeName.isEqual("xml:space") { continue }
            let value = tag.bytes.span.extracting(attribute.value)
            bytes.append(UInt8(ascii: " "))
            bytes.append(copying: attributeName.isEqual("xml:lang") ? attributeName.extracting(4...) : attributeName)
            bytes.append("=\"")
            if let replacement = rewriting(attributeName, value) {
                bytes.append(escaping: replacement.utf8.span)
            } else {
                bytes.append(escaping: value)
            }
            bytes.append(UInt8(ascii: "\""))
        }
        isTagOpen = true
        open.append(names.count)
        names.append(copying: name)
    }

    /// Writes text.
    public mutating func text(_ text: Span<UInt8>) {
        closeTag()
        var start = 0
        while true {
            let end = text.firstToEscape(from: start)
            bytes.append(copying: text.extracting(start..<end))
            guard end < text.count else { return }
            switch text[end] {
            case UInt8(ascii: "&"): bytes.append("&amp;")
            case UInt8(ascii: "<"): bytes.append("&lt;")
            default: bytes.append("&gt;")
            }
            start = end + 1
        }
    }

    /// Writes bytes that are markup already.
    public mutating func raw(_ markup: Span<UInt8>) {
        closeTag()
        bytes.append(copying: markup)
    }

    /// Writes the end tag of the innermost open element.
    public mutating func endElement() {
        guard let start = open.popLast() else { return }
        if isTagOpen, XMLMarkupWriter.isVoid(names.span.extracting(start...)) {
            bytes.append("/>")
            isTagOpen = false
        } else {
            closeTag()
            bytes.append("</")
            bytes.append(contentsOf: names[start...])
            bytes.append(UInt8(ascii: ">"))
        }
        names.removeLast(names.count - start)
    }
}

extension XMLMarkupWriter {
    private mutating func closeTag() {
        if isTagOpen { bytes.append(UInt8(ascii: ">")) }
        isTagOpen = false
    }

    /// The elements that have neither content nor end tag in HTML (HTML §13.1.2).
    private static let voidNames: [StaticString] = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]

    private static func isVoid(_ name: Span<UInt8>) -> Bool {
        voidNames.contains { name.isEqual($0) }
    }
}

extension Span<UInt8> {
    /// The first `&`, `<` or `>` from a position on, else the end.
    fileprivate func firstToEscape(from start: Int) -> Int {
        var at = start
        return unsafe withUnsafeBytes { buffer in
            while buffer.count - at >= 8 {
                let word = unsafe buffer.word(at: at)
                let marks =
                    word.marks(of: UInt8(ascii: "&")) | word.marks(of: UInt8(ascii: "<"))
                    | word.marks(of: UInt8(ascii: ">"))
                if marks != 0 { return at + marks.firstMark }
                at += 8
            }
            while at < buffer.count {
                let byte = unsafe buffer[at]
                if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") { break }
                at += 1
            }
            return at
        }
    }
}
