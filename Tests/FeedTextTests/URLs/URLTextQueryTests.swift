import FeedText
import Testing

@Suite("The query of a URL")
struct URLTextQueryTests {
    @Test(
        "A component stands for nothing but itself",
        arguments: [
            ("c++", "c%2B%2B"), ("a&sort=x", "a%26sort%3Dx"), ("記事", "%E8%A8%98%E4%BA%8B"), ("", ""),
            ("A-z_0.9~", "A-z_0.9~"), ("a b/c?d#e%", "a%20b%2Fc%3Fd%23e%25"),
            ("\u{7F}\n'()*!", "%7F%0A%27%28%29%2A%21"),
        ])
    func component(text: String, encoded: String) {
        #expect(URLText.encodedComponent(text) == encoded)
    }

    @Test(
        "A parameter is set in its place, or at the end",
        arguments: [
            ("https://example.org/a", "https://example.org/a?p=%26"),
            ("https://example.org/a?x=1#f", "https://example.org/a?x=1&p=%26#f"),
            ("https://example.org/a?p=1&x=2&p=3", "https://example.org/a?p=%26&x=2"),
            ("https://example.org/a?pp=1&p", "https://example.org/a?pp=1&p=%26"),
        ])
    func setting(url: String, expected: String) {
        #expect(URLText.setting("p", to: "&", in: url) == expected)
        #expect(URLText.setting("p", to: "&", in: "no url") == nil)
    }
}
