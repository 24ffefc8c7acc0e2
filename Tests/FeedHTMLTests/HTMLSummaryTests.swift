import FeedHTML
import Testing

@Suite("The beginning of a text")
struct HTMLSummaryTests {
    @Test(
        "Cut behind a sentence, else behind a word, else anywhere",
        arguments: [
            ("short", 10, "short"), ("exactly ten", 11, "exactly ten"), ("", 5, ""),
            ("One sentence here. And another one.", 25, "One sentence here. …"),
            ("Many words without any end in sight", 20, "Many words without…"),
            ("A. Then comes a rather long sentence", 24, "A. Then comes a rather…"),
            ("Donaudampfschifffahrtsgesellschaft", 10, "Donaudamp…"), ("word, and more words", 8, "word…"),
            ("これは短い文です。次の文はもう少し長く続きます。", 12, "これは短い文です。…"),
            ("日本語の文章は空白で区切られないのです", 10, "日本語の文章は空白…"), ("版は「二」で、「三」ではない", 9, "版は「二」で…"),
            ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 2, "👨‍👩‍👧‍👦…"), ("abc", 1, "…"), ("3.14159 is not the end of it", 10, "3.14159…"),
        ])
    func excerpt(text: String, limit: Int, expected: String) {
        #expect(HTMLSummary.excerpt(of: text, limit: limit) == expected)
        #expect(HTMLSummary.excerpt(of: text, limit: limit).count <= limit)
    }

    @Test("What is cut off is handed over, and nothing is lost")
    func split() {
        let (beginning, rest) = HTMLSummary.split("One sentence here. And another one.", limit: 25)
        #expect(beginning == "One sentence here. …")
        #expect(rest == " And another one.")
        #expect(HTMLSummary.split("short", limit: 5) == ("short", ""))
    }

    @Test(
        "The first image that shows something",
        arguments: [
            ("<p>none</p>", nil), ("<img src='/a.png'>", "https://example.org/a.png"),
            ("<IMG SRC=b.png>", "https://example.org/b.png"),
            ("<img src=/count width=1 height=1><img src=/c.png>", "https://example.org/c.png"),
            ("<img src=/count height='1px'><img width=100% src=/c.png>", "https://example.org/c.png"),
            ("<img src='data:image/gif;base64,R0' data-src='/late.png'>", "https://example.org/late.png"),
            ("<img srcset='/s.png 1x, /t.png 2x'>", "https://example.org/s.png"), ("<!-- <img src=/a> -->", nil),
            ("<img class='emoji' src='/e.png'>", nil), ("<img src='/a?x=1&amp;y=2'>", "https://example.org/a?x=1&y=2"),
            ("<img src='javascript:x'>", nil), ("<noscript><img src=/n.png></noscript>", "https://example.org/n.png"),
        ])
    func firstImage(html: String, expected: String?) {
        #expect(HTMLSummary.firstImage(in: html, base: "https://example.org/") == expected)
    }
}
