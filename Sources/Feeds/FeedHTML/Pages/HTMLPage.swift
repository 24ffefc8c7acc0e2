import FeedText

/// What a page says of itself as far as somebody wants to know who looks for a feed.
public struct HTMLPage: Sendable, Hashable {
    /// The title, as plain text.
    public internal(set) var title: String?
    /// The language that the root element names (RFC 5646).
    public internal(set) var language: String?
    /// Whether it asks for a password, or its form leads to where people sign in.
    public internal(set) var asksToSignIn = false
    /// The links to feeds, best first, each URL once: at most ``mostLinks``.
    public internal(set) var feedLinks: [HTMLFeedLink] = []

    /// More links than this are left out.
    public static let mostLinks = 200

    /// A page of which nothing is known yet.
    init() {}

    /// Reads a page in one pass over its tags.
    ///
    /// - Parameters:
    ///   - html: the page in UTF-8.
    ///   - url: where it comes from: the base of relative URLs unless the page names another. Without any base a
    ///     relative URL stays as it is written.
    public init(_ html: Span<UInt8>, url: String?) {
        var reader = HTMLPageReader(url: url)
        reader.read(html)
        self = reader.page
    }
}

/// A link of a page that leads to a feed, or looks as if it did.
public struct HTMLFeedLink: Sendable, Hashable {
    /// How sure it is.
    public enum Origin: Int, Sendable, Comparable {
        /// A `link` element with the type of a feed: the page says that it is its feed.
        case declared
        /// A `link` element of a type that feeds share with others, or of none.
        case likely
        /// A link in the text that looks like one to a feed.
        case anchor

        /// The surer the less.
        public static func < (left: Origin, right: Origin) -> Bool { left.rawValue < right.rawValue }
    }

    /// The formats that a type or a name gives away.
    public enum Format: String, Sendable {
        case atom
        case rss
        case jsonFeed = "json_feed"
    }

    /// Where it leads: absolute, unless neither the page nor its reader knows a base.
    public var url: String
    /// What it is called.
    public var title: String?
    /// The format as far as the page gives it away; nil for a feed of any kind.
    public var format: Format?
    /// The language of what it leads to (`hreflang`).
    public var language: String?
    /// How sure it is.
    public var origin: Origin
    /// Whether it is of comments, or of a part of the site only, such as a tag or an author.
    public var isPartial: Bool
}

extension HTMLPage {
    /// Sorts the links: what is declared before what is guessed, the whole site before its parts, the page's language
    /// before others; else in the order of the page, whose first feed is its main one (HTML §4.6.6.1).
    mutating func sortFeedLinks() {
        let own = language.map(Self.primary)
        func rank(_ link: HTMLFeedLink) -> (Int, Int, Int) {
            let isForeign = link.language.map(Self.primary).map { $0 != own } ?? false
            return (link.isPartial ? 1 : 0, link.origin.rawValue, isForeign && own != nil ? 1 : 0)
        }
        feedLinks.sort { rank($0) < rank($1) }
    }

    /// The language of a tag without its region: `en` of `en-GB`.
    private static func primary(_ tag: String) -> String {
        tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
    }
}
