import FeedHTML
import Testing
import TributaryTestKit

@Suite("What a page says of its feeds")
struct HTMLPageTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var html: String
        /// Each as `origin format url title`.
        var links: [String]

        init(_ description: String, _ html: String, _ links: String...) {
            testDescription = description
            self.html = html
            self.links = links
        }
    }

    private static let cases = [
        Case(
            "the usual", #"<link rel="alternate" type="application/atom+xml" title="Harbour Notes" href="/atom.xml">"#,
            "declared atom https://example.com/atom.xml Harbour Notes"),
        Case(
            "any case, any quotes, words around",
            "<LINK HREF=feed.rss TYPE='Application/RSS+XML; charset=utf-8' REL='home ALTERNATE'>",
            "declared rss https://example.com/blog/feed.rss -"),
        Case(
            "JSON Feed", #"<link rel=alternate type=application/feed+json href=//cdn.example.org/feed.json>"#,
            "declared json_feed https://cdn.example.org/feed.json -"),
        Case(
            "RSS 1.0 and types that nobody has registered",
            """
            <link rel=alternate type=application/rdf+xml href=/1><link rel=alternate type=text/rss href=/2>
            <link rel=alternate type=application/x.atom+xml href=/3>
            """,
            "declared rss https://example.com/1 -", "declared rss https://example.com/2 -",
            "declared atom https://example.com/3 -"),
        Case("rel=feed without a type", "<link rel=feed href=/news>", "declared - https://example.com/news -"),
        Case(
            "references in the address and the title",
            #"<link rel=alternate type=application/rss+xml href=" /?a=1&amp;feed=rss2 " title="Caf&eacute; &amp; Tee">"#,
            "declared rss https://example.com/?a=1&feed=rss2 Café & Tee"),
        Case(
            "a base, the first one",
            """
            <base target=_top><base href="https://example.org/x/"><base href="https://example.net/">
            <link rel=alternate type=application/atom+xml href=a.xml>
            """, "declared atom https://example.org/x/a.xml -"),
        Case(
            "links in the body, after everything",
            """
            <body><p>Text</p><link rel=alternate type=application/atom+xml href=/a>
            """, "declared atom https://example.com/a -"),
        Case(
            "not in comments, scripts, styles",
            """
            <!-- <link rel=alternate type=application/atom+xml href=/a> -->
            <script>"<link rel=alternate type=application/atom+xml href=/b>"</script>
            <style><link rel=alternate type=application/atom+xml href=/c></style>
            """),
        Case(
            "a base of another scheme is none",
            "<base href=s://example.org/><link rel=alternate type=application/atom+xml href=a.xml>",
            "declared atom https://example.com/blog/a.xml -"),
        Case(
            "no feeds: style sheets, translations, other views",
            """
            <link rel="alternate stylesheet" type=text/css href=/feed.css>
            <link rel=alternate hreflang=ja href=/ja/>
            <link rel=alternate type=text/html href=/feed>
            <link rel=alternate type=application/json+oembed href="/oembed?format=json">
            <link rel=alternate type=text/xml+oembed href="/oembed?format=xml">
            <link rel=stylesheet type=application/atom+xml href=/feed>
            <link rel=alternate type=application/atom+xml>
            <link rel=alternate type=application/atom+xml href="javascript:feed">
            """),
        Case(
            "shared types only where the address or the title says more",
            """
            <link rel=alternate type=application/json href=/wp-json/wp/v2/posts/7>
            <link rel=alternate type=application/json href=/feed.json>
            <link rel=alternate type=text/xml title="All of it (RSS)" href=/all.xml>
            <link rel=alternate type=text/xml href=/sitemap.xml>
            <link rel=alternate type=text/xml href=/data.xml>
            """,
            "likely json_feed https://example.com/feed.json -",
            "likely - https://example.com/all.xml All of it (RSS)"),
        Case(
            "anchors that look like feeds",
            """
            <a href=/about>About</a> <a href="/feed/"><img src=x>Our <b>feed</b></a> <a href=/index.xml title=XML>here</a>
            <a href="feed://example.com/other.rss">O</a> <a href="/?feed=atom">A</a> <a href=/feeding-cats>cats</a>
            <a href="https://reader.example/subscribe?url=https%3A%2F%2Fexample.com%2Ffeed">add</a>
            <a href="https://reader.example/i/https://example.com/feed.rss">add</a>
            """,
            "anchor - https://example.com/feed/ Our feed", "anchor - https://example.com/index.xml XML",
            "anchor rss https://example.com/other.rss O", "anchor atom https://example.com/?feed=atom A"),
        Case(
            "each once, without fragments",
            """
            <link rel=alternate type=application/atom+xml href=/a#x><a href="/a" type=application/atom+xml>A</a>
            <link rel=alternate type=application/atom+xml href=/a>
            """, "declared atom https://example.com/a -"),
        Case(
            "comments and tags behind the whole, whatever their order",
            """
            <link rel=alternate type=application/rss+xml title="Orchard » Comments" href=/x>
            <link rel=alternate type=application/rss+xml href=/comments/feed/>
            <link rel=alternate type=application/rss+xml href=/tag/apples/feed/>
            <link rel=alternate type=application/rss+xml title=Orchard href=/feed/>
            """,
            "declared rss https://example.com/feed/ Orchard", "declared rss https://example.com/x Orchard » Comments",
            "declared rss https://example.com/comments/feed/ -", "declared rss https://example.com/tag/apples/feed/ -"),
        Case(
            "the page's language first",
            """
            <html lang=ja-JP><link rel=alternate type=application/atom+xml hreflang=en href=/en.xml>
            <link rel=alternate type=application/atom+xml hreflang=ja title=柱時計 href=/ja.xml>
            """, "declared atom https://example.com/ja.xml 柱時計", "declared atom https://example.com/en.xml -"),
        Case(
            "declared before likely before anchors",
            """
            <a href=/1.rss>1</a><link rel=alternate href=/2.rss><link rel=alternate type=application/rss+xml href=/3.rss>
            """,
            "declared rss https://example.com/3.rss -", "likely rss https://example.com/2.rss -",
            "anchor rss https://example.com/1.rss 1"),
        Case(
            "anchors to XML whose text or picture says what it is",
            """
            <a href=/f.xml><img src=i alt=RSS></a> <a href=/g.xml>Our <i>Atom</i> feed</a> <a href=/price-list.xml>Prices</a>
            <a href=/h.xml title="RSS of boats"></a> <a href=/about>What is RSS?</a>
            """, "anchor - https://example.com/f.xml RSS", "anchor - https://example.com/g.xml Our Atom feed",
            "anchor - https://example.com/h.xml RSS of boats"),
        Case("a tag that never ends", "<link rel=alternate type=application/rss+xml href=/3.rss"),
    ]

    @Test("The links to feeds are found, best first", arguments: cases)
    func links(_ example: Case) {
        let page = HTMLPage(example.html.utf8.span, url: "https://example.com/blog/")
        let found = page.feedLinks.map { "\($0.origin) \($0.format?.rawValue ?? "-") \($0.url) \($0.title ?? "-")" }
        #expect(found == example.links)
    }

    @Test("Without a base a relative address stays as it is written")
    func noBase() {
        let html = "<link rel=alternate type=application/rss+xml href=feed.rss>"
        #expect(HTMLPage(html.utf8.span, url: nil).feedLinks.map(\.url) == ["feed.rss"])
    }

    @Test("Title and language")
    func facts() {
        let html =
            "<!doctype html><html LANG='ja'><title> 時計 &amp;\n <b>工房</title><title>2</title><svg><title>x</title></svg>"
        let page = HTMLPage(html.utf8.span, url: nil)
        #expect(page.title == "時計 & 工房")
        #expect(page.language == "ja")
        #expect(page.feedLinks.isEmpty)
        #expect(HTMLPage("".utf8.span, url: nil).title == nil)
    }

    @Test(
        "Pages that ask to sign in",
        arguments: [
            ("<form><input type=PASSWORD></form>", true),
            ("<form action='/users/sign_in'><input name=mail></form>", true),
            ("<form action=https://sso.example/login?next=1>", true), ("<form action=/wp-login.php>", true),
            ("<form action=/logout><input type=text></form>", false), ("<form action=/search><input></form>", false),
            ("<!-- <input type=password> -->", false),
        ])
    func signIn(html: String, isExpected: Bool) {
        #expect(HTMLPage(html.utf8.span, url: nil).asksToSignIn == isExpected)
    }

    @Test("A page of nothing but links is read in linear time and cut")
    func many() {
        func seconds(_ count: Int) -> Double {
            let html =
                String(repeating: "<a href=/feed.rss><link rel=alternate href=?feed=1>", count: count)
                + (0..<500).map { "<a href=/\($0).rss>t" }.joined()
            return ProcessorTime.seconds {
                #expect(HTMLPage(html.utf8.span, url: "https://example.com/").feedLinks.count == HTMLPage.mostLinks)
            }
        }
        #expect(seconds(8000) < seconds(2000) * 8 + 0.01)
    }
}
