import FeedText
import Testing

@Suite("Names of hosts")
struct HostNameTests {
    @Test(
        "All spellings of a name are one",
        arguments: [
            ("Example.ORG.", "example.org"), ("bücher.de", "xn--bcher-kva.de"), ("BÜCHER.DE", "xn--bcher-kva.de"),
            ("bu\u{308}cher.de", "xn--bcher-kva.de"), ("xn--bcher-kva.de", "xn--bcher-kva.de"),
            ("食狮.公司.cn", "xn--85x722f.xn--55qx5d.cn"), ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
            ("ｌｏｃａｌｈｏｓｔ", "localhost"), ("127。0。0。1", "127.0.0.1"), ("[::1]", "::1"), ("faß.de", "xn--fa-hia.de"),
            ("ü", "xn--tda"), ("", ""),
        ])
    func ascii(name: String, ascii: String) {
        #expect(HostName.ascii(name) == ascii)
    }

    @Test(
        "Names that only one's own network knows",
        arguments: [
            ("localhost", true), ("a.LOCALHOST.", true), ("nas", true), ("printer.local", true), ("x.home.arpa", true),
            ("ｌocalhost", true), ("example.org", false), ("local.example.org", false), ("127.0.0.1", false),
            ("::1", false), ("", false), ("bücher.de", false),
        ])
    func isPrivate(name: String, isPrivate: Bool) {
        #expect(HostName.isPrivate(name) == isPrivate)
    }

    @Test("A long name takes no long time")
    func long() {
        #expect(HostName.ascii(String(repeating: "ü", count: 100_000)).utf8.count < 10)
    }
}
