import EntryConditions
import FeedJSON
import FeedModel
import TributaryPluginKit

extension Condition {
    /// A condition from JSON.
    init(_ json: String) throws {
        try self.init(option: JSONNode(parsing: Array(json.utf8)))
    }
}

extension Entry {
    /// An entry that has something under every field.
    static var complete: Entry {
        var entry = Entry(id: "tag:example.org,2026:7", url: "https://example.org/posts/7", title: "Ｓｗｉｆｔ 6.3の新機能")
        entry.externalURL = "https://example.com/about"
        entry.contentHTML = "<p>Typed <b>throws</b> &amp; spans</p>"
        entry.summary = "What changed, in short"
        entry.image = "https://example.org/7.png"
        entry.bannerImage = "https://example.org/7-wide.png"
        entry.datePublished = Timestamp(seconds: 1_777_593_600, offset: 32_400)
        entry.dateModified = Timestamp(seconds: 1_777_680_000)
        entry.language = "ja"
        entry.tags = ["Swift", "サーバー"]
        entry.authors = [
            Author(name: "Aoki Haru", url: "https://example.org/aoki"),
            Author(name: "Mila", avatar: "https://example.org/mila.png", extensions: ["_profile": ["level": 3]]),
        ]
        entry.attachments = [
            Attachment(
                url: "https://example.org/7.mp3", mimeType: "audio/mpeg", title: "Episode", sizeInBytes: 5_000_000,
                durationInSeconds: 1800)
        ]
        entry.extensions = [
            "_podcast": ["episode": 12, "explicit": false, "people": [["name": "Ren"], ["name": "Yui"]]],
            "_github": ["state": "open", "closed_at": nil, "updated_at": "2026-05-02T00:00:00Z"],
        ]
        let feed = FeedReference(id: "https://example.org/feed", title: "例のブログ", homePageURL: "https://example.org/")
        var tributary = TributaryExtension(feed: feed, firstSeen: Timestamp(seconds: 1_777_600_000), number: 42)
        tributary.score = 2.5
        tributary.alsoIn = [FeedReference(id: "https://example.com/planet", title: "Planet")]
        entry.tributary = tributary
        return entry
    }
}

/// 2026-05-03T00:00:00Z, 48 hours after the complete entry was published.
let testTime = Timestamp(seconds: 1_777_766_400)
