import FeedJSON
import FeedModel
import Testing

@Suite("Writing JSON Feed 1.1")
struct JSONFeedWritingTests {
    @Test("members stand in the order of the standard, extension objects last")
    func order() {
        var feed = Feed(title: "Pottery", homePageURL: "https://example.com/", feedURL: "https://example.com/feed.json")
        feed.description = "Clay."
        feed.userComment = "For machines."
        feed.nextURL = "https://example.com/feed.json?p=2"
        feed.icon = "https://example.com/512.png"
        feed.favicon = "https://example.com/64.png"
        feed.authors = [Author(name: "Mina", url: "https://example.com/mina", avatar: "https://example.com/m.png")]
        feed.language = "en"
        feed.expired = true
        feed.hubs = [Hub(type: "WebSub", url: "https://example.org/hub")]
        feed.extensions = ["_kiln": ["about": "https://example.com/kiln"]]
        feed.entries = [Entry(id: "1", url: "https://example.com/1", title: "Glaze")]
        let expected = """
            {"version":"https://jsonfeed.org/version/1.1","title":"Pottery","home_page_url":"https://example.com/",\
            "feed_url":"https://example.com/feed.json","description":"Clay.","user_comment":"For machines.",\
            "next_url":"https://example.com/feed.json?p=2","icon":"https://example.com/512.png",\
            "favicon":"https://example.com/64.png","authors":[{"name":"Mina","url":"https://example.com/mina",\
            "avatar":"https://example.com/m.png"}],"language":"en","expired":true,\
            "hubs":[{"type":"WebSub","url":"https://example.org/hub"}],\
            "items":[{"id":"1","url":"https://example.com/1","title":"Glaze","content_text":""}],\
            "_kiln":{"about":"https://example.com/kiln"}}
            """
        #expect(String(decoding: feed.json(), as: UTF8.self) == expected)
    }

    @Test("an item has every member, in the order of the standard")
    func item() {
        var entry = Entry(id: "a/1", url: "https://example.com/1", title: "釉薬の話")
        entry.externalURL = "https://example.org/x"
        entry.contentHTML = "<p>熱い</p>"
        entry.contentText = "熱い"
        entry.summary = "Short."
        entry.image = "https://example.com/i.png"
        entry.bannerImage = "https://example.com/b.png"
        entry.datePublished = Timestamp(parsing: "2024-05-06T07:08:09+09:00")
        entry.dateModified = Timestamp(parsing: "2024-05-06T07:08:09.25Z")
        entry.authors = [Author(name: "Jo")]
        entry.tags = ["clay"]
        entry.language = "ja"
        entry.attachments = [
            Attachment(
                url: "https://example.com/a.mp3", mimeType: "audio/mpeg", title: "Talk", sizeInBytes: 1024,
                durationInSeconds: 61.5)
        ]
        entry.extensions = ["_media": ["n": 1]]
        var tributary = TributaryExtension(
            feed: FeedReference(id: "k", title: "T", homePageURL: "https://example.com/"),
            firstSeen: Timestamp(seconds: 0), number: 12)
        tributary.alsoIn = [FeedReference(id: "l")]
        tributary.score = 1.5
        entry.tributary = tributary
        let expected = """
            {"id":"a/1","url":"https://example.com/1","external_url":"https://example.org/x","title":"釉薬の話",\
            "content_html":"<p>熱い</p>","content_text":"熱い","summary":"Short.","image":"https://example.com/i.png",\
            "banner_image":"https://example.com/b.png","date_published":"2024-05-06T07:08:09+09:00",\
            "date_modified":"2024-05-06T07:08:09.25Z","authors":[{"name":"Jo"}],"tags":["clay"],"language":"ja",\
            "attachments":[{"url":"https://example.com/a.mp3","mime_type":"audio/mpeg","title":"Talk",\
            "size_in_bytes":1024,"duration_in_seconds":61.5}],"_media":{"n":1},\
            "_tributary":{"feed":{"id":"k","title":"T","home_page_url":"https://example.com/"},\
            "first_seen":"1970-01-01T00:00:00Z","number":12,"also_in":[{"id":"l"}],"score":1.5}}
            """
        #expect(String(decoding: entry.json(), as: UTF8.self) == expected)
    }

    @Test("an entry alone gets no member that it hasn't")
    func bareEntry() {
        #expect(String(decoding: Entry(id: "1").json(), as: UTF8.self) == #"{"id":"1"}"#)
    }

    @Test("a whole document has what the standard demands, even where nothing is known")
    func bareFeed() {
        let expected = #"{"version":"https://jsonfeed.org/version/1.1","title":"","items":[]}"#
        #expect(String(decoding: Feed().json(), as: UTF8.self) == expected)
    }

    @Test("what was written is read back as the same value", arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func roundTrip(seed: UInt64) throws {
        var random = RandomFeeds(seed: seed)
        for round in 0..<40 {
            let feed = random.feed()
            let read = try Feed(json: feed.json(layout: round.isMultiple(of: 2) ? .compact : .indented))
            #expect(read == feed, "seed \(seed), round \(round)")
            let entry = random.entry()
            #expect(try Entry(json: entry.json()) == entry, "seed \(seed), round \(round)")
        }
    }
}
