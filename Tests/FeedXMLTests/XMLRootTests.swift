import FeedXML
import Testing

@Suite("The head of a document shows its root element")
struct XMLRootTests {
    @Test(
        "what may stand before the root is skipped",
        arguments: [
            "<feed xmlns='http://www.w3.org/2005/Atom'>",
            "\u{FEFF}\n <?xml version='1.0'?>\n<!-- <rss> --><?x y?><!DOCTYPE feed [<!ENTITY a '<b>'>]>"
                + "<a:feed xmlns:a='http://www.w3.org/2005/Atom'>",
            "<atom:feed",
            "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:cut='http://exam",
        ])
    func found(_ head: String) {
        let root = XMLRoot.find(in: Array(head.utf8).span, vocabulary: testVocabulary)
        #expect(root?.tag.name == XMLName(namespace: 1, local: 1))
    }

    @Test("a head that is cut within a character is read as far as its characters are whole")
    func cutCharacter() {
        let head = Array("<feed xmlns='http://www.w3.org/2005/Atom'><title>日誌".utf8)
        for length in head.count - 6...head.count {
            let cut = Array(head[..<length])
            let root = XMLRoot.find(in: cut.span, vocabulary: testVocabulary)
            #expect(root?.tag.name == XMLName(namespace: 1, local: 1))
        }
        let cut = Array("<feed title='日誌".utf8.dropLast())
        let root = XMLRoot.find(in: cut.span, vocabulary: testVocabulary)
        #expect(root?.tag.name == XMLName(namespace: 0, local: 1))
    }

    @Test("a head in UTF-16 is read, with and without byte-order mark")
    func wide() {
        let head = "<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'/>"
        for mark in ["", "\u{FEFF}"] {
            let little = (mark + head).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            let big = (mark + head).utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            for bytes in [little, big] {
                let root = XMLRoot.find(in: bytes.span, vocabulary: testVocabulary)
                #expect(root?.tag.name == XMLName(namespace: 1, local: 1))
            }
        }
    }

    @Test("a head in another encoding is read, whatever its bytes are")
    func foreign() {
        let entity = Array("<!ENTITY ".utf8) + [0xFA, 0x68, 0x65, 0x64] + Array(" \"x\">".utf8)
        let other = Array("<!ENTITY ".utf8) + [0xA4, 0xCE, 0x68, 0x65] + Array(" \"x\">".utf8)
        let head = Array("<!DOCTYPE feed [".utf8) + (0..<8).flatMap { _ in entity + other } + Array("]><".utf8)
        let root = XMLRoot.find(
            in: (head + Array("feed title='".utf8) + [0xFA, 0xA4] + Array("'>".utf8)).span, vocabulary: testVocabulary)
        #expect(root?.tag.name == XMLName(namespace: 0, local: 1))
        let title = root?.tag.attributes.first.map { root?.tag.bytes[$0.value] } ?? nil
        #expect(title.map(Array.init) == Array("??".utf8))
    }

    @Test(
        "a head without a tag has no root", arguments: ["", "<", "text", "<!-- <feed>", "<?xml", "{\"a\": 1}", "<1>"])
    func notFound(_ head: String) {
        #expect(XMLRoot.find(in: Array(head.utf8).span, vocabulary: testVocabulary) == nil)
    }
}
