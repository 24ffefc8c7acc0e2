public import FeedModel
import FeedText
import FeedXML

/// A link of Atom's kind, wherever it stands (RFC 4287 §4.2.7).
public struct FeedLink {
    /// The address, absolute where that is known.
    public var url: String
    /// The relation in lower case; `alternate` where none is given.
    public var relation: String
    /// The media type.
    public var type: String?
    /// The title.
    public var title: String?
    /// The size in bytes.
    public var length: Int64?
    /// The language of what is linked to.
    public var language: String?

    /// The link that an element with `href` is; nil without an address.
    public init?(_ element: FeedElement) {
        guard let url = element.url(.href) else { return nil }
        self.init(element, url: url)
    }

    /// The same for a feed's own link, whose `href` may be empty and then means the base.
    public init?(ofFeed element: FeedElement) {
        guard let url = element.url(.href) ?? (element.has(.href) ? element.base : nil) else { return nil }
        self.init(element, url: url)
    }

    private init(_ element: FeedElement, url: String) {
        self.url = url
        var relation = element.attribute(.rel)?.asciiLowercased ?? "alternate"
        let registry = "http://www.iana.org/assignments/relation/"
        if relation.hasPrefix(registry) { relation.removeFirst(registry.count) }
        self.relation = relation
        type = element.attribute(.type)
        title = element.attribute(.title)
        length = element.attribute(.length).flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
        language = element.attribute(.hreflang)
    }

    /// Whether the link's type says that it leads to a page for people; nil if it has none.
    public var isPage: Bool? {
        guard let type = type?.asciiLowercased else { return nil }
        return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
    }

    /// The link as a file of an entry.
    public var attachment: Attachment {
        Attachment(url: url, mimeType: type, title: title, sizeInBytes: length)
    }
}

extension [FeedLink] {
    /// The page that a feed or entry is of: the first alternate link of a page's type, else of none, else of any.
    public var page: FeedLink? {
        let alternates = filter { $0.relation == "alternate" }
        return alternates.first { $0.isPage == true } ?? alternates.first { $0.isPage == nil } ?? alternates.first
    }

    /// The first link of a relation.
    public func first(_ relation: String) -> FeedLink? { first { $0.relation == relation } }

    /// The hubs that tell of new entries (WebSub §4).
    public var hubs: [Hub] { filter { $0.relation == "hub" }.map { Hub(type: "WebSub", url: $0.url) } }
}
