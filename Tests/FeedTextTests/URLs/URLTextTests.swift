import Testing

@testable import FeedText

@Suite("URLs")
struct URLTextTests {
    private static let base = "http://a/b/c/d;p?q"

    @Test(
        "the examples of RFC 3986 §5.4",
        arguments: [
            ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
            (";x", "http://a/b/c/;x"), ("g;x=1?y#s", "http://a/b/c/g;x=1?y#s"), ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
            ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
            ("..g", "http://a/b/c/..g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
            ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("http:g", "http://a/b/c/g"),
        ])
    func rfc3986(reference: String, expected: String) {
        #expect(URLText.resolve(reference, against: Self.base) == expected)
    }

    @Test(
        "what browsers make of wild references",
        arguments: [
            ("HTTP://Example.COM:80/A%7Eb", "http://example.com/A%7Eb"),
            ("https://example.com:8443/", "https://example.com:8443/"),
            ("  http://example.com/a\n\tb  ", "http://example.com/ab"),
            ("http://example.com/a b?c d#e f", "http://example.com/a%20b?c%20d#e%20f"),
            ("http://example.com/日本?語#節", "http://example.com/%E6%97%A5%E6%9C%AC?%E8%AA%9E#%E7%AF%80"),
            ("http:\\\\example.com\\a\\b", "http://example.com/a/b"), ("http:/example.com/", "http://example.com/"),
            ("http:////example.com/a", "http://example.com/a"), ("http://例え.JP/Ä", "http://例え.jp/%C3%84"),
            ("http://user:pa ss@example.com/", "http://user:pa%20ss@example.com/"),
            ("http://[2001:DB8::1]:80/", "http://[2001:db8::1]/"),
            ("http://example.com/%2e%2E/a/%2e/b", "http://example.com/a/b"),
            ("http://example.com?q='x'", "http://example.com?q=%27x%27"),
            ("http://example.com/it's", "http://example.com/it's"),
            ("http://example.com/100%", "http://example.com/100%"),
            ("mailto:A b@example.com", "mailto:A b@example.com"),
            ("tag:example.org,2024:/x/../y", "tag:example.org,2024:/x/../y"),
            ("urn:uuid:1225C695", "urn:uuid:1225C695"), ("javascript:alert(1)", "javascript:alert(1)"),
            ("data:,x y", "data:,x y"),
            ("feed://example.com/a/../b", "feed://example.com/b"), ("file:///a/../b", "file:///b"),
            ("file:/b", "file:///b"),
            ("//other.example/x", "https://other.example/x"), ("\\\\other.example\\x", "https://other.example/x"),
            ("https:x.html", "https://example.org/dir/x.html"), ("a:b", "a:b"),
            ("./a:b", "https://example.org/dir/a:b"),
        ])
    func wild(reference: String, expected: String) {
        #expect(URLText.resolve(reference, against: "https://example.org/dir/page?x=1#top") == expected)
    }

    @Test(
        "what can't be absolute is nil",
        arguments: [
            ("a/b", nil), ("", nil), ("#x", nil), ("http://", nil), ("http://exa mple.com/", nil), ("http://a<b/", nil),
            ("http://example.com:99999/", nil), ("http://example.com:x/", nil), ("http://[::1/", nil), ("a", "tag:x"),
            ("a", "b/c"),
        ] as [(String, String?)])
    func impossible(reference: String, base: String?) {
        #expect(URLText.resolve(reference, against: base) == nil)
    }

    @Test("a fragment goes onto an opaque base, an empty path stays empty, a bare host can be a base")
    func bases() {
        #expect(URLText.resolve("#b", against: "urn:x#a") == "urn:x#b")
        #expect(URLText.resolve("http://example.com", against: nil) == "http://example.com")
        #expect(URLText.resolve("a", against: "http://example.com") == "http://example.com/a")
        #expect(URLText.resolve("?a", against: "http://example.com") == "http://example.com?a")
    }

    @Test("more than a kilobyte of a base is not repeated")
    func longBase() {
        let long = String(repeating: "b", count: 1100)
        #expect(URLText.resolve("a", against: "http://example.org/\(long)/") == nil)
        #expect(URLText.resolve("/a", against: "http://example.org/\(long)/?\(long)") == "http://example.org/a")
        #expect(URLText.resolve("#a", against: "http://example.org/x?\(long)") == nil)
        #expect(URLText.resolve("http://example.org/\(long)", against: nil) == "http://example.org/\(long)")
    }

    @Test("the parts")
    func parts() throws {
        let parts = try #require(URLParts("HTTPS://u:p@Example.com:8080/a/b?c=d#e"))
        #expect(parts.scheme == "https" && parts.userinfo == "u:p" && parts.host == "example.com")
        #expect(parts.port == 8080 && parts.path == "/a/b" && parts.query == "c=d" && parts.fragment == "e")
        #expect(parts.origin == "https://example.com:8080")
        #expect(parts.text == "https://u:p@example.com:8080/a/b?c=d#e")
        #expect(URLText.scheme(of: " MailTo:x") == "mailto")
        #expect(URLText.host(of: "urn:x") == nil)
        #expect(URLText.host(of: "http://A.example/") == "a.example")
        #expect(URLText.origin(of: "http://a.example:80/x") == "http://a.example")
        #expect(URLText.isAbsolute("x:y") && !URLText.isAbsolute("/x:y") && !URLText.isAbsolute("1:y"))
    }

    @Test(
        "secrets are hidden, everything else stays as it is",
        arguments: [
            ("https://me:pw@example.com/a", "https://***@example.com/a"),
            ("https://example.com/?a=1&Token=x&b=2", "https://example.com/?a=1&Token=***&b=2"),
            ("https://example.com/?access_token=x#y", "https://example.com/?access_token=***#y"),
            ("https://example.com/?api-key=x&apikey=y", "https://example.com/?api-key=***&apikey=***"),
            ("https://example.com/?accessToken=x;sig=y", "https://example.com/?accessToken=***;sig=***"),
            ("https://example.com/?monkey=x&tokens=3&key=", "https://example.com/?monkey=x&tokens=3&key="),
            ("https://example.com/#id_token=x", "https://example.com/#id_token=***"),
            ("/feed?AUTH=x", "/feed?AUTH=***"), ("https://example.com", "https://example.com"),
            ("https://example.com/a@b?c=://x@y", "https://example.com/a@b?c=://x@y"), ("", ""),
        ])
    func redaction(text: String, expected: String) {
        #expect(URLText.redacted(text) == expected)
    }

    @Test(
        "resolving again changes nothing, and the fast path agrees with the slow one", arguments: [UInt64(11), 12, 13])
    func idempotent(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let seeds = [
            "http://user@Example.com:80/a/../b/./c?d=e'f#g h", "//x/y\\z", "../a/%2e%2e/日本",
            "https://example.com/a?b#c",
            "file:///x", "foo://h:1/x", "mailto:a@b", "http:a", "http://[::1]/",
        ]
        for _ in 0..<10_000 {
            let bytes = Array(seeds.randomElement(using: &generator)?.utf8 ?? "".utf8).mutated(using: &generator)
            let reference = String(decoding: bytes, as: UTF8.self)
            guard let once = URLText.resolve(reference, against: "https://example.org/dir/page") else { continue }
            #expect(URLText.resolve(once, against: "http://other.example/") == once, "\(reference), seed \(seed)")
            #expect(URLScan(once).parts(against: nil)?.text == once, "\(reference), seed \(seed)")
        }
    }
}
