import FeedHTML
import FeedText
import Testing
import TributaryTestKit

@Suite("Relative URLs in HTML")
struct HTMLLinksTests {
    private static let base = BaseURL("https://example.org/blog/post")

    @Test(
        "A relative URL becomes absolute and every other byte stays",
        arguments: [
            (#"<a href="x">"#, #"<a href="https://example.org/blog/x">"#),
            (#"<a  HREF = 'x' class=y >t</A >"#, #"<a  HREF = 'https://example.org/blog/x' class=y >t</A >"#),
            ("<a href=/x>t", "<a href=\"https://example.org/x\">t"),
            ("<a href=//h.example/x>", "<a href=\"https://h.example/x\">"),
            ("<a href='#n'>", "<a href='https://example.org/blog/post#n'>"),
            ("<a href='?q=1&amp;r=2'>", "<a href='https://example.org/blog/post?q=1&amp;r=2'>"),
            ("<a href='?q=1&r=2'>", "<a href='https://example.org/blog/post?q=1&amp;r=2'>"),
            ("<a href=\" x \n\">", "<a href=\"https://example.org/blog/x\">"),
            ("<img src=../i.png alt=a>", "<img src=\"https://example.org/i.png\" alt=a>"),
            ("<video poster=p>", "<video poster=\"https://example.org/blog/p\">"),
            ("<object data='d'>", "<object data='https://example.org/blog/d'>"),
            ("<q cite='c'>", "<q cite='https://example.org/blog/c'>"),
            ("<use xlink:href='s'/>", "<use xlink:href='https://example.org/blog/s'/>"),
            (
                "<img srcset='a.png, /b.png 2x,https://cdn.example/c.png 3x'>",
                "<img srcset='https://example.org/blog/a.png, https://example.org/b.png 2x,https://cdn.example/c.png 3x'>"
            ),
            (
                "<img srcset='a,\u{1E} 2x, b'>",
                "<img srcset='https://example.org/blog/a%2C 2x, https://example.org/blog/b'>"
            ),
            (
                "&lt; <b>x</b><a href=1>日本</a><a href='https://example.com/A b'>z</a><a href=2>",
                "&lt; <b>x</b><a href=\"https://example.org/blog/1\">日本</a><a href='https://example.com/A b'>z</a>"
                    + "<a href=\"https://example.org/blog/2\">"
            ),
        ])
    func spliced(html: String, expected: String) {
        #expect(HTMLLinks.absolutized(html, base: Self.base) == expected)
    }

    @Test(
        "What is no relative URL in a URL attribute stays, byte for byte",
        arguments: [
            "", "no markup", "<a href='https://example.com/ä b'>", "<a href=mailto:a@example.org>", "<a href=''>",
            "<a href>",
            "<a href=", "<a href='x", "<!-- <a href='x'> -->", "<script>'<a href=\"x\">'</script>",
            "<style><a href='x'></style>",
            "<svg><![CDATA[<a href='x'>]]></svg>", "<a title='href=x'>", "href=x", "<a data-src='x'>", "<p data='x'>",
            "<textarea><a href='x'></textarea>", "<img src='data:image/png;base64,AAAA'>",
            "<a href='&#104;ttps://example.com/A'>",
            "<img srcset='https://example.com/a.png 2x, data:,x 1x'>", "<a hrefx='y'>", "<input value='x' name=src>",
        ])
    func untouched(html: String) {
        #expect(HTMLLinks.absolutized(html, base: Self.base) == html)
    }

    @Test(
        "Doing it twice is doing it once",
        arguments: ["<a href='x y\"&amp;&#39;'>", "<img srcset='a 1x, b 2x'>", "<a href=#a>"])
    func idempotent(html: String) {
        let once = HTMLLinks.absolutized(html, base: Self.base)
        #expect(once != html)
        #expect(HTMLLinks.absolutized(once, base: BaseURL("https://elsewhere.example/")) == once)
    }

    @Test("Tags that are passed over mean what they mean when they are read", arguments: 0..<20)
    func bareTags(seed: UInt64) {
        let pieces = [
            "<p>", "</p>", "<B>", "</strong>", "<h1>", "<br>", "<svg>", "</svg>", "<math>", "</math>", "<script>",
            "</script>", "<style>", "</STYLE>", "<textarea>", "</textarea>", "<xmp>", "</xmp>", "<title>", "</title>",
            "<![CDATA[<a href='x'>]]>", "<!-- ", " -->", "<a href='x'>", "<img src=y>", "text < > &", "</>", "< p>",
            "<p", "<1>", "<abcdefghijklmnopqrst>", "<q title=\"", "\">", "</a>",
        ]
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let html = (0..<12).map { _ in pieces.randomElement(using: &generator) ?? "" }
            // With a space before its bracket a tag is none that is passed over.
            let spaced = html.map { $0.first == "<" && $0.last == ">" && !$0.contains(" ") ? $0.dropLast() + " >" : $0 }
            #expect(
                HTMLLinks.absolutized(html.joined(), base: Self.base).filter { $0 != " " }
                    == HTMLLinks.absolutized(spaced.joined(), base: Self.base).filter { $0 != " " },
                "seed \(seed): \(html)")
        }
    }

    @Test("A base that is no absolute URL changes nothing", arguments: ["", "/x", "not a url"])
    func withoutBase(base: String) {
        #expect(HTMLLinks.absolutized("<a href='x'>", base: BaseURL(base)) == "<a href='x'>")
    }

    @Test(
        "Time grows with the length of the input",
        arguments: [
            "<a href=x>", "href=a:", "href='a:", "srcset=\"a:", "srcset='a:b, ", "<a ", "src = ", "<a href=\"", "=",
        ])
    func linear(piece: String) {
        func time(_ count: Int) -> Double {
            let html = "x" + String(repeating: piece, count: count)
            return ProcessorTime.seconds { _ = HTMLLinks.absolutized(html, base: Self.base) }
        }
        let count = 10_000 / piece.utf8.count
        #expect(time(8 * count) < time(count) * 20 + 0.002)
    }
}
