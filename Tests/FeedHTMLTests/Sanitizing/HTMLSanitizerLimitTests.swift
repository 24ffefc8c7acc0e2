import FeedHTML
import Testing
import TributaryTestKit

@Suite("Limits of sanitising")
struct HTMLSanitizerLimitTests {
    private static let pieces = [
        "<div>", "<b>", "<a href=x>", "<p>", "<ul><li>", "<dd>", "<table><tr><td>", "<table>", "<table><b>", "<i><p>",
        "<b title=1><p>x", "<b><p></b>",
        "<span>", "<svg><div>", "<svg><style><div>", "<iframe>", "<title>", "<iframe/><div>", "<select><div>",
        "<div><table></div>", "<b><div></b>", "<h1><span>",
        "<blockquote>x</b>", "<div><object></div>", "<svg><g>", "</p>", "</div>", "<!--", "&", "<", "<td>", "<picture>",
        "<rt>", "<li><dd>", "<caption><table>", "<img src=",
        "<button><p>", "<font color=a>", "<a href=x><table>", "<td><b>",
    ]

    @Test(
        "Ten thousand elements in each other lose their depth, but no text",
        arguments: [("<div>", 10_000), ("<b>", 10_000), ("<table><tr><td>", 10_000)] + pieces.map { ($0, 1_000) })
    func depth(piece: String, count: Int) {
        let html = String(repeating: piece, count: count) + "<p>the end"
        let once = HTMLSanitizer.sanitized(html)
        #expect(StrictMarkup.fault(in: once) == nil)
        #expect(HTMLSanitizer.sanitized(once) == once)
        let hidesTheRest = ["<!--", "<svg><style><div>"].contains(piece)
        #expect(once.contains("the end") != hidesTheRest)
    }

    @Test("Elements that differ are bounded in the same way")
    func differentElements() {
        let html = (0..<2_000).map { "<b title=\($0)><p>x" }.joined()
        let once = HTMLSanitizer.sanitized(html)
        #expect(once.utf8.count < 40 * html.utf8.count)
        #expect(HTMLSanitizer.sanitized(once) == once)
    }

    @Test("Paragraphs, items and rows without end tags are not taken for depth")
    func unclosed() {
        for (piece, written) in [
            ("<p>x", "<p>x</p>"), ("<p><b>x</b>", "<p><b>x</b></p>"), ("<dt>x<dd>y", "<dt>x</dt><dd>y</dd>"),
            ("<h2>x</h2>y", "<h2>x</h2>y"),
        ] {
            let html = String(repeating: piece, count: 1_000)
            #expect(HTMLSanitizer.sanitized(html) == String(repeating: written, count: 1_000))
        }
        #expect(
            HTMLSanitizer.sanitized("<ul>" + String(repeating: "<li>x", count: 1_000))
                == "<ul>" + String(repeating: "<li>x</li>", count: 1_000) + "</ul>")
        #expect(
            HTMLSanitizer.sanitized("<table>" + String(repeating: "<tr><td>x<th>y", count: 1_000))
                == "<table>" + String(repeating: "<tr><td>x</td><th>y</th></tr>", count: 1_000) + "</table>")
    }

    @Test("Time grows with the length of the input", arguments: pieces)
    func linear(piece: String) {
        func time(_ count: Int) -> Double {
            let html = "x" + String(repeating: piece, count: count)
            return ProcessorTime.seconds { _ = HTMLSanitizer.sanitized(html) }
        }
        // Longer than what the limits let through.
        let count = 6_000 / piece.utf8.count
        #expect(time(4 * count) < time(count) * 10 + 0.01)
    }
}
