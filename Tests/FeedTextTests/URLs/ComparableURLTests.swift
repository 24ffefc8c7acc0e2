import FeedText
import Testing

@Suite("URLs of the same page")
struct ComparableURLTests {
    @Test(
        "The text of a URL is that of its page, however it is spelled",
        arguments: [
            ("http://Example.ORG", "https://example.org/"), ("https://example.org:443/a/", "http://example.org:80/a"),
            ("https://example.org/a?", "https://example.org/a#:~:text=b"),
            ("https://example.org/a#", "https://example.org/a"),
        ])
    func equalURLs(one: String, other: String) {
        #expect(ComparableURL.text(one) == ComparableURL.text(other))
    }

    @Test(
        "The texts of what may be two pages differ",
        arguments: [
            ("https://example.org/a?id=1", "https://example.org/a?id=2"),
            ("https://example.org/news#may-1", "https://example.org/news#may-2"),
            ("https://example.org/A", "https://example.org/a"), ("https://www.example.org/", "https://example.org/"),
            ("urn:a", "urn:A"), ("not a url", "not a URL"), ("", "/"),
        ])
    func differentURLs(one: String, other: String) {
        #expect(ComparableURL.text(one) != ComparableURL.text(other))
    }

    @Test(
        "The canonical URL is the page's own",
        arguments: [
            "http://www.example.org/a/", "https://example.org/a?utm_source=rss#top", "https://m.example.org/a",
            "https://mobile.example.org/a/amp", "https://amp.example.org/a", "https://example.org/a/amp/",
            "https://example.org/amp/a", "https://example.org/a?amp=1", "https://example.org/a.amp",
            "https://www.google.com/amp/s/example.org/a", "https://example-org.cdn.ampproject.org/c/s/example.org/a",
            "https://sp.example.org/a/index.html", "HTTPS://EXAMPLE.org:443/a#:~:text=b",
        ])
    func canonical(url: String) {
        #expect(ComparableURL.canonical(url) == "https://example.org/a")
    }

    @Test(
        "The canonical URLs of what may be two pages differ",
        arguments: [
            ("https://example.org/?p=1", "https://example.org/?p=2"),
            ("https://example.org/#!/a", "https://example.org/"),
            ("https://blog.example.org/a", "https://example.org/a"), ("https://m.org/a", "https://org/a"),
            ("https://example.org/camp", "https://example.org/c"),
            ("urn:a#b", "urn:a"),
        ])
    func apart(one: String, other: String) {
        #expect(ComparableURL.canonical(one) != ComparableURL.canonical(other))
    }

    @Test("The order of parameters does not count, nor a language before the telephone's host")
    func order() {
        #expect(
            ComparableURL.canonical("https://example.org/?b=2&a=1")
                == ComparableURL.canonical("http://example.org?a=1&b=2"))
        #expect(ComparableURL.canonical("https://en.m.example.org/x") == "https://en.example.org/x")
    }

    @Test("Likenesses go from the strictest to the laxest")
    func likenesses() {
        let url = "https://example.org/a"
        let others = [
            url, "HTTP://EXAMPLE.ORG:80/a/", "https://www.example.org/a?utm_source=x#b", "https://example.org/b",
        ]
        let counts = ComparableURL.likenesses(to: url).map { isSame in others.count(where: isSame) }
        #expect(counts == [1, 2, 3])
    }
}
