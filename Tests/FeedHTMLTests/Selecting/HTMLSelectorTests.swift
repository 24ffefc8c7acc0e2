import FeedHTML
import Testing

@Suite("CSS selectors over pages")
struct HTMLSelectorTests {
    private static let page = """
        <!DOCTYPE html><html lang=ja><head><title>棚 &amp; 台</title><base href="/b/"></head>
        <body id=top class="home wide">
        <ul id=l1><li id=a class=first>One<li id=b data-kind="Photo-Big">Two<li id=c class="x:y 3d">Three</ul>
        <div id=d><p id=e>text <a id=f href="https://example.org/a.pdf" lang=en-GB>link</a>
        <p id=g><span id=h></span><b id=i>bold</b> <a id=j href=/x>x</a></div>
        <section id=k><div id=m><div id=n><em id=o>deep</em></div></div></section>
        <x-very-long-element-name id=p>記事</x-very-long-element-name>
        <script>var a = "<p id=no>";</script>
        </body></html>
        """

    @Test(
        "A selector chooses what the standard says",
        arguments: [
            ("li", "a b c"), ("LI", "a b c"), ("#d p", "e g"), ("#d > p > a", "f j"), ("#d a", "f j"),
            ("section em", "o"), ("section > em", ""), ("section div em", "o"), ("section > div > div > em", "o"),
            ("li + li", "b c"), ("#a ~ li", "b c"), ("#a + #c", ""), ("p + p a", "j"), ("#h + b ~ a", "j"),
            (".first", "a"), ("li.first", "a"), ("body.home.wide", "top"), (".Home", ""), (".x\\:y", "c"),
            (".\\33 d", "c"), ("[href]", "f j"), ("a[href$='.pdf']", "f"), ("a[href^=\"https:\"]", "f"),
            ("a[href*=example]", "f"), ("[lang|=en]", "f"), ("[data-kind=photo-big]", ""),
            ("[data-kind='photo-big' i]", "b"), ("[class~=home]", "top"), ("[ id = 'a' ]", "a"),
            ("li:first-child", "a"), ("li:last-child", "c"), ("li:nth-child(2)", "b"), ("li:nth-child(odd)", "a c"),
            ("li:nth-child( 2n + 1 )", "a c"), ("li:nth-child(-n+2)", "a b"), ("li:nth-child(n)", "a b c"),
            ("li:nth-last-child(1)", "c"), ("#d p:first-of-type", "e"), ("a:nth-of-type(1)", "f j"),
            ("em:only-child", "o"), ("p a:not([href^=https])", "j"), ("li:not(.first, #c)", "b"),
            (":is(em, b)", "i o"), ("span:empty", "h"), (":root > body", "top"), ("li, em,#a", "a b c o"),
            ("x-very-long-element-name", "p"), ("#no", ""), ("* > #a", "a"), ("tbody", ""), ("div:not(:not(#d))", "d"),
        ])
    func choosing(selector: String, ids: String) throws {
        let tree = HTMLTree(Self.page.utf8.span)
        let chosen = tree.elements(matching: try HTMLSelector(parsing: selector))
        #expect(chosen.compactMap { tree.attribute("id", of: $0) }.joined(separator: " ") == ids)
    }

    @Test("A parser's own elements are in the tree, and raw text is text")
    func implied() throws {
        let tree = HTMLTree("<table><tr><td>1<td>2</table><textarea><b>x</b></textarea><xmp><i></xmp>".utf8.span)
        #expect(tree.elements(matching: "table > tbody > tr > td + td").count == 1)
        #expect(tree.elements(matching: "b, i").isEmpty)
        let body = try #require(tree.elements(matching: "pre").first)
        #expect(tree.text(of: body) == "<i>")
    }

    @Test("Text and markup of an element, the title and the base")
    func reading() throws {
        let tree = HTMLTree(Self.page.utf8.span)
        let title = try #require(tree.elements(matching: "title").first)
        #expect(tree.text(of: title) == "棚 & 台")
        let paragraph = try #require(tree.elements(matching: "#g").first)
        #expect(
            tree.markup(in: paragraph)
                == "<span id=\"h\"></span><b id=\"i\">bold</b> <a id=\"j\" href=\"/x\">x</a>")
        #expect(tree.base == "/b/" && tree.name(of: paragraph) == "p")
        let items = tree.elements(matching: "li")
        let list = try #require(tree.elements(matching: "ul").first)
        #expect(Array(tree.elements(of: items, in: list)) == items && tree.contains(list, items[0]))
        #expect(tree.elements(of: items, in: paragraph).isEmpty && !tree.contains(paragraph, list))
        #expect(tree.description(of: items[2]) == "li.x\\:y.\\33 d")
    }

    @Test(
        "What is no selector is refused with its place",
        arguments: [
            ("", "an element is expected at the end (character 1)"),
            ("h2 >", "an element is expected at the end (character 5)"),
            ("h2 > > a", "\">\" stands where an element is expected (character 6)"),
            ("a[href", "the end stands where \"]\" or an operator such as \"=\" is expected (character 7)"),
            ("a[href='x]", "a quoted text is not closed (character 11)"),
            ("a)", "\")\" stands where a selector ends (character 2)"),
            ("li:nth-child(x)", "\"x\" is no number, and nothing such as 2n+1, odd or even (character 14)"),
            ("記事..a", "\".\" stands where a name is expected (character 4)"),
            (
                "a:not(b c)",
                "\"c\" stands where \")\" is expected; :not() takes elements without combinators (character 9)"
            ),
            (
                "a:hover",
                "\":hover\" is not known; known are :first-child, :last-child, :only-child, :nth-child(), "
                    + ":nth-last-child(), :first-of-type, :nth-of-type(), :empty, :root, :not(), :is() and :where() "
                    + "(character 3)"
            ),
        ])
    func mistakes(selector: String, message: String) {
        #expect(throws: HTMLSelectorError(message: message)) { try HTMLSelector(parsing: selector) }
    }

    @Test(
        "A page makes a tree of bounded size, however its tags are nested",
        arguments: [
            "<div>", "<b id=%>", "<a id=%><p>", "<x-very-long-element-name-%>", "<table><tr><td>", "<textarea><b>",
            "<svg><a/>", "<p></b>", "<div %=%>", "<i></x-%><x-%>",
        ])
    func bounded(unit: String) throws {
        let parts = unit.split(separator: "%", omittingEmptySubsequences: false)
        let page = (0..<3000).map { parts.joined(separator: "\($0)") }
        let tree = HTMLTree(page.joined().utf8.span)
        // Formatting that is never closed comes back in every block, but not all of it.
        #expect(tree.elements(matching: "* *").count <= 3000 * 20)
    }

    @Test("On random pages combinators choose what the tree says")
    func random() throws {
        let tokens = [
            "<p>", "</p>", "<b", ">", "<a href='x'>", "<table>", "<tr>", "<td>", "</table>", "text", "&amp;", "<svg>",
            "</svg>", "<title>", "<select>", "<option>", "<template>", "<!--", "-->", "<script>", "</script>", "\u{0}",
            "<frameset>", "<body class=x>", "<pre>\n", "<textarea>", "</", "水", " ", "<br/>", "<math><mi>", "<div>",
        ]
        let names = ["p", "b", "a", "td", "div", "table", "svg", "body"]
        for seed in 0..<300 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let page = (0..<40).map { _ in tokens.randomElement(using: &generator) ?? "" }.joined()
            let tree = HTMLTree(page.utf8.span)
            let (outer, inner) = (names.randomElement(using: &generator), names.randomElement(using: &generator))
            let (above, below) = (try #require(outer), try #require(inner))
            let around = tree.elements(matching: try HTMLSelector(parsing: above))
            let expected = tree.elements(matching: try HTMLSelector(parsing: below)).filter { element in
                around.contains { $0 != element && tree.contains($0, element) }
            }
            let chosen = tree.elements(matching: try HTMLSelector(parsing: "\(above) \(below)"))
            #expect(chosen == expected, "seed \(seed): \(above) \(below) in \(page)")
        }
    }
}
