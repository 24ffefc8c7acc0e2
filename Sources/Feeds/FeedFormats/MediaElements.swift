public import FeedJSON
public import FeedModel
import FeedText
import FeedXML

/// What Media RSS says of an entry (https://www.rssboard.org/media-rss): files, pictures, and words about them.
///
/// The extension object `_media` has the keys `title`, `description`, `thumbnails` (`url`, `width`, `height`, `time`),
/// `contents` (`url`, `mime_type`, `medium`, `size_in_bytes`, `duration_in_seconds`, `width`, `height`, `language`),
/// `player`, `credits` (`name`, `role`), `rating`, `copyright`, `text` (a transcript, as plain text), and `community` (`rating`, `ratings`, `views`,
/// `favorites`).
public struct MediaElements {
    /// The files that are no pictures.
    public private(set) var attachments: [Attachment] = []
    /// The best picture: the widest; of those without a width, whole pictures before thumbnails.
    public private(set) var image: String?
    /// Keywords and categories.
    public private(set) var tags: [String] = []
    /// The title, as plain text.
    public private(set) var title: String?
    /// The description, and whether it is HTML.
    public private(set) var description: (text: String, syntax: TextSyntax)?

    private var imageScore = -1
    private var thumbnails: [JSONObject] = []
    private var contents: [JSONObject] = []
    private var credits: [JSONObject] = []
    private var object = JSONObject()

    /// Reads the elements right below an entry, and those in groups and contents there.
    public init(of entry: FeedElement) {
        for child in entry.children where child.name.namespace == FeedNamespace.media.rawValue { take(child) }
    }

    /// The extension object.
    public var extensionObject: JSONObject {
        var object = object
        object.set("title", title)
        object.set("description", description?.text)
        object.set("thumbnails", thumbnails)
        object.set("contents", contents)
        object.set("credits", credits)
        return object
    }
}

extension MediaElements {
    private mutating func take(_ element: FeedElement) {
        switch FeedTerm(rawValue: element.name.local) {
        case .group: for child in element.children { take(child) }
        case .content: takeContent(element)
        case .thumbnail: takeThumbnail(element)
        case .title where title == nil:
            title = element.attribute(.type) == "plain" ? element.plainText(.plain) : element.titleText()
        case .description where description == nil: takeDescription(element)
        case .keywords: tags += element.words
        case .category: if let label = element.attribute(.label) ?? element.plainText(.plain) { tags.append(label) }
        case .credit: takeCredit(element)
        case .rating: object.set("rating", element.text)
        case .copyright: object.set("copyright", element.plainText(.plain))
        case .text: object.set("text", element.plainText(element.attribute(.type) == "html" ? .html : .plain))
        case .player: object.set("player", element.url(.url))
        case .community: takeCommunity(element)
        default: break
        }
    }

    private mutating func takeContent(_ element: FeedElement) {
        for child in element.children where child.name.namespace == FeedNamespace.media.rawValue { take(child) }
        guard let url = element.url(.url) else { return }
        let type = element.attribute(.type)
        let medium = element.attribute(.medium)?.asciiLowercased
        let size = element.attribute(.fileSize).flatMap { Int64($0) }
        let duration = element.attribute(.duration).flatMap(DurationText.seconds)
        var content: JSONObject = ["url": .string(url)]
        content.set("mime_type", type)
        content.set("medium", medium)
        content.set("size_in_bytes", size.flatMap { Int(exactly: $0) })
        content.set("duration_in_seconds", duration)
        content.set("width", element.integer(.width))
        content.set("height", element.integer(.height))
        content.set("language", element.attribute(.lang))
        contents.append(content)
        if medium == "image" || type?.asciiLowercased.hasPrefix("image/") == true
            || (medium == nil && type == nil && MediaElements.isPicture(url))
        {
            offer(url, score: element.integer(.width) ?? 640)
        } else if medium != "document" || type?.asciiLowercased.hasPrefix("text/html") != true {
            attachments.append(
                Attachment(
                    url: url, mimeType: type, title: element.first(.media, .title)?.plainText(.plain),
                    sizeInBytes: size.flatMap { $0 >= 0 ? $0 : nil }, durationInSeconds: duration))
        }
    }

    private mutating func takeThumbnail(_ element: FeedElement) {
        guard let url = element.url(.url) ?? element.url else { return }
        var thumbnail: JSONObject = ["url": .string(url)]
        thumbnail.set("width", element.integer(.width))
        thumbnail.set("height", element.integer(.height))
        thumbnail.set("time", element.attribute(.time))
        thumbnails.append(thumbnail)
        offer(url, score: element.integer(.width) ?? 320)
    }

    private mutating func takeDescription(_ element: FeedElement) {
        if element.isMarkup || element.attribute(.type) == "html" {
            description = element.html().map { ($0, .html) }
        } else {
            description = element.text.map { ($0, .plain) }
        }
    }

    private mutating func takeCredit(_ element: FeedElement) {
        guard let name = element.plainText(.plain) else { return }
        var credit: JSONObject = ["name": .string(name)]
        credit.set("role", element.attribute(.role))
        credits.append(credit)
    }

    private mutating func takeCommunity(_ element: FeedElement) {
        var community = JSONObject()
        if let stars = element.first(.media, .starRating) {
            community.set("rating", stars.attribute(.average).flatMap { Double($0) })
            community.set("ratings", stars.integer(.count))
        }
        if let statistics = element.first(.media, .statistics) {
            community.set("views", statistics.integer(.views))
            community.set("favorites", statistics.integer(.favorites))
        }
        object.set("community", community)
    }

    private mutating func offer(_ url: String, score: Int) {
        guard score > imageScore else { return }
        imageScore = score
        image = url
    }

    /// Whether a URL without a type ends like a picture's.
    static func isPicture(_ url: String) -> Bool {
        let path = url.split(whereSeparator: { $0 == "?" || $0 == "#" }).first.map(String.init) ?? url
        let lowered = path.asciiLowercased
        return [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif"].contains { lowered.hasSuffix($0) }
    }
}
