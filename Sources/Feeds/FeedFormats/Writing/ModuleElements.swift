import FeedHTML
import FeedJSON
package import FeedModel
import FeedText
package import FeedXML

/// Writes what the modules say of an entry, Atom's and RSS's alike: the other direction of ``EntryElements``.
package enum ModuleElements {
    /// The namespaces that the elements stand in, as attributes of the root.
    package static let namespaces: [XMLDocumentWriter.Attribute] = [
        ("xmlns:media", "http://search.yahoo.com/mrss/"),
        ("xmlns:itunes", "http://www.itunes.com/dtds/podcast-1.0.dtd"),
        ("xmlns:podcast", "https://podcastindex.org/namespace/1.0"),
        ("xmlns:psc", "http://podlove.org/simple-chapters"),
        ("xmlns:thr", "http://purl.org/syndication/thread/1.0"), ("xmlns:georss", "http://www.georss.org/georss"),
        ("xmlns:wfw", "http://wellformedweb.org/CommentAPI/"),
    ]

    /// Writes `_media`, `_podcast`, `_comments`, `_geo`, the image and the length of the sound or film.
    package static func write(_ entry: Entry, to writer: inout XMLDocumentWriter) {
        let media = entry.extensions["_media"]?.objectValue ?? [:]
        let podcast = entry.extensions["_podcast"]?.objectValue ?? [:]
        let heard = heard(of: entry)
        writePodcast(podcast, to: &writer)
        writeDuration(of: heard, to: &writer)
        writeFurtherFiles(of: entry, beside: heard, media, to: &writer)
        writeMedia(media, image: entry.image, hasPodcastImage: podcast["image"] != nil, to: &writer)
        writeComments(entry.extensions["_comments"]?.objectValue ?? [:], to: &writer)
        if let place = entry.extensions["_geo"]?.objectValue, let latitude = place["latitude"]?.numberText,
            let longitude = place["longitude"]?.numberText
        {
            writer.element("georss:point", text: "\(latitude) \(longitude)")
        }
    }
}

// MARK: - Podcasts

extension ModuleElements {
    private static func writePodcast(_ podcast: JSONObject, to writer: inout XMLDocumentWriter) {
        // These are read as HTML; in those of one line, readers would show the mark of a line break.
        for (name, element) in [
            ("title", "itunes:title"), ("subtitle", "itunes:subtitle"), ("author", "itunes:author"),
        ] {
            let line = podcast[name]?.stringValue?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            writer.element(element, text: line.map(HTMLText.escaped))
        }
        writer.element("itunes:summary", text: podcast["summary"]?.stringValue.map(HTMLText.escaped))
        writer.element("itunes:episodeType", text: podcast["episode_type"]?.stringValue)
        writer.element("podcast:location", text: podcast["location"]?.stringValue)
        if let season = podcast["season"]?.numberText {
            writer.element("podcast:season", ("name", podcast["season_name"]?.stringValue), text: season)
        }
        writer.element("itunes:episode", text: podcast["episode"]?.numberText)
        writer.element("itunes:explicit", text: podcast["explicit"]?.boolValue.map { $0 ? "true" : "false" })
        writer.element("itunes:block", text: podcast["blocked"]?.boolValue.map { $0 ? "Yes" : "No" })
        if let image = podcast["image"]?.stringValue { writer.empty("itunes:image", ("href", image)) }
        for transcript in podcast.objects("transcripts") {
            writer.empty(
                "podcast:transcript", ("url", transcript["url"]?.stringValue),
                ("type", transcript["mime_type"]?.stringValue),
                ("language", transcript["language"]?.stringValue), ("rel", transcript["rel"]?.stringValue))
        }
        if let url = podcast["chapters_url"]?.stringValue {
            writer.empty("podcast:chapters", ("url", url), ("type", "application/json+chapters"))
        }
        let chapters = podcast.objects("chapters")
        if !chapters.isEmpty {
            writer.begin("psc:chapters", ("version", "1.2"))
            for chapter in chapters {
                writer.empty(
                    "psc:chapter", ("start", chapter["start"]?.numberText), ("title", chapter["title"]?.stringValue),
                    ("href", chapter["url"]?.stringValue), ("image", chapter["image"]?.stringValue))
            }
            writer.end()
        }
        for person in podcast.objects("persons") {
            writer.element(
                "podcast:person", ("role", person["role"]?.stringValue), ("group", person["group"]?.stringValue),
                ("href", person["url"]?.stringValue), ("img", person["image"]?.stringValue),
                text: person["name"]?.stringValue)
        }
        for bite in podcast.objects("soundbites") {
            writer.element(
                "podcast:soundbite", ("startTime", bite["start"]?.numberText),
                ("duration", bite["duration"]?.numberText),
                text: bite["title"]?.stringValue ?? "")
        }
    }

    /// The file that a reader gives the duration to: the first sound or film, else the first file.
    private static func heard(of entry: Entry) -> Attachment? {
        let isHeard = { (file: Attachment) in
            file.mimeType?.hasPrefix("audio/") == true || file.mimeType?.hasPrefix("video/") == true
        }
        return entry.attachments.first(where: isHeard) ?? entry.attachments.first
    }

    /// Whole seconds, as directories of podcasts ask for.
    private static func writeDuration(of file: Attachment?, to writer: inout XMLDocumentWriter) {
        guard let duration = file?.durationInSeconds, duration.isFinite, duration >= 0 else { return }
        writer.element("itunes:duration", text: JSONNumber(duration.rounded())?.literal)
    }

    /// Durations that no other element has a place for.
    private static func writeFurtherFiles(
        of entry: Entry, beside heard: Attachment?, _ media: JSONObject, to writer: inout XMLDocumentWriter
    ) {
        let said = Set(media.objects("contents").compactMap { $0["url"]?.stringValue })
        for file in entry.attachments where file.url != heard?.url && !said.contains(file.url) {
            guard let duration = file.durationInSeconds, duration.isFinite, duration >= 0 else { continue }
            writer.empty(
                "media:content", ("url", file.url), ("type", file.mimeType),
                ("duration", JSONNumber(duration.rounded())?.literal))
        }
    }
}

// MARK: - Media

extension ModuleElements {
    private static func writeMedia(
        _ media: JSONObject, image: String?, hasPodcastImage: Bool, to writer: inout XMLDocumentWriter
    ) {
        writer.element("media:title", ("type", "plain"), text: media["title"]?.stringValue)
        writer.element("media:description", text: media["description"]?.stringValue)
        for content in media.objects("contents") {
            writer.empty(
                "media:content", ("url", content["url"]?.stringValue), ("type", content["mime_type"]?.stringValue),
                ("medium", content["medium"]?.stringValue), ("fileSize", content["size_in_bytes"]?.numberText),
                ("duration", content["duration_in_seconds"]?.numberText), ("width", content["width"]?.numberText),
                ("height", content["height"]?.numberText), ("lang", content["language"]?.stringValue))
        }
        let thumbnails = media.objects("thumbnails")
        for thumbnail in thumbnails {
            writer.empty(
                "media:thumbnail", ("url", thumbnail["url"]?.stringValue), ("width", thumbnail["width"]?.numberText),
                ("height", thumbnail["height"]?.numberText), ("time", thumbnail["time"]?.stringValue))
        }
        let isThere = (thumbnails + media.objects("contents")).contains { $0["url"]?.stringValue == image }
        if let image, image.utf8.contains(where: { $0 > 0x20 }), !hasPodcastImage, !isThere {
            writer.empty("media:thumbnail", ("url", image))
        }
        for credit in media.objects("credits") {
            writer.element("media:credit", ("role", credit["role"]?.stringValue), text: credit["name"]?.stringValue)
        }
        writer.element("media:rating", text: media["rating"]?.stringValue)
        writer.element("media:copyright", text: media["copyright"]?.stringValue)
        if let player = media["player"]?.stringValue { writer.empty("media:player", ("url", player)) }
        guard let community = media["community"]?.objectValue else { return }
        writer.begin("media:community")
        if community["rating"] != nil || community["ratings"] != nil {
            writer.empty(
                "media:starRating", ("average", community["rating"]?.numberText),
                ("count", community["ratings"]?.numberText))
        }
        if community["views"] != nil || community["favorites"] != nil {
            writer.empty(
                "media:statistics", ("views", community["views"]?.numberText),
                ("favorites", community["favorites"]?.numberText))
        }
        writer.end()
    }
}

// MARK: - Comments

extension ModuleElements {
    private static func writeComments(_ comments: JSONObject, to writer: inout XMLDocumentWriter) {
        writer.element("wfw:commentRss", text: comments["feed_url"]?.stringValue)
        writer.element("thr:total", text: comments["count"]?.numberText)
        for parent in comments.objects("in_reply_to") {
            // `ref` is demanded (RFC 4685 §3).
            writer.empty(
                "thr:in-reply-to", ("ref", parent["id"]?.stringValue ?? parent["url"]?.stringValue),
                ("href", parent["url"]?.stringValue))
        }
    }
}

extension JSONObject {
    fileprivate func objects(_ name: String) -> [JSONObject] { self[name]?.arrayValue?.compactMap(\.objectValue) ?? [] }
}

extension JSONValue {
    /// A number as it is written; nil for anything else.
    fileprivate var numberText: String? {
        if case .number(let number) = self { number.literal } else { nil }
    }
}
