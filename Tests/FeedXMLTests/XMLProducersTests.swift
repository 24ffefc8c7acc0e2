import FeedXML
import Testing

@Suite("Both producers make the same events")
struct XMLProducersTests {
    /// What random documents are made of: plain, odd and broken.
    static let pieces = [
        "<a>", "</a>", "<b>", "</b>", "<b/>", "<entry>", "</entry>", "<title>", "</title>", "<dc:creator>",
        "</dc:creator>", "<br>", "<br/>", "<item>", "</item>", "<a href='x'>", "<b href=\"1 &lt; 2\" lang='\u{E9}'/>",
        "<b xmlns='http://www.w3.org/2005/Atom'>", "<q:b xmlns:q='urn:q' q:href='&#x26;'/>", "<b href='1' href='2'/>",
        "<b href=x>", "text", " & ", "&amp;", "&lt;", "&gt;", "&#233;", "&#xE9;", "&#150;", "&nbsp;", "&unknown;", "é題",
        "\u{FFFF}", "\u{FEFF}", "\r\n", "\r", "\n\t", "]]>", "]", "<![CDATA[ <b> & \r\n]]>", "<![CDATA[", "<!-- - -->",
        "<!-- x", "<?pi x?>", "<?pi", "<!DOCTYPE a [<!ENTITY e 'v'>]>", "&e;", "\u{01}", "<", ">", "\"", "'", "<3",
        "</",
        "<item/>", "<item<title>", "<item\">", "<odd>", "</odd>", "<odd/>", "<od\u{00}d>", "<b href='1 lang='2'/>",
        "<a\nhref = 'a\tb\nc'\n>", "<B>", "</B >", "=", "/>", "<é>", "</é>", "<:a>", "<a:>", "<b href='<'>",
    ]

    @Test("random documents", arguments: 0..<40)
    func random(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<100 {
            var source = "<a>"
            for _ in 0..<Int.random(in: 0..<30, using: &generator) {
                source += XMLProducersTests.pieces.randomElement(using: &generator) ?? ""
            }
            if Bool.random(using: &generator) { source += "</a>" }
            expectSameEvents(source, seed)
        }
    }

    @Test("well-formed documents with one change", arguments: 0..<10)
    func mutated(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed) + 1000)
        let whole = Array(XMLRobustnessTests.plainSource.utf8)
        for _ in 0..<200 {
            var bytes = whole
            let index = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes.remove(at: index)
            case 1: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: index)
            case 2: bytes.removeSubrange(index...)
            default: bytes[index] = UInt8.random(in: 0..<128, using: &generator)
            }
            expectSameEvents(String(decoding: bytes, as: UTF8.self), seed)
        }
    }

    @Test("names that are known from the beginning change nothing", arguments: 0..<4)
    func usualNames(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed) + 2000)
        let names = [
            "a", "b", "xmlns", "xmlns:q", "q:b", "entry", "dc:creator", "br", "href", "q:href", "B", "nothing",
        ]
        let reader = XMLReader(vocabulary: testVocabulary, usual: XMLUsualNames(names, of: testVocabulary))
        for _ in 0..<100 {
            let source = "<a>" + (0..<20).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
            var log = EventLog()
            let report = reader.read(Array(source.utf8).span, into: &log)
            log.flush()
            let expected = events(source)
            #expect(log.text == expected.text, "\(source), seed \(seed)")
            #expect(
                report.diagnostics.first.map(\.message) == expected.report.diagnostics.first.map(\.message),
                "\(source), seed \(seed)")
        }
    }

    @Test("a plain document is read without a repair by both")
    func plain() {
        expectSameEvents(XMLRobustnessTests.plainSource, 0)
        #expect(events(XMLRobustnessTests.plainSource).report.diagnostics.count == 0)
    }

    @Test("text that is longer than a piece, with what has to be resolved at every place of it")
    func longText() {
        for shift in 0..<8 {
            let text = String(repeating: "題é&amp;&#233;\r\n😀 &lt;b&gt;\rx&#x1F600;", count: 3000)
            let source = "<a>" + String(repeating: "-", count: shift) + text + "<![CDATA[\(text)]]></a>"
            expectSameEvents(source, shift)
            #expect(events(source, from: .plain).report.isComplete)
        }
    }

    @Test("names of all lengths that differ in one letter are told apart")
    func similarNames() {
        var source = "<a>"
        for length in 1..<40 {
            for index in 0..<length {
                var name = Array(repeating: "n", count: length)
                name[index] = "m"
                source += "<\(name.joined())/>"
            }
        }
        source += "</a>"
        expectSameEvents(source, 0)
        #expect(Set(events(source).text.split(separator: "<")).count == 2 * (1..<40).reduce(0, +) + 2)
    }

    private func expectSameEvents(_ source: String, _ seed: Int) {
        let plain = events(source, from: .automatic)
        let other = events(source, from: .libXML2)
        #expect(plain.text == other.text, "seed \(seed): \(source.debugDescription)")
        #expect(plain.report.isComplete == other.report.isComplete, "seed \(seed): \(source.debugDescription)")
    }
}

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
