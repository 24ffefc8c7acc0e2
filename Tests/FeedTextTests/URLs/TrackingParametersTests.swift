import FeedText
import Testing

@Suite("Tracking parameters")
struct TrackingParametersTests {
    @Test(
        "go out of a URL, and nothing else changes",
        arguments: [
            ("https://example.org/?utm_source=a", "https://example.org/"),
            ("https://example.org/a?UTM_Source=a&id=7&fbclid=b", "https://example.org/a?id=7"),
            ("http://Example.org/%7e?b=&utm_id&a=1&&c#x", "http://Example.org/%7e?b=&a=1&&c#x"),
            ("https://example.org/a#utm_source=a&utm_medium=b", "https://example.org/a"),
            ("https://example.org/a?x=1#xtor=RSS-1", "https://example.org/a?x=1"),
            ("https://example.org/a?x=1&amp;utm_source=b", "https://example.org/a?x=1"),
            (" https://example.org/a?gclid=1 ", " https://example.org/a"),
        ])
    func removing(url: String, expected: String) {
        #expect(TrackingParameters.known.removed(from: url) == expected)
        #expect(TrackingParameters.known.removed(from: expected) == nil)
    }

    @Test(
        "leave a URL alone that has none",
        arguments: [
            "", "https://example.org/", "https://example.org/?", "https://example.org/?#",
            "https://example.org/utm_source=a",
            "https://example.org/?q=utm_source", "https://example.org/?xutm_source=1&ref=a&igsh2=b",
            "https://example.org/#top?utm_source=a", "mailto:a@example.org?utm_source=a", "/a?utm_source=a",
            "https://example.org/?=utm_source", "https://example.org/?a=%utm_id",
        ])
    func untouched(url: String) {
        #expect(TrackingParameters.known.removed(from: url) == nil)
    }

    @Test("are as many as one names")
    func more() {
        let parameters = TrackingParameters(also: ["Ref", "promo_*"])
        #expect(parameters.removed(from: "https://e.org/?ref=1&promo_a=2&promo=3&utm_id=4") == "https://e.org/?promo=3")
    }
}
