import FeedText

/// What a link's URL and type give away of what it leads to.
struct FeedLinkSigns {
    /// What a media type says.
    enum Verdict {
        /// A feed, whatever its format.
        case feed
        /// Feeds are served so, and other things too.
        case shared
        /// Nothing that could be a feed.
        case other
    }

    /// The last part of the path in lower case, and all that stands before it.
    private let name: String
    private let path: String
    private let query: String
    private let host: String

    /// The signs of a reference as it is written.
    init(of reference: String) {
        let text = reference.asciiLowercased
        if let url = URLParts(text.hasPrefix("//") ? "https:" + text : text) {
            self.init(host: url.host ?? "", path: url.path, query: url.query ?? "")
        } else {
            let address = text.prefix { $0 != "#" }
            let path = address.prefix { $0 != "?" }
            self.init(host: "", path: String(path), query: String(address.dropFirst(path.count + 1)))
        }
    }

    private init(host: String, path: String, query: String) {
        self.host = host
        self.query = query
        let parts = path.split(separator: "/")
        name = parts.last.map(String.init) ?? ""
        self.path = "/" + parts.joined(separator: "/") + "/"
    }
}

// MARK: - Types

extension FeedLinkSigns {
    static func verdict(on type: MediaType?) -> Verdict {
        guard let type else { return .shared }
        if format(of: type) != nil { return .feed }
        switch type.essence {
        case "application/xml", "text/xml", "application/json", "text/json", "text/plain", "application/octet-stream":
            return .shared
        default: return .other
        }
    }

    /// The format that a type names; sites write many a type that nobody has registered.
    static func format(of type: MediaType?) -> HTMLFeedLink.Format? {
        guard let essence = type?.essence else { return nil }
        if essence.hasSuffix("/feed+json") || essence.hasSuffix("/jsonfeed") { return .jsonFeed }
        guard let subtype = essence.split(separator: "/").last, !subtype.contains("oembed") else { return nil }
        if subtype.contains("atom") { return .atom }
        if subtype.contains("rss") || subtype.contains("rdf") { return .rss }
        return nil
    }
}

// MARK: - URLs

extension FeedLinkSigns {
    /// Whether a `link` element of a type that says little, or of none, may lead to a feed.
    func mayBeFeed(ofType type: MediaType?, titled title: String?) -> Bool {
        guard !isOfAnotherKind else { return false }
        return looksLikeFeed || Self.saysFeed(title)
    }

    /// Whether a title or the text of a link names what it leads to as a feed.
    static func saysFeed(_ title: String?) -> Bool {
        guard let title = title?.asciiLowercased else { return false }
        return ["rss", "atom", "feed", "フィード"].contains { title.contains($0) }
    }

    /// Whether the URL is that of an XML file, which a feed is if the text of the link says so.
    var endsAsXML: Bool { !isOfAnotherKind && name.hasSuffix(".xml") }

    /// Whether the URL is one that feeds usually have.
    var looksLikeFeed: Bool {
        guard !isOfAnotherKind else { return false }
        if Self.names.contains(name) || format != nil { return true }
        return host.hasPrefix("feeds.") && !name.isEmpty || query.contains("feed=")
    }

    /// The format that the URL's end gives away.
    var format: HTMLFeedLink.Format? {
        guard !isOfAnotherKind else { return nil }
        let stem = name.prefix { $0 != "." }
        let ending = name.split(separator: ".").last.map(String.init) ?? ""
        switch name.contains(".") ? ending : "" {
        case "rss", "rdf": return .rss
        case "atom": return .atom
        case "xml" where stem.contains("atom"): return .atom
        case "xml" where stem.contains("rss"): return .rss
        case "json" where stem == "feed": return .jsonFeed
        default: break
        }
        switch name {
        case "atom": return .atom
        case "rss", "rss2", "rdf": return .rss
        default: break
        }
        for (sign, format) in Self.querySigns where query.contains(sign) { return format }
        return nil
    }

    /// Whether it is of comments, or of a part of the site only.
    var isPartial: Bool {
        Self.parts.contains { path.contains($0) } || query.contains("comment")
    }

    /// Whether a title says so.
    static func isPartial(title: String?) -> Bool {
        guard let title = title?.asciiLowercased else { return false }
        return ["comment", "コメント", "kommentar", "commentaire", "comentario"].contains { title.contains($0) }
    }

    /// Whether a form with this action leads to where people sign in.
    static func leadsToSignIn(_ action: String) -> Bool {
        let signs = FeedLinkSigns(of: action)
        let word = signs.name.prefix { $0 != "." }.filter { $0.isLetter }
        return ["login", "signin", "logon", "sso", "authenticate", "wplogin"].contains(word)
    }

    /// What isn't a feed though its URL might be one's: lists of pages, descriptions of a site's interfaces, and links
    /// that hand the URL of a feed to some service.
    private var isOfAnotherKind: Bool {
        let isHandedOn =
            query.contains("://") || query.contains("%3a%2f%2f") || path.contains("http:/")
            || path.contains("https:/") || path.contains("%3a%2f%2f")
        return isHandedOn || path.contains("/wp-json/")
            || ["sitemap", "opensearch", "oembed", "wlwmanifest", "xmlrpc", "rsd.xml"].contains { name.contains($0) }
            || query.contains("oembed")
    }

    private static let names: Set<String> = [
        "feed", "feeds", "rss", "atom", "rdf", "rss2", "feed.xml", "index.xml", "index.rdf", "feed.php", "rss.php",
        "feeds.xml", "feed1",
    ]

    private static let querySigns: [(String, HTMLFeedLink.Format)] = [
        ("feed=rss", .rss), ("feed=rdf", .rss), ("feed=atom", .atom), ("format=rss", .rss), ("format=atom", .atom),
        ("type=rss", .rss), ("type=atom", .atom), ("alt=rss", .rss), ("alt=atom", .atom),
    ]

    private static let parts = [
        "/comments/", "/comment/", "/tag/", "/tags/", "/category/", "/categories/", "/author/", "/authors/", "/search/",
        "/label/", "/-/", "/topic/", "/topics/",
    ]
}
