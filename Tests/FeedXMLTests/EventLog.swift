import FeedXML

/// A small vocabulary: enough of one to see how names are resolved.
let testVocabulary = XMLVocabulary(
    namespaces: [
        XMLVocabulary.Namespace(code: 1, uris: ["http://www.w3.org/2005/Atom"], prefixes: ["atom"]),
        XMLVocabulary.Namespace(code: 2, uris: ["http://purl.org/dc/elements/1.1/"], prefixes: ["dc"]),
        XMLVocabulary.Namespace(code: 3, uris: ["http://www.w3.org/1999/xhtml"], prefixes: ["xhtml"]),
    ],
    localNames: ["feed", "entry", "title", "creator", "item", "href", "lang", "a", "b"], records: ["item", "entry"],
    roots: ["feed", "a", "f", "x"], lines: ["title"])

/// Writes events down, so that a test can compare them: `<1:title href="x">text</1:title>`.
struct EventLog: XMLEventHandler {
    var text = ""
    var offsets: [Int] = []
    private var open: [String] = []
    private var pending: [UInt8] = []

    mutating func startElement(_ tag: borrowing XMLStartTag) {
        flush()
        let written = string(tag.names, tag.qualifiedName)
        let name = "\(tag.name.namespace):\(tag.name.local == 0 ? "?" : "")\(written)"
        text += "<\(name)"
        for attribute in tag.attributes {
            text += " \(string(tag.names, attribute.qualifiedName))=\"\(string(tag.bytes, attribute.value))\""
        }
        text += ">"
        open.append(name)
        offsets.append(tag.offset)
    }

    mutating func text(_ bytes: Span<UInt8>) {
        for index in bytes.indices { pending.append(bytes[index]) }
    }

    mutating func endElement(_ name: XMLName) {
        flush()
        text += "</\(open.popLast() ?? "nothing")>"
    }

    mutating func flush() {
        text += String(decoding: pending, as: UTF8.self)
        pending.removeAll()
    }

    private func string(_ bytes: [UInt8], _ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}

/// Reads a text into its events, written down.
func events(
    _ source: String, from producer: XMLReader.Producer = .automatic
) -> (text: String, report: XMLReader.Report) {
    events(Array(source.utf8), from: producer)
}

/// Reads a text into its events, written down.
func events(
    _ source: [UInt8], from producer: XMLReader.Producer = .automatic
) -> (text: String, report: XMLReader.Report) {
    var log = EventLog()
    let report = XMLReader(vocabulary: testVocabulary, producer: producer).read(source.span, into: &log)
    log.flush()
    return (log.text, report)
}
