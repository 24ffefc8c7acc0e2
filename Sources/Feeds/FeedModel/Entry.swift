public import FeedJSON

/// An entry of a feed, by the names of a JSON Feed 1.1 item.
public struct Entry: Sendable, Hashable {
    /// What identifies the entry within its feed, never resolved or rewritten; adapters leave it empty where it lacks.
    public var id: String
    /// The entry's page.
    public var url: String?
    /// The page that the entry is about, elsewhere.
    public var externalURL: String?
    /// The title as plain text; nil for entries without one.
    public var title: String?
    /// The whole text as HTML, not sanitised: as it came but for URLs, which are absolute.
    public var contentHTML: String?
    /// The whole text as plain text.
    public var contentText: String?
    /// A sentence or two, as plain text.
    public var summary: String?
    /// The main image.
    public var image: String?
    /// An image for the head of a page.
    public var bannerImage: String?
    /// When the entry was published.
    public var datePublished: Timestamp?
    /// When the entry was last changed.
    public var dateModified: Timestamp?
    /// Who wrote it; empty where the feed's authors count.
    public var authors: [Author]
    /// Plain text labels.
    public var tags: [String]
    /// The language of the text (RFC 5646).
    public var language: String?
    /// Files that belong to the entry.
    public var attachments: [Attachment]
    /// The members whose names begin with an underscore, but for `_tributary`.
    public var extensions: JSONObject
    /// What Tributary itself knows of the entry (`_tributary`); nil before the engine has seen it.
    public var tributary: TributaryExtension?

    /// An entry of which at first nothing but the given is known.
    public init(id: String, url: String? = nil, title: String? = nil) {
        // A field that is left to its default would cost a copy of the whole.
        self.id = id
        self.url = url
        externalURL = nil
        self.title = title
        contentHTML = nil
        contentText = nil
        summary = nil
        image = nil
        bannerImage = nil
        datePublished = nil
        dateModified = nil
        authors = []
        tags = []
        language = nil
        attachments = []
        extensions = JSONObject()
        tributary = nil
    }
}
