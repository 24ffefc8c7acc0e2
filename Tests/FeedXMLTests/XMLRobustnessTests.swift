import FeedXML
import Testing

@Suite("No XML text traps, hangs or eats memory")
struct XMLRobustnessTests {
    static let source = """
        <?xml version="1.0"?><!DOCTYPE f [<!ENTITY e "v&#65;">]><f xmlns="http://www.w3.org/2005/Atom" \
        xmlns:dc='http://purl.org/dc/elements/1.1/'><entry id="1"><title type='html'>a &amp; b &e; &eacute;</title>\
        <![CDATA[ x ]]><!-- c --><dc:creator>題 &#x1F600;</dc:creator><br/><link href="x?a&b"/></entry></f>
        """

    static let plainSource = """
        <?xml version="1.0"?>
        <f xmlns="http://www.w3.org/2005/Atom" xmlns:dc='http://purl.org/dc/elements/1.1/'><!-- plain -->
        <entry id="1 &lt; 2"><title type='html'>a &amp; b &#8217; &quot;</title>\r\n<![CDATA[ <p>x]] </p>\r]]>
        <dc:creator xml:lang="ja">題名 ！ ﾀﾞ</dc:creator><br/><link href="x?a&amp;b
        c"/></entry><entry/><?pi > ?></f>
        """

    @Test("any prefix of a document is read")
    func prefixes() {
        let bytes = Array(XMLRobustnessTests.source.utf8)
        for count in 0..<bytes.count {
            let (_, report) = events(Array(String(decoding: bytes[..<count], as: UTF8.self).utf8))
            #expect(!report.isComplete, "cut at byte \(count)")
        }
    }

    @Test("a document with any one byte changed is read")
    func flippedBytes() {
        var bytes = Array(XMLRobustnessTests.source.utf8)
        for index in bytes.indices {
            let byte = bytes[index]
            for changed in [byte ^ 0x01, byte ^ 0x80, 0, UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "\"")] {
                bytes[index] = changed
                let (text, _) = events(Array(String(decoding: bytes, as: UTF8.self).utf8))
                #expect(text.utf8.count <= bytes.count * 4, "byte \(index) changed to \(changed)")
            }
            bytes[index] = byte
        }
    }

    @Test("ten thousand nested elements keep their text")
    func deepNesting() {
        let source = String(repeating: "<a>", count: 10_000) + "deep" + String(repeating: "</a>", count: 10_000)
        let (text, report) = events(source)
        #expect(text.contains("deep"))
        #expect(report.diagnostics.first.contains { $0.kind == .limit })
        #expect(report.diagnostics.first.count == XMLLimits().diagnostics)
    }

    @Test("a tag with a million attributes is cut to its first ones")
    func manyAttributes() {
        var source = "<a"
        for index in 0..<1_000_000 { source += " a\(index)='>'" }
        source += ">text</a>"
        let (text, report) = events(source)
        #expect(text.hasSuffix(">text</0:a>"))
        #expect(report.diagnostics.first.map(\.kind) == [.limit])
    }

    @Test("entities that grow are expanded once and to 64 KB in all")
    func entityBombs() {
        var source = "<!DOCTYPE a [<!ENTITY x0 \"\(String(repeating: "y", count: 1000))\">"
        for index in 1..<10 {
            source += "<!ENTITY x\(index) \"" + String(repeating: "&x\(index - 1);", count: 10) + "\">"
        }
        source += "]><a>&x9;" + String(repeating: "&x0;", count: 100_000) + "</a>"
        let (text, report) = events(source)
        #expect(text.utf8.count < 700_000)
        #expect(report.diagnostics.first.contains { $0.kind == .limit })
        #expect(report.isComplete)
    }

    @Test(
        "twice the text takes about twice the time",
        arguments: [
            "<a>", "<a ", "<a b=\"", "<a b='<a c=\"", "<!--", "<!a ", "<!a [", "<![CDATA[", "<a><![CDATA[</a>", "<?x ",
            "</a>",
            "</", "&", "&a", "]]", "<a xmlns:b='c'>", "<item>", "<a/>", "<!DOCTYPE a [<!ENTITY x '", "<a><!--</a>",
            "<b></c>",
        ])
    func linear(_ piece: String) {
        let clock = ContinuousClock()
        func time(_ count: Int) -> Duration {
            let source = Array(("<f>" + String(repeating: piece, count: count)).utf8)
            return (0..<3).map { _ in clock.measure { _ = events(source) } }.min() ?? .zero
        }
        let half = time(2_000)
        let whole = time(8_000)
        #expect(whole < half * 12 + .milliseconds(200), "\(half) became \(whole)")
    }
}
