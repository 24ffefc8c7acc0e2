import EntryViews
import FeedHTML
import FeedModel
import FeedText
import Testing
import TributaryTestKit

@Suite("Articles in the terminal")
struct ArticleTests {
    private static func text(of entry: Entry, columns: Int = 60, color: Bool = false) -> String {
        let terminal = TerminalStyle(columns: columns, color: color, offset: { _ in 9 * 3600 })
        return String(decoding: ArticleRenderer(terminal: terminal).bytes(of: entry), as: UTF8.self)
    }

    private static func entry(_ html: String, title: String? = "A title") -> Entry {
        var entry = Entry(id: "1", url: "https://example.org/1", title: title)
        entry.contentHTML = html
        return entry
    }

    @Test("Articles look as they were found good", arguments: [(24, false), (60, false), (60, true), (200, false)])
    func snapshots(columns: Int, color: Bool) throws {
        let texts = SampleArticles.all.map { Self.text(of: $0, columns: columns, color: color) }
        try Snapshot.expect(
            texts.joined(separator: "\n=====\n\n"), named: "article-\(columns)\(color ? "-color" : "")")
    }

    @Test("What a hostile feed says becomes harmless", arguments: [false, true])
    func hostile(color: Bool) throws {
        let text = Self.text(of: SampleArticles.hostile, color: color)
        try Snapshot.expect(text, named: "hostile-article\(color ? "-color" : "")")
        guard !color else { return }
        for scalar in text.unicodeScalars where scalar != "\n" {
            let category = scalar.properties.generalCategory
            #expect(category != .control && category != .format, "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test("Lines are no wider than the terminal, but for code and addresses", arguments: [20, 33, 60, 120])
    func widths(columns: Int) {
        for entry in SampleArticles.all {
            for line in Self.text(of: entry, columns: columns).split(separator: "\n") {
                let isWhole = line.contains("https://") || line.contains("let answer")
                #expect(DisplayWidth.columns(of: String(line)) <= columns || isWhole, "\(line)")
            }
        }
    }

    @Test("However deep blocks are nested, their text is there and takes bounded time")
    func depth() {
        let deep =
            String(repeating: "<blockquote><ul><li>", count: 5_000) + "bottom" + String(repeating: "</li>", count: 9)
        let text = Self.text(of: Self.entry(deep))
        #expect(text.contains("bottom"))
        #expect(text.utf8.count < 100_000)
    }

    @Test(
        "Text without HTML keeps its lines and paragraphs",
        arguments: [
            ("one\ntwo\n\n\nthree", "one\ntwo\n\nthree\n"), ("  x  y\r\nz", "  x  y\nz\n"), ("", ""), ("\n\n", ""),
        ])
    func plain(text: String, expected: String) {
        var entry = Entry(id: "1", title: "T")
        entry.contentText = text
        #expect(Self.text(of: entry) == "T\n" + (expected.isEmpty ? "" : "\n" + expected))
    }

    @Test(
        "HTML is read into blocks",
        arguments: [
            ("a<p>b", [HTMLBlock.paragraph([HTMLInline(.text("a"))]), .paragraph([HTMLInline(.text("b"))])]),
            ("<h2>a</h2>b", [.heading(level: 2, [HTMLInline(.text("a"))]), .paragraph([HTMLInline(.text("b"))])]),
            ("<ol start='5'><li>a</ol>", [.list(start: 5, items: [[.paragraph([HTMLInline(.text("a"))])]])]),
            ("<pre>\n a\n  b\n</pre>", [.code(" a\n  b")]),
            ("<table><tr><td>a</td></tr></table>", [.paragraph([HTMLInline(.text("a"))])]),
            (
                "a <b> b</b>c",
                [
                    .paragraph([
                        HTMLInline(.text("a ")), HTMLInline(.text("b"), emphasis: .strong), HTMLInline(.text("c")),
                    ])
                ]
            ),
            ("<p> <br> </p>", []), ("<script>x</script>", []), ("<hr>", [.rule]),
            ("<video>old</video>", [.paragraph([HTMLInline(.text("[video]"))])]),
        ])
    func blocks(html: String, expected: [HTMLBlock]) {
        #expect(HTMLBlock.blocks(of: html) == expected)
    }
}
