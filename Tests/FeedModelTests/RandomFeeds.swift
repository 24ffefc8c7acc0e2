import FeedJSON
import FeedModel

/// SplitMix64: the same seed gives the same feeds everywhere.
struct RandomFeeds {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// A feed in which any member may be absent.
    mutating func feed() -> Feed {
        var feed = Feed(title: optional { $0.text() }, homePageURL: optional { $0.url() })
        feed.feedURL = optional { $0.url() }
        feed.description = optional { $0.text() }
        feed.userComment = optional { $0.text() }
        feed.nextURL = optional { $0.url() }
        feed.icon = optional { $0.url() }
        feed.favicon = optional { $0.url() }
        feed.authors = list { $0.author() }
        feed.language = optional { _ in "ja" }
        feed.expired = isHeads()
        feed.hubs = list { Hub(type: "WebSub", url: $0.url()) }
        feed.extensions = extensions()
        feed.entries = list { $0.entry() }
        return feed
    }

    /// An entry in which any member but the id may be absent.
    mutating func entry() -> Entry {
        var entry = Entry(id: text(), url: optional { $0.url() }, title: optional { $0.text() })
        entry.externalURL = optional { $0.url() }
        entry.contentHTML = optional { "<p class=\"a\">\($0.text())</p>\n" }
        entry.contentText = optional { $0.text() }
        entry.summary = optional { $0.text() }
        entry.image = optional { $0.url() }
        entry.bannerImage = optional { $0.url() }
        entry.datePublished = optional { $0.timestamp() }
        entry.dateModified = optional { $0.timestamp() }
        entry.authors = list { $0.author() }
        entry.tags = list { $0.text() }
        entry.language = optional { _ in "en-GB" }
        entry.attachments = list { $0.attachment() }
        entry.extensions = extensions()
        entry.tributary = optional { $0.tributary() }
        return entry
    }
}

extension RandomFeeds: RandomNumberGenerator {
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension RandomFeeds {
    private mutating func isHeads() -> Bool { next() & 1 == 0 }

    private mutating func optional<Value>(_ make: (inout RandomFeeds) -> Value) -> Value? {
        isHeads() ? make(&self) : nil
    }

    private mutating func list<Value>(_ make: (inout RandomFeeds) -> Value) -> [Value] {
        var values: [Value] = []
        for _ in 0..<next() % 4 { values.append(make(&self)) }
        return values
    }

    private mutating func text() -> String {
        let words = [
            "river", "\"quoted\"", "back\\slash", "line\nbreak", "日本語", "é", "👩‍👩‍👧", "\u{2028}", "/", "tab\t", "\u{1}",
        ]
        var text = words[Int(next() % UInt64(words.count))]
        for _ in 0..<next() % 6 { text += " " + words[Int(next() % UInt64(words.count))] }
        return text
    }

    private mutating func url() -> String { "https://example.com/\(next() % 1000)?q=\(next() % 10)" }

    private mutating func timestamp() -> Timestamp {
        Timestamp(
            seconds: Int64.random(in: -60_000_000_000...250_000_000_000, using: &self),
            nanoseconds: isHeads() ? 0 : Int32.random(in: 0..<1_000_000_000, using: &self),
            offset: Int32.random(in: -14 * 60...14 * 60, using: &self) * 60)
    }

    private mutating func author() -> Author {
        Author(name: text(), url: optional { $0.url() }, avatar: optional { $0.url() }, extensions: extensions())
    }

    private mutating func attachment() -> Attachment {
        Attachment(
            url: url(), mimeType: optional { _ in "audio/mpeg" }, title: optional { $0.text() },
            sizeInBytes: optional { Int64.random(in: 0 ... .max, using: &$0) },
            durationInSeconds: optional { Double.random(in: 0...100_000, using: &$0) }, extensions: extensions())
    }

    private mutating func tributary() -> TributaryExtension {
        var tributary = TributaryExtension(
            feed: reference(), firstSeen: timestamp(), number: optional { Int64.random(in: 1 ... .max, using: &$0) })
        tributary.alsoIn = list { $0.reference() }
        tributary.score = optional { Double.random(in: -1000...1000, using: &$0) }
        return tributary
    }

    private mutating func reference() -> FeedReference {
        FeedReference(id: url(), title: optional { $0.text() }, homePageURL: optional { $0.url() })
    }

    private mutating func extensions() -> JSONObject {
        JSONObject(
            list { JSONMember(name: "_x\($0.next() % 3)", value: [.string($0.text()), 1.5, ["a": nil, "b": true]]) })
    }
}
