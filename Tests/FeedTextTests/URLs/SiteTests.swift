import FeedText
import Testing

@Suite("Whose a host is")
struct SiteTests {
    @Test(
        "A site is a registrable domain; what has none stands for itself, with its port",
        arguments: [
            ("https://example.com/feed", "example.com"), ("https://a.b.EXAMPLE.com./feed", "example.com"),
            ("http://www.example.co.jp:8080/", "example.co.jp"), ("https://one.github.io/feed", "one.github.io"),
            ("https://www.one.github.io/feed", "one.github.io"), ("https://github.io/", "github.io:443"),
            ("http://127.0.0.1:8080/a", "127.0.0.1:8080"), ("http://192.0.2.7/a", "192.0.2.7:80"),
            ("http://[::1]/a", "[::1]:80"), ("http://localhost/a", "localhost:80"),
            ("http://nas/feed", "nas:80"), ("http://nas.lan/feed", "nas.lan:80"),
            ("https://printer.local:631/", "printer.local:631"), ("https://食狮.公司.cn/", "xn--85x722f.xn--55qx5d.cn"),
            ("https://www.bücher.de/", "xn--bcher-kva.de"),
        ])
    func name(url: String, site: String) {
        #expect(Site.name(of: url) == site)
    }

    @Test("What names no host is no site", arguments: ["", "feed.xml", "mailto:a@example.com", "file:///a"])
    func none(url: String) {
        #expect(Site.name(of: url) == nil)
        #expect(!Site.isSame(url, url))
    }

    @Test("Neighbours under a public suffix are strangers")
    func same() {
        #expect(Site.isSame("http://feeds.example.org/a", "https://www.example.org/b"))
        #expect(!Site.isSame("https://one.github.io/", "https://two.github.io/"))
        #expect(!Site.isSame("http://127.0.0.1:1/", "http://127.0.0.1:2/"))
    }
}
