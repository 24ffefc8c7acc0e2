import FeedHTML
import Testing
import TributaryTestKit

@Suite("HTML with other URLs or fewer images")
struct HTMLRewritingTests {
    @Test(
        "URLs are handed out decoded and put back escaped, every other byte stays",
        arguments: [
            ("<A hRef = 'x&amp;y' b=\"x\">x", "<A hRef = '[x&amp;y]' b=\"x\">x"), ("<a href=x>", "<a href=\"[x]\">"),
            ("<img srcset='x 1x, keep 2x'>", "<img srcset='[x] 1x, keep 2x'>"),
            ("<object data=x><div data=x>", "<object data=\"[x]\"><div data=x>"),
            ("<a href='\"x&lt;'>", "<a href='[&quot;x<]'>"),
        ])
    func replacing(html: String, expected: String) {
        #expect(HTMLLinks.replacing(in: html) { $0 == "keep" ? nil : "[\($0)]" } == expected)
    }

    @Test(
        "HTML in which nothing changes is not written anew",
        arguments: ["", "x", "<a href=keep>", "<!-- <a href=x> -->", "<script><a href=x></script>", "<a href=x"])
    func unchanged(html: String) {
        #expect(HTMLLinks.replacing(in: html) { $0 == "keep" ? nil : "[\($0)]" } == nil)
        #expect(HTMLImages.removingPixels(from: html) { _ in false } == nil)
        #expect(HTMLImages.removingFirst(from: html) { _ in true } == nil)
    }

    @Test("An image tells its address, its text and its width")
    func first() {
        let html = "<img src=/a.png alt=' A '><img src=b.png width=200px><img src=c.png srcset='c.png 1x, d.png 640w'>"
        func image(where isWanted: (HTMLImage) -> Bool) -> HTMLImage? {
            HTMLImages.first(in: html, base: "https://example.org/x/", where: isWanted)
        }
        #expect(image { _ in true } == HTMLImage(url: "https://example.org/a.png", alternativeText: "A"))
        #expect(image { $0.width == 200 }?.url == "https://example.org/x/b.png")
        #expect(image { $0.width == 640 }?.url == "https://example.org/x/c.png")
        #expect(image { $0.width == 1 } == nil)
    }

    @Test("Text becomes HTML that shows it")
    func escaping() {
        let text = "a < b & \"c\"\n\u{7}d\u{A0}e"
        #expect(HTMLText.escaped(text) == "a &lt; b &amp; \"c\"<br>d&nbsp;e")
    }

    @Test("Twice the input takes about twice the time", .timeLimit(.minutes(10)))
    func linear() {
        let units = ["<figure><img src=https://e.org/a.png><figcaption>", "<p><img src=\"a?utm_id=1\" width=1>", "「。」"]
        for unit in units {
            func time(_ count: Int) -> Double {
                let html = String(repeating: unit, count: count)
                return ProcessorTime.seconds {
                    _ = HTMLLinks.replacing(in: html) { _ in "x" }
                    _ = HTMLImages.removingPixels(from: html) { _ in true }
                    _ = HTMLImages.removingFirst(from: html) { _ in true }
                    _ = HTMLSummary.sentences(of: html, count: 100)
                }
            }
            var ratios: [Double] = []
            while ratios.count < 5, (ratios.last ?? 9) >= 3 { ratios.append(time(4000) / time(2000)) }
            #expect((ratios.last ?? 9) < 3, "\(unit): \(ratios)")
        }
    }
}
