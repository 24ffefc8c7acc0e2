public import FeedXML

/// The namespaces of elements that feeds are made of, as codes of the vocabulary.
public enum FeedNamespace: UInt8, CaseIterable, Sendable {
    /// Elements of the format itself: of RSS in whatever namespace or none, or of Atom.
    case core = 1
    /// Atom, 1.0 and 0.3 alike, where the format itself is another.
    case atom
    /// RSS 1.0, 0.9 and the namespaces under which RSS 2.0 is met.
    case rss
    case rdf
    case content
    case dc
    case dcTerms
    case media
    case itunes
    case podcast
    case googlePlay
    case slash
    case wfw
    case thread
    case feedburner
    case geoRSS
    case geo
    case xhtml
    case svg
    case mathML
    case youTube
    case enclosure
    case history
    case chapters
    case syndication
    case source
    case prism
    case creativeCommons
}

extension FeedNamespace {
    /// The URIs of the namespace, those that the wild uses for it included.
    var uris: [String] {
        switch self {
        case .core: []
        case .atom:
            [
                "http://www.w3.org/2005/Atom", "http://purl.org/atom/ns#", "http://example.com/newformat#",
                "http://example.com/necho", "http://purl.org/echo/", "uri/of/echo/namespace#", "http://purl.org/pie/",
                "http://purl.org/atom/app#", "http://www.w3.org/2006/Atom", "http://purl.org/net/rss1.1/atom",
            ]
        case .rss:
            [
                "http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/",
                "http://channel.netscape.com/rdf/simple/0.9/",
                "http://backend.userland.com/rss2", "http://backend.userland.com/RSS2",
                "http://backend.userland.com/rss",
                "http://backend.userland.com/rss091", "http://blogs.law.harvard.edu/tech/rss",
                "http://cyber.law.harvard.edu/rss/rss.html", "http://purl.org/net/rss1.1#", "http://purl.org/rss/2.0/",
                "http://www.rssboard.org/rss-specification",
            ]
        case .rdf: ["http://www.w3.org/1999/02/22-rdf-syntax-ns#"]
        case .content: ["http://purl.org/rss/1.0/modules/content/"]
        case .dc:
            [
                "http://purl.org/dc/elements/1.1/", "http://purl.org/dc/elements/1.0/",
                "http://dublincore.org/documents/dces/",
            ]
        case .dcTerms: ["http://purl.org/dc/terms/"]
        case .media:
            [
                "http://search.yahoo.com/mrss/", "http://www.rssboard.org/media-rss",
                "http://tools.search.yahoo.com/mrss/",
                "http://video.search.yahoo.com/mrss", "http://search.yahoo.com/mrss/1.0", "http://search.yahoo.com/rss",
            ]
        case .itunes:
            [
                "http://www.itunes.com/dtds/podcast-1.0.dtd", "http://www.itunes.com/dtds/podcast-1.0.dtd/podcast",
                "http://example.com/DTDs/PodCast-1.0.dtd", "http://www.apple.com/itunes/podcast",
            ]
        case .podcast:
            [
                "https://podcastindex.org/namespace/1.0",
                "https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md",
            ]
        case .googlePlay: ["http://www.google.com/schemas/play-podcasts/1.0"]
        case .slash: ["http://purl.org/rss/1.0/modules/slash/"]
        case .wfw: ["http://wellformedweb.org/CommentAPI/"]
        case .thread: ["http://purl.org/syndication/thread/1.0"]
        case .feedburner: ["http://rssnamespace.org/feedburner/ext/1.0"]
        case .geoRSS: ["http://www.georss.org/georss", "http://www.georss.org/georss/10"]
        case .geo: ["http://www.w3.org/2003/01/geo/wgs84_pos#"]
        case .xhtml: ["http://www.w3.org/1999/xhtml", "http://www.w3.org/TR/REC-html40", "http://www.w3.org/TR/xhtml1"]
        case .svg: ["http://www.w3.org/2000/svg"]
        case .mathML: ["http://www.w3.org/1998/Math/MathML"]
        case .youTube: ["http://www.youtube.com/xml/schemas/2015", "http://gdata.youtube.com/schemas/2007"]
        case .enclosure: ["http://purl.oclc.org/net/rss_2.0/enc#"]
        case .history: ["http://purl.org/syndication/history/1.0"]
        case .chapters: ["http://podlove.org/simple-chapters"]
        case .syndication: ["http://purl.org/rss/1.0/modules/syndication/"]
        case .source:
            ["http://source.scripting.com/", "http://source.smallpict.com/2014/07/12/theSourceNamespace.html"]
        case .prism: ["http://purl.org/rss/1.0/modules/prism/", "http://prismstandard.org/namespaces/basic/2.0/"]
        case .creativeCommons:
            [
                "http://backend.userland.com/creativeCommonsRssModule", "http://web.resource.org/cc/",
                "http://cyber.law.harvard.edu/rss/creativeCommonsRssModule.html", "http://creativecommons.org/ns#",
            ]
        }
    }

    /// The prefixes that mean the namespace where they are not declared.
    var prefixes: [String] {
        switch self {
        case .core, .rss: []
        case .atom: ["atom", "atom10", "a10"]
        case .rdf: ["rdf"]
        case .content: ["content"]
        case .dc: ["dc"]
        case .dcTerms: ["dcterms"]
        case .media: ["media"]
        case .itunes: ["itunes"]
        case .podcast: ["podcast"]
        case .googlePlay: ["googleplay"]
        case .slash: ["slash"]
        case .wfw: ["wfw"]
        case .thread: ["thr"]
        case .feedburner: ["feedburner"]
        case .geoRSS: ["georss"]
        case .geo: ["geo"]
        case .xhtml: ["xhtml"]
        case .svg: ["svg"]
        case .mathML: ["math", "mml"]
        case .youTube: ["yt"]
        case .enclosure: ["enc"]
        case .history: ["fh"]
        case .chapters: ["psc"]
        case .syndication: ["sy", "syn"]
        case .source: ["source"]
        case .prism: ["prism"]
        case .creativeCommons: ["cc", "creativecommons"]
        }
    }
}

extension FeedNamespace {
    /// Whether its prefixes are used for nothing else, so that a wrong URI is a slip.
    var ownsPrefixes: Bool {
        switch self {
        case .atom, .content, .dc, .dcTerms, .media, .itunes, .podcast, .googlePlay, .slash, .wfw, .feedburner, .geoRSS,
            .syndication:
            true
        default: false
        }
    }
}

extension XMLName {
    /// The name of an element or a prefixed attribute.
    public init(_ namespace: FeedNamespace, _ term: FeedTerm) {
        self.init(namespace: namespace.rawValue, local: term.rawValue)
    }

    /// The name of an attribute without a prefix, which stands in no namespace.
    public init(attribute term: FeedTerm) {
        self.init(namespace: XMLName.noNamespace, local: term.rawValue)
    }
}
