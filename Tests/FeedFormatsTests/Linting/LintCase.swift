import FeedFormats
import FeedModel
import Testing

/// Something wrong with a document that is right otherwise, and where it must be found.
struct LintCase: Sendable, CustomTestStringConvertible {
    let format: FeedLinter.Format
    /// What is put into the document's only entry, or for a whole document all of it.
    let text: String
    /// The section that the one finding must name.
    let section: String
    /// What must stand at its place.
    let place: String
    let reading: String?

    var testDescription: String { "\(section): \(text.prefix(72))" }

    init(
        _ format: FeedLinter.Format, _ text: String, _ section: String, at place: String, reading: String? = nil
    ) {
        self.format = format
        self.text = text
        self.section = section
        self.place = place
        self.reading = reading
    }

    /// The whole document.
    var document: Document {
        guard !text.hasPrefix("<?xml") else { return Document(url: nil, mediaType: nil, bytes: Array(text.utf8)) }
        let whole =
            switch format {
            case .rss: Self.rss(channel: text.hasPrefix("channel:") ? String(text.dropFirst(8)) : "", item: item)
            case .atom: Self.atom(feed: text.hasPrefix("feed:") ? String(text.dropFirst(5)) : "", entry: item)
            }
        return Document(url: nil, mediaType: nil, bytes: Array(whole.utf8))
    }

    private var item: String { text.hasPrefix("channel:") || text.hasPrefix("feed:") ? "" : text }

    /// Whether text has an element that the entry has otherwise; text that ends the entry is about the next one.
    private static func isGiven(_ tag: String, in text: String) -> Bool {
        !text.hasPrefix("</") && text.contains(tag)
    }

    static func rss(channel: String, item: String) -> String {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"
         xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:dc="http://purl.org/dc/elements/1.1/">
        <channel><title>潮汐表</title><link>https://harbour.example/</link><description>Tides</description>
        <atom:link rel="self" href="https://harbour.example/feed.xml"/>
        \(channel)
        <item><title>満潮</title>\(isGiven("<guid", in: item) ? "" : "<guid>https://harbour.example/1</guid>")\(item)</item>
        </channel></rss>
        """
    }

    static func atom(feed: String, entry: String) -> String {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom">
        <id>https://harbour.example/</id><title>潮汐表</title><updated>2026-11-30T09:00:00+09:00</updated>
        <link rel="self" href="https://harbour.example/feed.atom"/><author><name>Ines</name></author>
        \(feed)
        <entry>\(isGiven("<id>", in: entry) ? "" : "<id>tag:harbour.example,2026:1</id>")<title>満潮</title>
        <updated>2026-11-30T09:00:00Z</updated>\(isGiven("<content", in: entry) ? "" : "<content>高い</content>")\(entry)
        </entry></feed>
        """
    }
}
