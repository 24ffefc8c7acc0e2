import FeedHTML
import FeedText

extension DocumentKind: CustomStringConvertible {
    /// What it is, and what to do about it, in one line: lower case, no full stop.
    public var description: String {
        switch self {
        case .empty: "the document is empty"
        case .page(let page): page.kindDescription
        case .opml: "an OPML list of subscriptions; read it with tributary import"
        case .xml(let root): Self.description(ofXML: root)
        case .json: "a JSON document of another kind"
        case .text: "plain text"
        case .file(let name): name
        case .data: "data that is no text"
        }
    }

    private static func description(ofXML root: String) -> String {
        switch root.split(separator: ":").last.map({ $0.lowercased() }) {
        case "urlset", "sitemapindex": "a sitemap, which lists the pages of a site"
        case "svg": "an SVG image"
        case "opensearchdescription": "a description of a search engine"
        default: "an XML document of another kind, with the root element \"\(DisplayText.singleLine(root))\""
        }
    }
}

extension HTMLPage {
    /// How many links a message names.
    private static let namedLinks = 3

    /// How many characters of a title a message has.
    private static let longestTitle = 60

    /// The title in quotes, after a space: it shows what the page is that stands in the way.
    private var namedTitle: String {
        guard let title = title.map(DisplayText.singleLine), !title.isEmpty else { return "" }
        return " \"\(title.count > Self.longestTitle ? title.prefix(Self.longestTitle) + "…" : title[...])\""
    }

    fileprivate var kindDescription: String {
        guard !feedLinks.isEmpty else {
            return asksToSignIn
                ? "a login page; the feed may need credentials in the subscription's \"http\""
                : "an HTML page\(namedTitle) that links to no feed; give the address of its feed"
        }
        let named = feedLinks.prefix(Self.namedLinks).map { URLText.redacted(DisplayText.singleLine($0.url)) }
        let more = feedLinks.count > named.count ? " and \(feedLinks.count - named.count) more" : ""
        return "an HTML page\(namedTitle); it links to \(named.joined(separator: ", "))\(more)"
    }
}
