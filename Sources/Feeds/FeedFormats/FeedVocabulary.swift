import FeedXML

/// The vocabulary of all XML formats of feeds.
enum FeedVocabulary {
    static let shared = XMLVocabulary(
        namespaces: FeedNamespace.allCases.map {
            XMLVocabulary.Namespace(
                code: $0.rawValue, uris: $0.uris, prefixes: $0.prefixes, ownsPrefixes: $0.ownsPrefixes)
        },
        localNames: FeedTerm.allCases.map(\.text), records: ["item", "entry"],
        roots: ["rss", "RDF", "feed", "entry", "channel"],
        lines: ["title", "link", "description", "guid", "pubDate", "summary", "id", "updated", "published"])

    /// What nearly all feeds are written in, as their generators write it.
    static let usualNames = XMLUsualNames(
        [
            "xmlns", "xmlns:atom", "xmlns:content", "xmlns:dc", "xmlns:media", "xmlns:slash", "xmlns:sy",
            "xmlns:itunes", "xmlns:wfw", "xmlns:thr", "rss", "version", "channel", "title", "link", "description",
            "language", "lastBuildDate", "pubDate", "generator", "ttl", "image", "url", "item", "guid", "isPermaLink",
            "dc:creator", "dc:date", "category", "domain", "author", "comments", "content:encoded", "enclosure",
            "length", "type", "atom:link", "href", "rel", "sy:updatePeriod", "sy:updateFrequency", "slash:comments",
            "wfw:commentRss", "media:content", "media:thumbnail", "feed", "xml:lang", "id", "updated", "subtitle",
            "entry", "published", "name", "uri", "email", "content", "summary", "term",
        ], of: shared)

    /// The namespaces whose elements HTML writes without a prefix.
    static let bareNamespaces: [UInt8] = [
        FeedNamespace.xhtml.rawValue, FeedNamespace.svg.rawValue, FeedNamespace.mathML.rawValue,
    ]

    /// Elements that hold text, which may be written as markup: child elements are part of that text.
    static func holdsMarkup(_ name: XMLName) -> Bool {
        switch (FeedNamespace(rawValue: name.namespace), FeedTerm(rawValue: name.local)) {
        case (.core, .title), (.core, .subtitle), (.core, .tagline), (.core, .summary), (.core, .content),
            (.core, .description), (.core, .rights), (.core, .copyright), (.core, .info), (.core, .body),
            (.core, .fullitem), (.atom, .title), (.atom, .subtitle), (.atom, .summary), (.atom, .content),
            (.content, .encoded), (.dc, .title), (.dc, .description), (.media, .title), (.media, .description),
            (.itunes, .title), (.itunes, .summary), (.itunes, .subtitle), (.xhtml, .body), (.xhtml, .div),
            (.googlePlay, .description), (.rdf, .value):
            true
        default: false
        }
    }

    /// Whether an element is a field of a feed or an entry that never stands within another one.
    static func isField(_ name: XMLName, neverWithin outer: XMLName) -> Bool {
        let core = FeedNamespace.core.rawValue
        guard outer.namespace == core, name.namespace == core else { return false }
        guard let term = FeedTerm(rawValue: name.local), let outerTerm = FeedTerm(rawValue: outer.local) else {
            return false
        }
        return (isLine(outerTerm) || outerTerm == .title)
            && (isLine(term) || term == .author || term == .image || term == .enclosure)
    }

    /// Whether an element of the format itself is a field of one line, or the title.
    static func isField(_ name: XMLName) -> Bool {
        FeedTerm(rawValue: name.local).map { $0 == .title || isLine($0) } ?? false
    }

    /// Fields that hold text and no elements, but for the title: HTML too has one.
    private static func isLine(_ term: FeedTerm) -> Bool {
        switch term {
        case .link, .description, .id, .guid, .subtitle, .tagline, .updated, .modified, .published, .issued, .created,
            .pubDate, .lastBuildDate, .language, .copyright, .rights, .generator, .managingEditor, .webMaster, .docs,
            .ttl, .comments, .category, .logo, .icon:
            true
        default: false
        }
    }
}
