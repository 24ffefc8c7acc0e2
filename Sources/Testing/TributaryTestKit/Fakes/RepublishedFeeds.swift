import FeedJSON
public import FeedModel

/// Random entries with what a feed can hold, to be written as a feed and read again.
///
/// Texts are as a reader of a feed sees them: without control characters, and without white space that it would collapse.
public struct RepublishedFeeds {
    private var random: SeededGenerator

    /// Entries that follow from a seed.
    public init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// Up to six entries, as a store holds them.
    public mutating func entries() -> [Entry] {
        (0..<Int.random(in: 0...6, using: &random)).map { place in entry(place) }
    }

    /// An entry as text, in which the order of an object's members does not count.
    public static func text(of entry: Entry) throws -> String {
        try JSONNode(parsing: entry.json()).value.canonicalText
    }

    /// Puts the source that a written entry names in place of what the store knows.
    public func expectSource(in entry: inout Entry, _ name: String) {
        guard let feed = entry.tributary?.feed else { return }
        var source: JSONObject = name == "_atom" ? ["id": .string(feed.id)] : ["url": .string(feed.id)]
        if let title = feed.title { source["title"] = .string(title) }
        if name == "_atom" {
            if let page = feed.homePageURL { source["url"] = .string(page) }
            source["feed_url"] = .string(feed.id)
        }
        var object = entry.extensions[name]?.objectValue ?? [:]
        object["source"] = .object(source)
        entry.extensions[name] = .object(object)
    }

    /// Adds what an image alone, and what files beside the first leave in `_media`; durations are whole seconds.
    public func expectMedia(in entry: inout Entry) {
        for place in entry.attachments.indices {
            entry.attachments[place].durationInSeconds = entry.attachments[place].durationInSeconds?.rounded()
        }
        var media: JSONObject = [:]
        if let image = entry.image { media["thumbnails"] = [["url": .string(image)]] }
        let contents = entry.attachments.dropFirst().compactMap { file -> JSONValue? in
            guard let duration = file.durationInSeconds, let number = JSONNumber(duration) else { return nil }
            return [
                "url": .string(file.url), "mime_type": .string(file.mimeType ?? ""),
                "duration_in_seconds": .number(number),
            ]
        }
        if !contents.isEmpty { media["contents"] = .array(contents) }
        if !media.isEmpty { entry.extensions["_media"] = .object(media) }
    }
}

extension RepublishedFeeds {
    private static let words = [
        "river", "\"quoted\"", "back\\slash", "日本語", "é", "👩‍👩‍👧", "a&b", "AT&amp;T", "1<2", "]]>", "--", "'", "{{x}}",
        "ﾊﾝｶｸ", "שלום",
    ]

    private mutating func chance() -> Bool { Bool.random(using: &random) }

    private mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? { chance() ? make(&self) : nil }

    private mutating func text() -> String {
        (0...Int.random(in: 0...5, using: &random)).map { _ in Self.words.randomElement(using: &random) ?? "" }
            .joined(separator: " ")
    }

    private mutating func url(_ place: String) -> String {
        "https://example.com/\(place)/\(Int.random(in: 0..<1000, using: &random))?q=a&b=%E8%A8%AD#x"
    }

    private mutating func date() -> Timestamp {
        Timestamp(
            seconds: Int64.random(in: 0...4_000_000_000, using: &random),
            nanoseconds: chance() ? 0 : Int32.random(in: 0..<1000, using: &random) * 1_000_000,
            offset: Int32.random(in: -14 * 60...14 * 60, using: &random) * 60)
    }

    private mutating func entry(_ place: Int) -> Entry {
        var entry = Entry(
            id: "tag:example.com,2026:\(place)/\(UInt64.random(in: 0...(.max), using: &random))",
            url: maybe { $0.url("page") },
            title: maybe { $0.text() })
        entry.externalURL = maybe { $0.url("about") }
        entry.contentHTML = maybe { "<p class=\"a\">\($0.text())</p>\n<p>\($0.text())</p>" }
        entry.contentText = maybe { "\($0.text())\n\($0.text())" }
        entry.summary = maybe { $0.text() }
        entry.image = maybe { $0.url("image") }
        entry.datePublished = maybe { $0.date() }
        entry.dateModified = maybe { $0.date() }
        entry.language = maybe { $0.chance() ? "ja" : "en-GB" }
        for number in 0..<Int.random(in: 0...3, using: &random) {
            var author = Author(
                name: "\(text()) \(number)",
                url: maybe { $0.chance() ? $0.url("author\(number)") : "mailto:a\(number)@example.com" })
            if author.url?.hasPrefix("https:") == true, chance() {
                author.extensions["_person"] = ["email": .string("b\(number)@example.com")]
            }
            entry.authors.append(author)
        }
        if let last = entry.authors.last, last.url != nil, chance() {
            entry.authors[entry.authors.count - 1].name = nil
        }
        for number in 0..<Int.random(in: 0...3, using: &random) { entry.tags.append("\(text()) \(number)") }
        for number in 0..<Int.random(in: 0...3, using: &random) {
            entry.attachments.append(
                Attachment(
                    url: url("file\(number)"), mimeType: "audio/mpeg", title: maybe { $0.text() },
                    sizeInBytes: maybe { Int64.random(in: 1...(.max), using: &$0.random) },
                    durationInSeconds: maybe { Double(Int.random(in: 1...90_000, using: &$0.random)) / 4 }))
        }
        entry.extensions = extensions(
            hasText: entry.contentHTML != nil || entry.contentText != nil || entry.summary != nil)
        entry.tributary = TributaryExtension(
            feed: FeedReference(id: url("feed"), title: maybe { $0.text() }, homePageURL: maybe { $0.url("home") }),
            firstSeen: date(), number: Int64(place + 1))
        return entry
    }

    /// - Parameter hasText: whether there is text; else a subtitle would be read as the text.
    private mutating func extensions(hasText: Bool) -> JSONObject {
        var extensions: JSONObject = [:]
        if hasText, chance() {
            extensions["_podcast"] = [
                "subtitle": .string(text()), "season": 2, "season_name": .string(text()), "episode": 7,
                "explicit": false,
                "transcripts": [["url": .string(url("transcript")), "mime_type": "text/vtt"]],
                "chapters": [["start": 1.5, "title": .string(text())]],
                "persons": [["name": .string(text()), "role": "guest"]],
                "soundbites": [["start": 3, "duration": 4.5, "title": .string(text())]],
            ]
        }
        if chance() {
            extensions["_comments"] = [
                "url": .string(url("comments")), "feed_url": .string(url("replies")), "count": 12,
            ]
        }
        if chance() { extensions["_geo"] = ["latitude": 35.5, "longitude": -139.25] }
        return extensions
    }
}
