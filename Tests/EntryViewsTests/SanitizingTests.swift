import EntryViews
import FeedJSON
import FeedModel
import Testing

@Suite("Sanitised feeds")
struct SanitizingTests {
    /// Markup that runs something, in the ways that are known in public; `go` is in none of what comes out as a call.
    private static let attacks = [
        "<script>go()</script>", "<SCRIPT SRC=//evil.example/x>", "<img src=x onerror=go()>", "<b onclick=go()>b</b>",
        "a <svg/onload=go()>", "<svg><script>go()</script></svg>", "<iframe srcdoc='<script>go()</script>'>",
        "<a href='java\tscript:go()'>a</a>", "<a href=javascript:go()>a</a>", "<style>@import 'x'</style>",
        "<math href=javascript:go()>m</math>", "<x onfocus=go() tabindex=1>x</x>", "<x/onfocus=go()>x",
        "<!--><img src=x onerror=go()>-->", "<![CDATA[<img src=x onerror=go()>]]>", "<?x ?><script>go()</script>",
        "Vec<T> <img src=x onerror=go()", "</x onfocus=go()>", "<form action=javascript:go()><button>b</button>",
        "<base href=//evil.example/>", "<meta http-equiv=refresh content='0;url=javascript:go()'>",
        "<object data=javascript:go()>", "a</ <script>go()</script>", "<x><script>go()//",
    ]

    @Test("No text of an extension brings what a browser would run, wherever it stands", arguments: attacks)
    func attack(_ html: String) throws {
        let feed = Self.feed(saying: html)
        let once = feed.sanitized(base: "https://example.org/")
        let text = String(decoding: once.json(), as: UTF8.self).lowercased()
        for mark in [
            "<script", "<svg", "<iframe", "<style", "<base", "<meta", "<object", "<form", "<!", "<?", " on", "/on",
            "javascript:", "</ ",
        ] {
            #expect(!text.contains(mark), "\(mark) in \(text)")
        }
        #expect(once.sanitized(base: "https://example.org/") == once)
    }

    @Test(
        "Harmless texts of extensions stay as they are",
        arguments: [
            "a < b && c > d", "Vec<T> and Set<Value<T>>", "Q&A", "AT&amp;T", "<3", "<b>bold</b> <i>it</i>",
            "日本語の題名", "x<y>z", "JavaScript: the first years", "Data: how much is enough?", "",
        ])
    func harmless(text: String) throws {
        let feed = Self.feed(saying: text)
        #expect(feed.sanitized(base: nil) == feed)
    }

    @Test(
        "URLs of extensions that would run a script go, in lists and objects too",
        arguments: ["javascript:go()", " JavaScript:go()", "java\nscript:go()", "vbscript:go()", "data:text/html,x"])
    func urls(url: String) {
        var entry = Entry(id: "1")
        entry.extensions = [
            "_media": [
                "player": .string(url), "thumbnails": [["url": .string(url)], ["url": "https://example.org/t"]],
            ],
            "_atom": ["related": [.string(url), "https://example.org/r"], "via": .string(url), "rights": "all"],
            "_own": ["deep": [[["link": .string(url)]]]],
        ]
        #expect(
            entry.sanitized(base: nil).extensions == [
                "_media": ["thumbnails": [["url": "https://example.org/t"]]],
                "_atom": ["related": ["https://example.org/r"], "rights": "all"],
            ])
    }

    @Test("Hubs, and the extensions of authors and attachments, are sanitised too")
    func everyPlace() {
        var feed = Feed(title: "T")
        feed.hubs = [Hub(type: "WebSub", url: "javascript:go()"), Hub(type: "WebSub", url: "https://example.org/hub")]
        feed.extensions = ["_rss": ["docs": "javascript:go()", "ttl": 60]]
        feed.authors = [Author(name: "A", extensions: ["_person": ["email": "<script>go()</script>a@example.org"]])]
        var entry = Entry(id: "1")
        entry.attachments = [Attachment(url: "https://example.org/a", extensions: ["_x": "<b onclick=go()>b</b>"])]
        feed.entries = [entry]
        let clean = feed.sanitized(base: nil)
        #expect(clean.hubs.map(\.url) == ["https://example.org/hub"])
        #expect(clean.extensions == ["_rss": ["ttl": 60]])
        #expect(clean.authors[0].extensions == ["_person": ["email": "a@example.org"]])
        #expect(clean.entries[0].attachments[0].extensions == ["_x": "<b>b</b>"])
    }

    private static func feed(saying text: String) -> Feed {
        var entry = Entry(id: "1")
        entry.extensions = [
            "_media": ["title": .string(text), "credits": [["name": .string(text)]]], "_own": .string(text),
        ]
        if text.contains("Script:") || text.contains("Data:") { entry.extensions["_own"] = nil }
        var feed = Feed(title: "T", entries: [entry])
        feed.extensions = ["_rss": ["categories": [["text": .string(text)]]]]
        return feed
    }
}
