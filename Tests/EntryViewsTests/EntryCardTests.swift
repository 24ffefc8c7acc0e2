import EntryViews
import FeedHTML
import FeedModel
import Testing

@Suite("What a card shows of an entry")
struct EntryCardTests {
    private static func card(_ change: (inout Entry) -> Void) -> EntryCard {
        var entry = Entry(id: "1")
        change(&entry)
        return EntryCard(entry)
    }

    @Test("A missing title is made from the text, and the summary goes on where it ends")
    func untitled() {
        #expect(Self.card { _ in }.title == "(untitled)")
        let short = Self.card { $0.contentHTML = "<p>Just this.</p>" }
        #expect(short.title == "Just this." && short.summary == nil)
        let long = Self.card { $0.contentText = String(repeating: "word ", count: 30) }
        #expect(long.title == String(repeating: "word ", count: 13) + "word…")
        #expect(long.summary == String(repeating: "word ", count: 15) + "word")
        #expect(Self.card { $0.title = " \n\u{200B}\u{7} " }.title == "(untitled)")
    }

    @Test("The summary is the summary, else the text, unless it only repeats the title")
    func summary() {
        #expect(Self.card { ($0.title, $0.summary, $0.contentText) = ("t", "s", "c") }.summary == "s")
        #expect(Self.card { ($0.title, $0.contentText, $0.contentHTML) = ("t", "c", "h") }.summary == "c")
        #expect(Self.card { ($0.title, $0.contentHTML) = ("t", "<p>a</p><p>b &amp; c</p>") }.summary == "a b & c")
        #expect(Self.card { ($0.title, $0.contentHTML) = ("same", "<b>same</b>") }.summary == nil)
    }

    @Test(
        "Only URLs of the web are links",
        arguments: [
            ("https://example.org/a", "https://example.org/a"), ("http://example.org/ü", "http://example.org/ü"),
            ("mailto:a@example.org", "mailto:a@example.org"), ("HTTPS://example.org/", "HTTPS://example.org/"),
            ("javascript:alert(1)", nil), ("file:///etc/passwd", nil), ("data:text/html,x", nil), ("/relative", nil),
            ("", nil),
            ("https://example.org/a b\u{1B}\u{9B}\u{202E}", "https://example.org/a%20b%1B%C2%9B%E2%80%AE"),
        ])
    func links(url: String, expected: String?) {
        #expect(Self.card { $0.url = url }.link == expected)
        #expect(Self.card { $0.externalURL = url }.link == expected)
    }

    @Test("The image is the entry's own, else the first of its HTML, with the text that the HTML has for it")
    func images() {
        let html = "<img src='/a.png' alt='A &amp; B'><img src='https://example.org/b.png' alt='second'>"
        let own = Self.card { ($0.contentHTML, $0.image) = (html, "https://example.org/b.png") }
        #expect(own.image == HTMLImage(url: "https://example.org/b.png", alternativeText: "second"))
        let first = Self.card { ($0.contentHTML, $0.url) = (html, "https://example.org/post") }
        #expect(first.image == HTMLImage(url: "https://example.org/a.png", alternativeText: "A & B"))
        #expect(Self.card { $0.image = "javascript:x" }.image == nil)
        #expect(Self.card { $0.contentHTML = "no image" }.image == nil)
    }

    @Test("Names without anything in them are left out")
    func emptyNames() {
        let card = Self.card {
            ($0.authors, $0.tags) = (
                [Author(url: "https://a.example"), Author(name: " Ann\nB ")], ["", " x  y ", "\u{200B}"]
            )
        }
        #expect(card.authors == ["Ann B"])
        #expect(card.tags == ["x y"])
        #expect(card.feedName == nil && card.number == nil && card.date == nil)
    }
}
