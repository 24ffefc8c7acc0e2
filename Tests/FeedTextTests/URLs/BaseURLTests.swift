import FeedText
import Testing

@Suite("A base that was taken apart once")
struct BaseURLTests {
    private static let bases = [
        "https://example.org/blog/post?q#f", "http://example.org", "https://example.org/",
        "https://u:p@example.org:8443/a/b/",
        "https://example.org/ä b/c", "https://example.org/it's/x", "https://example.org/a&b/x", "mailto:a@example.org",
        "tag:example.org,2026:x", "/relative", "", "file:///home/x", "https://日本.example/x",
    ]
    private static let pieces = [
        "/", "//", "a", "b.png", ".", "..", "../", "../../", "%2e", "?", "#", ":", "http", "https://h.example", " ",
        "ä", "\\", "'", "&",
        "x=1", "mailto", "javascript", "-", "@", "\t",
    ]

    @Test("It resolves every reference as the long way does", arguments: bases)
    func sameAsLongWay(text: String) {
        let base = BaseURL(text)
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<4000 {
            let length = Int.random(in: 0...5, using: &generator)
            let reference = (0..<length).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
            let expected = URLText.resolve(reference, against: text)
            #expect(base.resolve(reference) == expected, "\(reference) against \(text)")
        }
    }

    @Test("What is written before a plain path makes it absolute")
    func prefixes() {
        let base = BaseURL("https://example.org/blog/post?q#f")
        func prefix(_ reference: String) -> String? {
            base.prefix(ofPlain: reference.utf8.span).map {
                "\(String(decoding: $0.prefix, as: UTF8.self)) \($0.steps)"
            }
        }
        #expect(prefix("/x/y.png?z#t") == "https://example.org 0")
        #expect(prefix("x/y.png") == "https://example.org/blog/ 0")
        #expect(prefix("../x") == "https://example.org/ 3")
        #expect(prefix("#f") == "https://example.org/blog/post?q 0")
        // Above the root there is nothing.
        #expect(prefix("../../x") == "https://example.org/ 6")
        for reference in ["", "//h/x", "./x", "x:y", "?q", "#f<", "x y", "/a/../b", "/%2e/b", "x&amp;'", "日本"] {
            #expect(prefix(reference) == nil, "\(reference)")
        }
    }
}
