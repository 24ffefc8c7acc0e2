import EntryViews
import Testing

@Suite("Links of the web")
struct WebLinkTests {
    @Test(
        "A URL is written as the RFC writes it, or is none",
        arguments: [
            ("https://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
            ("https://example.org/設計?q=あ", "https://example.org/設計?q=あ"),
            ("https://example.org/%zz?a=<b>&c=\"d\"", "https://example.org/%25zz?a=%3Cb%3E&c=%22d%22"),
            ("https://example.org/a|b\\c^`{}", "https://example.org/a%7Cb%5Cc%5E%60%7B%7D"),
            ("https://example.org/%E8%A8%AD#a#b", "https://example.org/%E8%A8%AD#a%23b"),
            ("https://example.org/a b\n", "https://example.org/a%20b%0A"),
            ("https://example.org/%", "https://example.org/%25"),
            ("mailto:a@example.org?subject=<x>", "mailto:a@example.org?subject=%3Cx%3E"),
            ("http://[::1]/a", "http://[::1]/a"), ("http://[::1", nil), ("javascript:alert(1)", nil), ("a/b", nil),
            ("", nil),
        ] as [(String, String?)])
    func identifiers(url: String, written: String?) {
        #expect(WebLink.identifier(url) == written)
    }
}
