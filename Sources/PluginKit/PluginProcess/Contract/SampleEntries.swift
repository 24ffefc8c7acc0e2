import FeedJSON
package import FeedModel

/// Entries that every plugin must cope with.
package enum SampleEntries {
    /// Entries as good feeds have them: whole, with several authors, in English and Japanese.
    package static var good: [Entry] {
        var release = Entry(
            id: "tag:example.org,2026:release", url: "https://example.org/release", title: "Release 6.3")
        release.contentHTML = "<p>What is <em>new</em> &amp; improved</p>"
        release.summary = "What is new"
        release.datePublished = Timestamp(seconds: 1_777_500_000, offset: 7200)
        release.authors = [Author(name: "Mila"), Author(name: "Jon", url: "https://example.org/jon")]
        release.tags = ["swift", "release"]
        release.tributary = sampleExtension("https://example.org/feed", "Example")

        var design = Entry(id: "https://example.com/設計", url: "https://example.com/design", title: "設計の話：フィードを読む")
        design.contentText = "フィードを一つの流れにまとめる。"
        design.datePublished = Timestamp(seconds: 1_777_600_000, offset: 32_400)
        design.dateModified = Timestamp(seconds: 1_777_650_000, offset: 32_400)
        design.language = "ja"
        design.tags = ["設計"]
        design.tributary = sampleExtension("https://example.com/feed", "例のブログ")

        var episode = Entry(id: "42", title: "Episode 42")
        episode.attachments = [
            Attachment(url: "https://example.net/42.mp3", mimeType: "audio/mpeg", sizeInBytes: 9_000_000)
        ]
        episode.extensions = ["_podcast": ["episode": 42, "people": [["name": "Ren"]]]]
        episode.image = "https://example.net/42.png"
        episode.tributary = sampleExtension("https://example.net/feed", nil)
        return [release, design, episode]
    }

    /// Entries that no good feed has: empty, endless, with control characters, right to left, far in time.
    package static var odd: [Entry] {
        var nul = Entry(
            id: "a\u{0}b", url: "https://example.org/\u{0}", title: "NUL \u{0} and ESC \u{1B}[31m and BEL \u{7}")
        nul.tags = ["", "\u{0}", "line\nbreak"]
        var rightToLeft = Entry(id: "rtl", title: "\u{202E}שלום\u{202C} مرحبا \u{200F}")
        rightToLeft.authors = [Author(), Author(name: "\u{2066}x\u{2069}")]
        var marks = Entry(id: "marks", title: "e" + String(repeating: "\u{301}", count: 500))
        marks.summary = "👩‍👩‍👧‍👦🇯🇵" + String(repeating: "\u{200D}", count: 100)
        var markup = Entry(id: "markup", url: "javascript:alert(1)", title: "<b>&lt;&#0;&unknown;")
        markup.contentHTML = String(repeating: "<div><!-- <![CDATA[", count: 2000) + "</p>&#xFFFFFFFF;<script>"
        var times = Entry(id: "times", url: "not a url", title: " ")
        times.datePublished = Timestamp(seconds: 253_402_300_799, nanoseconds: 999_999_999, offset: -50_400)
        times.dateModified = Timestamp(seconds: -62_135_596_800, offset: 50_400)
        var many = Entry(id: "many")
        many.tags = (0..<1000).map { "tag \($0)" }
        many.extensions = ["_x": [[["a": nil]], 1e300, "", false]]
        return [
            Entry(id: ""), Entry(id: "empty", url: "", title: ""),
            Entry(
                id: "long", url: "https://example.org/?" + String(repeating: "q", count: 10_000),
                title: String(repeating: "長い", count: 5000)),
            nul, rightToLeft, marks, markup, times, many,
        ]
    }

    private static func sampleExtension(_ feed: String, _ title: String?) -> TributaryExtension {
        TributaryExtension(feed: FeedReference(id: feed, title: title), firstSeen: Timestamp(seconds: 1_777_700_000))
    }
}
