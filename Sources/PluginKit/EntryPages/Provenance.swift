import EntryViews
import FeedJSON
package import FeedModel
import FeedText

/// Where a republished entry comes from, and what its makers allow: of the formats' extension objects and of `_tributary`.
package struct Provenance {
    /// The feed that an entry comes from.
    package struct Source {
        /// What identifies the feed, if it is known.
        package var id: String?
        /// What it is called.
        package var title: String?
        /// The page that it is of.
        package var homePageURL: String?
        /// Its own address.
        package var feedURL: String?
    }

    /// The feed; that which the entry names, else the subscription that brought it.
    package let source: Source
    /// What its makers allow.
    package let rights: String?
    /// Who had a part in it beside the authors.
    package let contributors: [Author]
    /// Pages about the same, beyond `external_url`.
    package let related: [String]
    /// Where the entry was found.
    package let via: String?

    /// What is known of an entry.
    package init(of entry: Entry) {
        let atom = entry.extensions["_atom"]?.objectValue ?? [:]
        let rss = entry.extensions["_rss"]?.objectValue ?? [:]
        rights = atom["rights"]?.stringValue ?? rss["rights"]?.stringValue
        let people = (atom["contributors"] ?? rss["contributors"])?.arrayValue ?? []
        contributors = people.map { person in
            Author(
                name: person.objectValue?["name"]?.stringValue ?? person.stringValue,
                url: person.objectValue?["url"]?.stringValue)
        }
        related = atom["related"]?.arrayValue?.compactMap(\.stringValue) ?? []
        via = atom["via"]?.stringValue ?? rss["via"]?.stringValue
        if let named = atom["source"]?.objectValue {
            source = Source(
                id: named["id"]?.stringValue, title: named["title"]?.stringValue,
                homePageURL: named["url"]?.stringValue,
                feedURL: named["feed_url"]?.stringValue)
        } else if let named = rss["source"]?.objectValue {
            source = Source(title: named["title"]?.stringValue, feedURL: named["url"]?.stringValue)
        } else if let feed = entry.tributary?.feed {
            let url = WebLink.safe(URLText.redacted(feed.id))
            source = Source(id: url, title: feed.title, homePageURL: feed.homePageURL, feedURL: url)
        } else {
            source = Source()
        }
    }
}
