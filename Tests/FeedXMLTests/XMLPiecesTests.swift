import FeedText
import FeedXML
import Testing

@Suite("A text that is read in pieces makes the same events as the whole")
struct XMLPiecesTests {
    /// How many bytes a piece has: small ones end at every place of a document sooner or later.
    private static let lengths = [16, 17, 64, 1000]

    @Test("random documents", arguments: 0..<20)
    func random(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed) + 3000)
        for _ in 0..<100 {
            var source = Bool.random(using: &generator) ? "<?xml version='1.0'?>\n<a>" : "<a>"
            for _ in 0..<Int.random(in: 0..<40, using: &generator) {
                source += XMLProducersTests.pieces.randomElement(using: &generator) ?? ""
            }
            if Bool.random(using: &generator) { source += "</a>" }
            try expectSameEvents(Array(source.utf8), "seed \(seed)")
        }
    }

    @Test("well-formed documents with one change", arguments: 0..<10)
    func mutated(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed) + 4000)
        for _ in 0..<200 {
            var bytes = Array(XMLRobustnessTests.plainSource.utf8)
            let index = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: bytes.remove(at: index)
            case 1: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: index)
            default: bytes.removeSubrange(index...)
            }
            try expectSameEvents(bytes, "seed \(seed)")
        }
    }

    @Test(
        "what is hard to cut, at every place of a piece",
        arguments: [
            "<![CDATA[ ]] > ]] \r\n ]>]]>", "x ]]> y", "<!-- - -- -->", "&amp;&#x1F600;&lt;", "😀題é", "\r\n\r\r\n",
            "<?pi ? > ?>", "<b href='&amp;\r\n x'\n lang = \"y\" />", "</a>\n<!-- x -->\n", "</a> y", "<b></b ><b></c>",
            "<entry><odd></odd></entry>", "<entry><odd></entry>", "<entry><odd><b a='</odd></entry>'/></odd></entry>",
            "<entry><odd><odd/></odd x='>'></entry>", "<title>1<title>2</title>",
            "<entry><odd><b>1</b><item a='</entry </odd                                '/></odd></entry>",
            "</a>\n<entry>1</entry>", "</a><a><entry>1</entry>",
        ])
    func borders(part: String) throws {
        for shift in 0..<40 {
            let source = "<a>" + String(repeating: "-", count: shift) + part + "<b>text</b></a>"
            try expectSameEvents(Array(source.utf8), part)
        }
    }

    @Test("blanks and a declaration before the root, at every place of a piece")
    func prologs() throws {
        for shift in 0..<40 {
            let blanks = String(repeating: " ", count: shift)
            for prolog in [
                "\(blanks)<?xml version='1.0'?>", "<?xml version='1.0' \(blanks)?>", "<!--\(blanks)-->\n\(blanks)",
            ] {
                try expectSameEvents(Array("\(prolog)<a>é</a>\(blanks)".utf8), prolog)
                try expectSameEvents(Array("\u{FEFF}\(prolog)<a>é</a>".utf8), prolog)
                try expectSameEvents(Array("\(prolog)<a/>\(blanks)<b/>".utf8), prolog)
            }
        }
    }

    @Test("texts and sections that are much longer than a piece")
    func longTexts() throws {
        let text = String(repeating: "題é&amp;&#233;\r\n😀 &lt;b&gt;\rx&#x1F600; ]] ", count: 3000)
        let plain = String(repeating: "題 ]] ", count: 8000)
        for part in [text, plain, "<![CDATA[\(text)]]>", "<!--\(plain)-->", "<b href='\(plain)'/>", text + "]]>"] {
            try expectSameEvents(Array("<a><b>1</b>\(part)<b/></a>".utf8), "\(part.prefix(10))…")
        }
    }

    @Test("no more is held than a piece and what is read at once")
    func memory() throws {
        let entry = Array(
            "<entry><title>Tide &amp; time, 潮</title><b>\(String(repeating: "x", count: 200))</b></entry>".utf8)
        let bytes = Array("<a>".utf8) + (0..<1000).flatMap { _ in entry } + Array("</a>".utf8)
        let source = ByteSource(count: bytes.count, pieceLength: 1000) { range throws(ByteSource.Failure) in
            guard range.count <= 64 << 10 else { throw ByteSource.Failure("\(range.count) bytes at once") }
            return Array(bytes[range])
        }
        var log = EventLog()
        let text = try #require(try CharsetDecoder.verbatimXML(source, transportCharset: nil))
        #expect(try XMLReader(vocabulary: testVocabulary).read(text, into: &log).isComplete)
        #expect(log.offsets.count == 3001)
    }

    private func expectSameEvents(_ bytes: [UInt8], _ comment: String) throws {
        let whole = CharsetDecoder.decode(bytes)
        var expected = EventLog()
        let expectedReport = XMLReader(vocabulary: testVocabulary).read(whole.utf8.span, into: &expected)
        expected.flush()
        for length in Self.lengths {
            let source = ByteSource(bytes, pieceLength: length)
            guard let text = try CharsetDecoder.verbatimXML(source, transportCharset: nil) else { continue }
            var log = EventLog()
            let report = try XMLReader(vocabulary: testVocabulary).read(text, into: &log)
            log.flush()
            let place =
                "\(comment), pieces of \(length): \(String(decoding: bytes.prefix(500), as: UTF8.self).debugDescription)"
            #expect(log.text == expected.text, "\(place)")
            #expect(log.offsets == expected.offsets, "\(place)")
            #expect(report.isComplete == expectedReport.isComplete, "\(place)")
            #expect(report.diagnostics.first == expectedReport.diagnostics.first, "\(place)")
        }
    }
}
