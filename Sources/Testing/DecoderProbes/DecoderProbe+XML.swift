import FeedXML

extension DecoderProbe {
    /// The XML reader: its plain scanner and libxml2 behind repair make the same events of any text, every start has
    /// its end where the document is complete, and no more text comes out than the limits allow.
    static let xml = DecoderProbe(
        "xml", tokens: xmlTokens,
        takesFixture: { ["xml", "atom", "rss", "rdf"].contains($0.suffix) },
        probe: { bytes throws(BrokenPromise) in
            let source = Array(String(decoding: bytes, as: UTF8.self).utf8)
            let (plain, report) = events(of: source, from: .automatic)
            let (other, otherReport) = events(of: source, from: .libXML2)
            try expect(plain.bytes == other.bytes, "\(text(plain.bytes)) by libxml2 is \(text(other.bytes))")
            try expect(report.isComplete == otherReport.isComplete, "only one producer sees an end")
            try expect(plain.depth == 0 || !report.isComplete, "\(plain.depth) elements have no end")
            try expect(report.diagnostics.first.count <= 100, "\(report.diagnostics.first.count) diagnostics")
            let most = 8 * source.count + XMLLimits().entityText + 1024
            try expect(plain.bytes.count <= most, "\(plain.bytes.count) bytes of events of \(source.count)")
        })

    /// What XML is made of.
    static let xmlTokens = [
        "<![CDATA[", "]]>", "<!--", "-->", "<?xml version=\"1.0\" encoding=\"utf-16\"?>", "<?", "?>", "<!DOCTYPE a [",
        "<!ENTITY e \"x\">", "]>", "&e;", "&amp;", "&lt;", "&#x0;", "&#xD800;", "&#10;", "&nbsp;", "&amp;amp;",
        " xmlns=\"\"",
        " xmlns:a=\"http://www.w3.org/2005/Atom\"", " xml:base=\"../\"", " xml:lang=\"ja\"", "<entry>", "</entry>",
        "<item>", "</item>", "<title type=\"xhtml\">", "<content type=\"html\">", "<content src=\"a\" type=\"b\"/>",
        "<link rel=\"enclosure\" href=\"a\" length=\"9\"/>", "<guid isPermaLink=\"false\">", "<pubDate>", "<updated>",
        "<author>", "<media:group>", "<media:content url=\"a\" fileSize=\"1\"/>", "<itunes:duration>1:2:3",
        "<content:encoded>", "<dc:date>", "<category term=\"a\"/>", "</", "/>", "=\"", "='", "\u{FEFF}", "\r\n", "<a:b",
        "<:", "é",
    ]

    private static func events(
        of source: [UInt8], from producer: XMLReader.Producer
    ) -> (EventRecord, XMLReader.Report) {
        var record = EventRecord()
        let report = XMLReader(vocabulary: vocabulary, producer: producer).read(source.span, into: &record)
        return (record, report)
    }

    private static let vocabulary = XMLVocabulary(
        namespaces: [
            XMLVocabulary.Namespace(code: 1, uris: ["http://www.w3.org/2005/Atom"], prefixes: ["atom", "a"]),
            XMLVocabulary.Namespace(code: 2, uris: ["http://purl.org/dc/elements/1.1/"], prefixes: ["dc"]),
        ],
        localNames: ["feed", "rss", "channel", "entry", "item", "title", "link", "href", "date"],
        records: ["item", "entry"], roots: ["rss", "RDF", "feed", "entry", "channel"])
}

/// Events written down as bytes, so that two producers can be compared.
private struct EventRecord: XMLEventHandler {
    private(set) var bytes: [UInt8] = []
    private(set) var depth = 0

    mutating func startElement(_ tag: borrowing XMLStartTag) {
        depth += 1
        bytes.append(0xFF)
        append(tag.name)
        bytes += tag.names[tag.qualifiedName]
        for attribute in tag.attributes {
            bytes.append(0xFE)
            append(attribute.name)
            bytes += tag.names[attribute.qualifiedName]
            bytes.append(0xFD)
            bytes += tag.bytes[attribute.value]
        }
        bytes.append(0xFC)
    }

    mutating func text(_ text: Span<UInt8>) {
        for index in text.indices { bytes.append(text[index]) }
    }

    mutating func endElement(_ name: XMLName) {
        depth -= 1
        bytes.append(0xFB)
        append(name)
    }

    private mutating func append(_ name: XMLName) {
        bytes += [name.namespace, UInt8(truncatingIfNeeded: name.local)]
    }
}
