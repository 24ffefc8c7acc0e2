import FeedHTML
import FeedText
import FoundationEssentials
import Testing
import TributaryTestKit

/// A page and the text of its article as a person marks it (`Fixtures/Pages/name.html` and `name.txt`).
private struct LabelledPage: Sendable, CustomTestStringConvertible {
    var name: String
    var html: String
    var text: String
    var testDescription: String { name }

    static let all: [LabelledPage] = {
        let folder = String(#filePath[..<(#filePath.lastIndex(of: "/") ?? #filePath.endIndex)]) + "/Fixtures/Pages"
        let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        return files.filter { $0.hasSuffix(".html") }.compactMap { file in
            let name = String(file.dropLast(5))
            guard let html = FileManager.default.contents(atPath: "\(folder)/\(file)"),
                let text = FileManager.default.contents(atPath: "\(folder)/\(name).txt")
            else { return nil }
            return LabelledPage(
                name: name, html: String(decoding: html, as: UTF8.self), text: String(decoding: text, as: UTF8.self))
        }
    }()

    /// What the title of the page's article is, as an entry has it: the text of its heading.
    var title: String? {
        guard let start = html.firstRange(of: "<title>")?.upperBound,
            let end = html.firstRange(of: "</title>")?.lowerBound
        else {
            return nil
        }
        return html[start..<end].split { "–|｜".contains($0) }.first.map { String($0).trimmingASCIIWhitespace }
    }

    /// How well two texts agree: the harmonic mean of precision and recall of their words, in Japanese characters.
    static func agreement(_ found: String, _ expected: String) -> Double {
        let (found, expected) = (words(found), words(expected))
        var left = Dictionary(grouping: expected) { $0 }.mapValues(\.count)
        var shared = 0
        for word in found {
            guard let count = left[word], count > 0 else { continue }
            left[word] = count - 1
            shared += 1
        }
        guard shared > 0 else { return 0 }
        return 2 * Double(shared) / Double(found.count + expected.count)
    }

    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        for run in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            if run.utf8.first.map({ $0 < 0xE3 }) == true {
                words.append(String(run))
            } else {
                words += run.map { String($0) }
            }
        }
        return words
    }
}

@Suite("The main content of a page")
struct MainContentTests {
    @Test("agrees with what people mark on the labelled pages, by a token F1 of at least 0.9 on average")
    func labelledPages() throws {
        let pages = LabelledPage.all
        try #require(pages.count >= 12)
        var sum = 0.0
        for page in pages {
            let html = MainContent.html(of: page.html, url: "https://example.org/2026/a", title: page.title) ?? ""
            let agreement = LabelledPage.agreement(HTMLText.plainText(html, layout: .paragraphs), page.text)
            print("main content: \(page.name) F1 \((agreement * 1000).rounded() / 1000)")
            #expect(agreement >= 0.75, "\(page.name): \(html)")
            sum += agreement
        }
        let average = sum / Double(pages.count)
        print("main content: average F1 \((average * 1000).rounded() / 1000) of \(pages.count) pages")
        #expect(average >= 0.9)
    }

    @Test("comes as harmless HTML with absolute URLs, images and headings")
    func form() throws {
        let text = String(repeating: "A sentence, long enough to be prose. ", count: 6)
        let page = """
            <base href="/blog/"><body><div class=post><h2>Part</h2><p onclick=x()>\(text)<a href="b?c=1&amp;d">b</a></p>
            <img src="data:image/gif;base64,x" data-src="late.jpg"><img data-src=later.jpg alt=A><script>x()</script>
            <p>\(text)</p></div>
            """
        let html = try #require(MainContent.html(of: page, url: "https://example.org/x/y"))
        #expect(html.contains("<h2>Part</h2><p>A sentence"))
        #expect(html.contains(#"<a href="https://example.org/blog/b?c=1&amp;d">b</a>"#))
        #expect(html.contains(#"src="https://example.org/blog/late.jpg""#))
        #expect(html.contains(#"src="https://example.org/blog/later.jpg""#))
        #expect(!html.contains("script") && !html.contains("onclick"))
    }

    @Test(
        "is nothing where a page says nothing",
        arguments: [
            "", "x", "<p>short</p>", "<nav>" + String(repeating: "<a href=x>a link of some length</a> ", count: 50),
            "<script>" + String(repeating: "var x = 'text, and more text'; ", count: 50),
            "<div hidden><p>"
                + String(repeating: "Hidden prose, and more of it. ", count: 20),
        ])
    func nothing(page: String) {
        #expect(MainContent.html(of: page, url: nil) == nil)
    }

    @Test("is found on every beginning of a page, whatever it is cut off in")
    func beginnings() throws {
        let page = try #require(LabelledPage.all.first { $0.name == "wordpress" })
        let bytes = Array(page.html.utf8)
        for end in stride(from: 0, to: bytes.count, by: 211) {
            let html = MainContent.html(of: String(decoding: bytes[..<end], as: UTF8.self), url: nil) ?? ""
            #expect(HTMLSanitizer.sanitized(html) == html)
        }
    }

    @Test("takes time in proportion to the page, however it nests", .timeLimit(.minutes(10)))
    func linear() {
        let prose = "<p>A sentence, long enough to be prose by any measure. </p>"
        for unit in [
            "<div>" + prose, prose, "<ul><li><a href=x>link</a>", "<table><tr><td>" + prose, "</div></p>" + prose,
        ] {
            func time(_ count: Int) -> Double {
                let page = String(repeating: unit, count: count)
                return ProcessorTime.seconds { _ = MainContent.html(of: page, url: nil) }
            }
            var ratios: [Double] = []
            while ratios.count < 5, (ratios.last ?? 9) >= 3 { ratios.append(time(1000) / time(500)) }
            #expect((ratios.last ?? 9) < 3, "\(unit): \(ratios)")
        }
    }
}
