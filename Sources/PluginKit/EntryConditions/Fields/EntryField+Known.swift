import FeedHTML
import FeedModel

extension EntryField {
    /// The fields that every entry can have: JSON Feed's, those of `_tributary`, and `text`.
    ///
    /// `content_html` is compared as it came, tags included; `content_text` is the text as a reader sees it, also where
    /// the feed gives HTML only; `text` is title, summary and content together.
    static let known: [EntryField] = [
        .text("id") { $0.id },
        .text("url") { $0.url },
        .text("external_url") { $0.externalURL },
        .text("title") { $0.title },
        .text("content_html") { $0.contentHTML },
        .computedText("content_text") { plainContent(of: $0) },
        .text("summary") { $0.summary },
        .computedText("text") { entry in
            let parts = [entry.title, entry.summary, plainContent(of: entry)].compactMap { $0 }
            return parts.isEmpty ? nil : parts.joined(separator: "\n")
        },
        .text("image") { $0.image },
        .text("banner_image") { $0.bannerImage },
        .date("date_published") { $0.datePublished },
        .date("date_modified") { $0.dateModified },
        .text("language") { $0.language },
        .texts("tags") { $0.tags },
        .elements("authors") { $0.authors.count },
        .texts("authors.name") { $0.authors.compactMap(\.name) },
        .texts("authors.url") { $0.authors.compactMap(\.url) },
        .texts("authors.avatar") { $0.authors.compactMap(\.avatar) },
        .elements("attachments") { $0.attachments.count },
        .texts("attachments.url") { $0.attachments.map(\.url) },
        .texts("attachments.mime_type") { $0.attachments.compactMap(\.mimeType) },
        .texts("attachments.title") { $0.attachments.compactMap(\.title) },
        .numbers("attachments.size_in_bytes") { $0.attachments.compactMap { $0.sizeInBytes.map { Double($0) } } },
        .numbers("attachments.duration_in_seconds") { $0.attachments.compactMap(\.durationInSeconds) },
        .text("_tributary.feed.id") { $0.tributary?.feed.id },
        .text("_tributary.feed.title") { $0.tributary?.feed.title },
        .text("_tributary.feed.home_page_url") { $0.tributary?.feed.homePageURL },
        .date("_tributary.first_seen") { $0.tributary?.firstSeen },
        .number("_tributary.number") { $0.tributary?.number.map { Double($0) } },
        .number("_tributary.score") { $0.tributary?.score },
        .elements("_tributary.also_in") { $0.tributary?.alsoIn.count ?? 0 },
        .texts("_tributary.also_in.id") { $0.tributary?.alsoIn.map(\.id) ?? [] },
        .texts("_tributary.also_in.title") { $0.tributary?.alsoIn.compactMap(\.title) ?? [] },
    ]

    private static func plainContent(of entry: Entry) -> String? {
        entry.contentText ?? entry.contentHTML.map { HTMLText.plainText($0) }
    }
}
