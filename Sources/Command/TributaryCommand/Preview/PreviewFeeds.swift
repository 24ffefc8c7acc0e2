import FeedModel
import FeedText
import TributaryEngine
import TributaryPluginKit

/// The feeds of a preview: entries as blogs, podcasts and shops have them, in two languages, one of them twice.
enum PreviewFeeds {
    /// When a preview takes place.
    static let now = Timestamp(seconds: 1_795_953_600)

    /// The addresses of the feeds.
    static let urls = ["https://harbour.example/feed", "https://tokei.example/feed", "https://quay.example/feed"]

    /// The feed at an address; nil for any other.
    static func feed(at url: String) -> Feed? {
        switch url {
        case urls[0]: Feed(title: "Harbour Notes", homePageURL: "https://harbour.example/", entries: harbour)
        case urls[1]: Feed(title: "時計工房だより", homePageURL: "https://tokei.example/", entries: workshop)
        case urls[2]: Feed(title: "The Quay", homePageURL: "https://quay.example/", entries: [again])
        default: nil
        }
    }

    /// A page, for stages that ask for one.
    static let page = """
        <!DOCTYPE html><html lang="en"><title>A tide table that fits on one screen</title><nav><a href="/">Home</a></nav>
        <article><h1>A tide table that fits on one screen</h1><p>\(long)</p><p>\(long)</p></article>
        """

    private static let long = """
        Twelve lines, no colours, readable in the rain: what we left out of the new tide table, why nobody missed it, and \
        what the ferry's crew made of the one number that we put in at the last moment, when the printer was already warm.
        """

    private static var harbour: [Entry] {
        var table = entry(
            "https://harbour.example/2026/tide-table", "A tide table that fits on one screen",
            hoursAgo: 20)
        table.contentHTML = """
            <p>\(long)</p><p><img src="https://harbour.example/table.png" alt="The new tide table"> See \
            <a href="https://harbour.example/old">the old one</a>.</p><script>track()</script>
            """
        table.summary = "Twelve lines, no colours, readable in the rain."
        table.authors = [Author(name: "Ines of the north pier", url: "https://harbour.example/ines")]
        table.tags = ["tides", "tools", "small screens"]
        table.language = "en"
        table.image = "https://harbour.example/table.png"
        var episode = entry(
            "https://harbour.example/31?utm_source=feed", "31: The timetable nobody printed", hoursAgo: 60)
        episode.contentText =
            "A planner tells how a line ran for eleven years by a timetable that existed only as a web feed."
        episode.attachments = [
            Attachment(
                url: "https://harbour.example/31.mp3", mimeType: "audio/mpeg", sizeInBytes: 12_345_678,
                durationInSeconds: 1832)
        ]
        episode.tags = ["timetables", "oral history"]
        var note = entry("https://harbour.example/notes/7", nil, hoursAgo: 5)
        note.contentText = "The ferry is late again & nobody minds."
        return [note, table, episode]
    }

    private static var workshop: [Entry] {
        var clock = entry("https://tokei.example/2026/11/furiko", "柱時計の振り子を軽くしたら、一日二分すすむようになった話", hoursAgo: 30)
        clock.contentHTML = """
            <p>錘を真鍮から木に替えたところ、時計がすすみはじめました。振り子の長さと重さ、どちらが時間を\
            決めるのかを、もう一度たしかめました。</p>
            """
        clock.authors = [Author(name: "工房の主人"), Author(name: "見習い")]
        clock.tags = ["修理", "柱時計", "振り子"]
        clock.language = "ja"
        var parts = entry("https://tokei.example/2026/11/buhin", "部品の棚を整理しました", hoursAgo: 90)
        parts.contentHTML = "<ul><li>歯車</li><li>ぜんまい</li></ul>"
        parts.tags = ["修理"]
        parts.dateModified = now.adding(seconds: -3600)
        return [clock, parts]
    }

    /// What another feed brings too.
    private static var again: Entry {
        var entry = entry(
            "https://harbour.example/2026/tide-table", "A tide table that fits on one screen", hoursAgo: 19)
        entry.id = "quay-1"
        entry.contentText = long
        entry.tags = ["links"]
        return entry
    }

    private static func entry(_ url: String, _ title: String?, hoursAgo hours: Int64) -> Entry {
        var entry = Entry(id: url, url: url, title: title)
        entry.datePublished = now.adding(seconds: -hours * 3600)
        return entry
    }
}

/// Brings the feeds of a preview, and asks nobody.
struct PreviewRepository: FeedRepository {
    func reading(
        of subscription: PlannedSubscription, since last: Validators?
    ) async throws(ReadFailure) -> RepositoryReading {
        guard let feed = subscription.subscription.location.flatMap(PreviewFeeds.feed) else { return .unchanged(nil) }
        return .feed(DecodedFeed(feed: feed, validators: Validators()))
    }
}

/// Shows the time at which a preview takes place.
struct PreviewClock: WallClock {
    var now: Timestamp { PreviewFeeds.now }
}
