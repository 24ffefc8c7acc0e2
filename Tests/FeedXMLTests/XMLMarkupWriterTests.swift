import FeedXML
import Testing

@Suite("Events are written back as markup")
struct XMLMarkupWriterTests {
    /// Writes everything inside the root element.
    private struct Inner: XMLEventHandler {
        var writer = XMLMarkupWriter(bareNamespaces: [3])
        var depth = 0

        mutating func startElement(_ tag: borrowing XMLStartTag) {
            if depth > 0 {
                writer.startElement(tag) { name, value in name.count == 4 && value.count == 1 ? "/made/absolute" : nil }
            }
            depth += 1
        }

        mutating func text(_ bytes: Span<UInt8>) { writer.text(bytes) }

        mutating func endElement(_ name: XMLName) {
            depth -= 1
            if depth > 0 { writer.endElement() }
        }
    }

    @Test("names, attributes, text and void elements come out as HTML has them")
    func markup() {
        let source = """
            <feed xmlns:h="http://www.w3.org/1999/xhtml"><h:p class="a &amp; &quot;b&quot;" xml:lang="ja">1 &lt; 2<h:br/>\
            <h:i></h:i>"q" &amp;<x href="y" title="y"/></h:p></feed>
            """
        var handler = Inner()
        _ = XMLReader(vocabulary: testVocabulary).read(Array(source.utf8).span, into: &handler)
        #expect(
            String(decoding: handler.writer.bytes, as: UTF8.self) == """
                <p class="a &amp; &quot;b&quot;" lang="ja">1 &lt; 2<br/><i></i>"q" &amp;\
                <x href="/made/absolute" title="y"></x></p>
                """)
    }
}
