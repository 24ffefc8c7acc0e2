extension HostileDocument {
    static let all: [HostileDocument] = [
        // Entities are expanded once, so that what is nested in them stays as it is written.
        HostileDocument("a billion laughs", ids: ["a", "b"], diagnostic: "refers to other entities") {
            let laughs = (1..<10).map { "<!ENTITY l\($0) \"\(repeated("&l\($0 - 1);", 10))\">" }.joined()
            return "<!DOCTYPE rss [<!ENTITY l0 \"ha\">\(laughs)]>"
                + rss(item("a", "<title>&l9;</title>") + item("b", "<title>after</title>"))
        },
        HostileDocument("a large entity that is used often", ids: ["a", "b"], diagnostic: "65536 bytes") {
            "<!DOCTYPE rss [<!ENTITY e \"\(repeated("x", 3_000))\">]>"
                + rss(item("a", "<description>\(repeated("&e;", 30_000))</description>") + item("b"))
        },
        HostileDocument("100,000 tags, files and people of one entry", ids: ["a", "b"]) {
            let many = (0..<100_000).map { number in
                "<category>\(number)</category><enclosure url='https://example.org/\(number)'/>"
                    + "<author>Person \(number)</author>"
            }
            return rss(item("a", many.joined()) + item("b"))
        },
        HostileDocument("10,000 elements nested around markup", ids: ["a", "b", "c"], diagnostic: "deeper than 512") {
            rss(item("a") + item("b", "<description>\(nested("b", 10_000))</description>") + item("c"))
        },
        HostileDocument("10,000 HTML elements nested in a field", ids: ["a", "b"]) {
            rss(item("a", "<description><![CDATA[\(nested("div", 10_000))]]></description>") + item("b"))
        },
        HostileDocument("10,000 arrays nested in an item", ids: ["a", "b", "c"], diagnostic: "more than 512 deep") {
            let deep = repeated("[", 10_000) + #""]","# + repeated("]", 10_000)
            return json([#"{"id": "a"}"#, #"{"id": "b", "_x": \#(deep)}"#, #"{"id": "c"}"#])
        },
        HostileDocument("10,000 objects that never end", ids: ["a"], diagnostic: "more than 512 deep") {
            json([#"{"id": "a"}"#, repeated(#"{"_x":"#, 10_000)])
        },
        HostileDocument("3,000 unclosed paragraphs", ids: ["a", "b", "c"], diagnostic: "deeper than 512") {
            rss(item("a") + item("b", "<description>\(repeated("<p>para ", 3_000))</description>") + item("c"))
        },
        HostileDocument(
            "3,000 unclosed elements that nobody reads", ids: ["a", "b", "c"], diagnostic: "deeper than 512"
        ) {
            rss(item("a") + item("b", repeated("<x>y ", 3_000)) + item("c"))
        },
        HostileDocument("a text of 20 MB with references", ids: ["a", "b"], diagnostic: "16 MB") {
            let half = repeated("text ", 2 << 20)
            return rss(item("a", "<description>\(half)&amp;\(half)</description>") + item("b"))
        },
        HostileDocument("20 MB of text in markup", ids: ["a", "b"], diagnostic: "16 MB") {
            rss(item("a", "<description><p>\(repeated("text ", 4 << 20))</p></description>") + item("b"))
        },
        HostileDocument("a text of 20 MB", ids: ["a", "b"], diagnostic: "16 MB") {
            rss(item("a", "<description>\(repeated("text ", 4 << 20))</description>") + item("b"))
        },
        HostileDocument("a text of 20 MB in JSON", ids: ["a", "b"], diagnostic: "16 MB") {
            json([#"{"id": "a", "content_text": "\#(repeated("潮 ", 5 << 20))"}"#, #"{"id": "b"}"#])
        },
        HostileDocument("100,000 attributes", ids: ["a", "b"], diagnostic: "256 attributes") {
            let attributes = (0..<100_000).map { " a\($0)=''" }.joined()
            return rss(item("a", "<enclosure url='https://example.org/a'\(attributes)/>") + item("b"))
        },
        HostileDocument("100,000 tags, each with an attribute of its own", ids: ["a", "b"]) {
            let tags = (0..<100_000).map { "<x a\($0)=''/>" }.joined()
            return rss(item("a", tags) + item("b"))
        },
        HostileDocument("100,000 declarations of namespaces", ids: ["a", "b"], diagnostic: "attributes") {
            let declarations = (0..<100_000).map { " xmlns:p\($0)='u'" }.joined()
            return rss(item("a", "<x\(declarations)/>") + item("b"))
        },
        HostileDocument("20,000 entries of nothing but an id", ids: (0..<20_000).map(String.init), growth: 3) {
            rss((0..<20_000).map { item(String($0)) }.joined())
        },
        HostileDocument("a title of 100,000 characters", ids: ["a"]) {
            rss(item("a", "<title>\(repeated("題", 100_000))</title>"))
        },
        HostileDocument("a long base below which each of many links is short", ids: ["a"], growth: 3) {
            let base = "https://example.org/\(repeated("b", 30_000))/"
            let links = repeated("<a href='x'>y</a>", 5_000)
            return """
                <feed xmlns="http://www.w3.org/2005/Atom" xml:base="\(base)"><entry><id>a</id>
                <content type="html"><![CDATA[\(links)]]></content></entry></feed>
                """
        },
        HostileDocument("100,000 quotes that open nothing", ids: ["a", "b"], growth: 8) {
            rss(item("a", "<description><![CDATA[\(repeated("<a href=\"", 100_000))]]></description>") + item("b"))
        },
    ]

    static func rss(_ items: String) -> String {
        "<rss version=\"2.0\"><channel><title>t</title>\(items)</channel></rss>"
    }

    static func item(_ id: String, _ content: String = "") -> String { "<item><guid>\(id)</guid>\(content)</item>" }

    static func json(_ items: [String]) -> String {
        #"{"version": "https://jsonfeed.org/version/1.1", "items": [\#(items.joined(separator: ","))]}"#
    }

    private static func nested(_ name: String, _ depth: Int) -> String {
        repeated("<\(name)>", depth) + "deep" + repeated("</\(name)>", depth)
    }

    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
}
