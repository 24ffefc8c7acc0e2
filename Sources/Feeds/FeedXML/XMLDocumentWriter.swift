import FeedText

/// Writes a well-formed XML document in UTF-8, whatever its texts hold (XML 1.0 §2.2: what it may not hold is left out).
package struct XMLDocumentWriter {
    /// An attribute; nil leaves it out.
    package typealias Attribute = (name: String, value: String?)

    /// The document so far.
    package private(set) var bytes: [UInt8]

    private var open: [String] = []
    /// How many elements stand around a part.
    private let depth: Int

    /// A document with its declaration.
    package init() {
        bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
        depth = 0
    }

    /// A part that goes into a document, within so many elements.
    package init(partWithin depth: Int) {
        bytes = []
        self.depth = depth
    }

    /// Writes a start tag on a line of its own.
    package mutating func begin(_ name: String, _ attributes: Attribute...) { begin(name, attributes) }

    /// Writes a start tag on a line of its own.
    package mutating func begin(_ name: String, _ attributes: [Attribute]) {
        tag(name, attributes, end: ">\n")
        open.append(name)
    }

    /// Writes the end tag of the innermost open element.
    package mutating func end() {
        guard let name = open.popLast() else { return }
        indent()
        bytes += "</\(name)>\n".utf8
    }

    /// Writes an element with a text; a text that is nil leaves it out.
    package mutating func element(_ name: String, _ attributes: Attribute..., text: String?) {
        guard let text else { return }
        tag(name, attributes, end: ">")
        append(escaped: text, inAttribute: false)
        bytes += "</\(name)>\n".utf8
    }

    /// Writes an element without content.
    package mutating func empty(_ name: String, _ attributes: Attribute...) {
        tag(name, attributes, end: "/>\n")
    }

    /// Writes a line of elements that are written already.
    package mutating func raw(_ markup: [UInt8]) { bytes += markup }
}

// MARK: - Private

extension XMLDocumentWriter {
    private mutating func tag(_ name: String, _ attributes: [Attribute], end: String) {
        indent()
        bytes += "<\(name)".utf8
        for (name, value) in attributes {
            guard let value else { continue }
            bytes += " \(name)=\"".utf8
            append(escaped: value, inAttribute: true)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes += end.utf8
    }

    private mutating func indent() {
        bytes += repeatElement(UInt8(ascii: " "), count: (depth + open.count) * 2)
    }

    private mutating func append(escaped text: String, inAttribute: Bool) {
        let source = text.utf8.span
        var index = 0
        while index < source.count {
            let byte = source[index]
            index += 1
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\"") where inAttribute: bytes += "&quot;".utf8
            // A parser would make them spaces, or line feeds (XML 1.0 §2.11, §3.3.3).
            case 0x09 where inAttribute, 0x0A where inAttribute, 0x0D: bytes += "&#\(byte);".utf8
            case 0x09, 0x0A: bytes.append(byte)
            case 0..<0x20: continue
            case 0xEF
            where source.starts(with: "\u{FFFE}", at: index - 1) || source.starts(with: "\u{FFFF}", at: index - 1):
                index += 2
            default: bytes.append(byte)
            }
        }
    }
}
