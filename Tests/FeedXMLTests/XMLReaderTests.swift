import FeedXML
import Testing

@Suite("XML bytes become events")
struct XMLReaderTests {
    @Test("names are resolved through the vocabulary, whatever prefix the document uses")
    func namespaces() {
        let (text, report) = events(
            """
            <?xml version="1.0" encoding="shift_jis"?>
            <x:feed xmlns:x="https://www.w3.org/2005/atom/" xmlns="urn:else"><x:title a:lang="ja" xmlns:a="urn:a">題</x:title>\
            <other/><TITLE xmlns="http://www.w3.org/2005/Atom"/><title xmlns=""/></x:feed>
            """)
        #expect(
            text == """
                <1:x:feed><1:x:title a:lang="ja">題</1:x:title>\
                <255:?other></255:?other><1:TITLE></1:TITLE><0:title></0:title></1:x:feed>
                """)
        #expect(report.isComplete)
        #expect(report.diagnostics.count == 0)
    }

    @Test("text arrives with references resolved and CDATA unwrapped, comments and instructions not at all")
    func text() {
        let (text, report) = events(
            "<!-- a --><a>1 &lt; 2 &amp;&#x26;&#38;<![CDATA[ <b> & ]]><?php if (a > b) ?><!-- -- -->é</a><!-- z -->")
        #expect(text == "<0:a>1 < 2 &&& <b> & é</0:a>")
        #expect(report.diagnostics.count == 0)
    }

    @Test("every start tag has its offset in the source, repaired or not")
    func offsets() {
        let source = "<a>D&D &eacute;<b>x</b>\u{01}<b/></a>"
        var log = EventLog()
        _ = XMLReader(vocabulary: testVocabulary).read(Array(source.utf8).span, into: &log)
        #expect(log.offsets == [0, 15, 24])
    }

    @Test("a document that is plainly meant is repaired, and each repair is a diagnostic", arguments: Repair.all)
    func repairs(_ repair: Repair) {
        let (text, report) = events(repair.source)
        #expect(text == repair.events)
        #expect(report.diagnostics.first.map(\.kind) == repair.kinds)
    }

    @Test("what is said of names is said once, also where the document is read a second time")
    func diagnosticsOfNames() {
        let vocabulary = XMLVocabulary(
            namespaces: [XMLVocabulary.Namespace(code: 1, uris: ["urn:1"], prefixes: ["p"], ownsPrefixes: true)],
            localNames: ["a", "b"])
        var log = EventLog()
        let source = "<a xmlns:p='urn:2'><p:b/><q:b/><b>&bad;</b><q:b/></a>"
        let report = XMLReader(vocabulary: vocabulary).read(Array(source.utf8).span, into: &log)
        #expect(report.diagnostics.first.filter { $0.kind == .prefix }.map(\.offset) == [0, 25])
    }

    @Test("a root that never ends leaves its elements without an end")
    func unclosed() {
        let (text, report) = events("<feed><entry><title>1</title></entry><entry><title>2")
        #expect(text == "<0:feed><0:entry><0:title>1</0:title></0:entry><0:entry><0:title>2")
        #expect(!report.isComplete)
        #expect(report.diagnostics.first.map(\.kind) == [.unclosed])
    }

    @Test("a position counts lines and scalars from 1")
    func position() {
        let text = Array("a\néb\n".utf8)
        #expect(XMLPosition(of: 0, in: text.span).line == 1)
        #expect(XMLPosition(of: 4, in: text.span) == XMLPosition(of: 4, in: text.span))
        #expect(XMLPosition(of: 4, in: text.span).line == 2)
        #expect(XMLPosition(of: 4, in: text.span).column == 2)
        #expect(XMLPosition(of: 99, in: text.span).line == 3)
    }
}

/// A broken text, its events and its diagnostics.
struct Repair: CustomTestStringConvertible {
    var source: String
    var events: String
    var kinds: [XMLDiagnostic.Kind]

    init(_ source: String, _ events: String, _ kinds: XMLDiagnostic.Kind...) {
        self.source = source
        self.events = events
        self.kinds = kinds
    }

    var testDescription: String { source }

    static let all = [
        Repair("<a>D&D & &nbsp</a>", "<0:a>D&D & &nbsp</0:a>", .ampersand, .ampersand, .ampersand),
        Repair("<a>Caf&eacute;&LT;</a>", "<0:a>Café<</0:a>", .entity, .entity),
        Repair("<a>x\u{08}y\u{FFFF}z</a>", "<0:a>xyz</0:a>", .controlCharacter, .controlCharacter),
        Repair("<a><![CDATA[x\u{08}y]]></a>", "<0:a>xy</0:a>", .controlCharacter),
        Repair(
            "<a>&#150;&#0;&#x1F;&#X41;</a>", "<0:a>–A</0:a>", .characterReference, .characterReference,
            .characterReference, .characterReference),
        Repair("<a>1 < 2 <3 <> <= x</a>", "<0:a>1 < 2 <3 <> <= x</0:a>", .lessThan, .lessThan, .lessThan, .lessThan),
        Repair(
            "<a>Jo <jo@example.com> <https://example.com/></a>",
            "<0:a>Jo <jo@example.com> <https://example.com/></0:a>", .lessThan, .lessThan),
        Repair("<a>x ]]> y</a>", "<0:a>x ]]> y</0:a>", .cdata),
        Repair("<a><![CDATA[ <b> &</a>", "<0:a> <b> &</0:a>", .cdata),
        Repair("<a href=x lang='a\"b' b>t</a>", "<0:a href=\"x\" lang=\"a\"b\" b=\"\">t</0:a>", .startTag),
        Repair("<a href='1' href='2'/>", "<0:a href=\"1\"></0:a>", .attribute),
        Repair("<a href='?a=1&b=2&amp;c'/>", "<0:a href=\"?a=1&b=2&c\"></0:a>", .ampersand),
        Repair("<a href='a<b'/>", "<0:a href=\"a<b\"></0:a>", .startTag),
        Repair(
            "<a><b href=\"x>y</b><title lang=\"x\"/></a>",
            "<0:a><0:b href=\"x\">y</0:b><0:title lang=\"x\"></0:title></0:a>",
            .startTag),
        Repair("<a><b>x</a>", "<0:a><0:b>x</0:b></0:a>", .endTag),
        Repair("<a>x</b>y</a>", "<0:a>xy</0:a>", .endTag),
        Repair("<a><title>x</Title></a>", "<0:a><0:title>x</0:title></0:a>"),
        Repair("<a>x<br>y<BR/>z</br></a>", "<0:a>x<0:?br></0:?br>y<0:?BR></0:?BR>z</0:a>", .startTag),
        Repair("<feed><item>1<item>2</item></feed>", "<0:feed><0:item>1</0:item><0:item>2</0:item></0:feed>", .endTag),
        Repair(
            "<a><dc:creator>x</dc:creator><zz:b/><zz:b/></a>",
            "<0:a><2:dc:creator>x</2:dc:creator><255:zz:b></255:zz:b><255:zz:b></255:zz:b></0:a>", .prefix, .prefix),
        Repair("junk <a/> more <b/>", "<0:a></0:a>", .trailing, .trailing, .trailing),
        Repair("\n<?xml version='1.0'?><a/>", "<0:a></0:a>", .prolog),
        Repair(
            "<!DOCTYPE a [<!ENTITY me \"M &amp; E&#233;\"> <!-- ]> -->]><a b='&me;'>&me;</a>",
            "<0:a b=\"M & Eé\">M & Eé</0:a>"),
        Repair("<!DOCTYPE a SYSTEM \"http://example.com/x.dtd\"><a/>", "<0:a></0:a>"),
        Repair(
            "<!DOCTYPE a [<!ENTITY f SYSTEM \"file:///etc/passwd\">]><a>&f;</a>", "<0:a>&f;</0:a>", .entity, .ampersand),
        Repair(
            "<!DOCTYPE a [<!ENTITY x0 \"1\"><!ENTITY y \"&x0;&0;\">]><a>&y;</a>", "<0:a>&x0;&0;</0:a>", .entity),
        Repair("<a>x<b/><!-- y</a>", "<0:a>x<0:b></0:b></0:a>", .comment),
        Repair("<a></ >x</></a>", "<0:a></ >x</0:a>", .lessThan, .endTag),
    ]
}
