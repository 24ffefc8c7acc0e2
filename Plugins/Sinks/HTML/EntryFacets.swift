import EntryPages
import EntryViews
import FeedModel
import FeedText

/// What entries can be filtered by: the feeds that brought them and their tags, with how many entries each has.
struct EntryFacets {
    /// One feed or one tag.
    struct Facet {
        let key: String
        /// The name as the first entry writes it.
        let name: String
        var count = 0
    }

    /// More tags of an entry than these cannot be filtered by; nor does a card show them.
    private static let mostTags = 40
    /// More than these are not offered.
    private static let mostOffered = 60

    private var feeds: [String: Facet] = [:]
    private var tags: [String: Facet] = [:]

    /// Counts an entry, and says what it can be found by.
    mutating func add(_ entry: Entry, _ card: EntryCard) -> (feed: Facet?, tags: [Facet]) {
        var feed: Facet?
        if let id = entry.tributary?.feed.id, let name = card.feedName {
            feed = Self.count(id, named: name, in: &feeds)
        }
        var seen: Set<String> = []
        var found: [Facet] = []
        for tag in card.tags where found.count < Self.mostTags {
            let folded = TextFolding.folded(tag)
            guard seen.insert(folded).inserted else { continue }
            found.append(Self.count(folded, named: tag, in: &tags))
        }
        return (feed, found)
    }

    /// The feeds, those with most entries first.
    var offeredFeeds: [Facet] { Self.offered(feeds) }

    /// The tags that more than one entry has, the most frequent first.
    var offeredTags: [Facet] { Self.offered(tags.filter { $0.value.count > 1 || tags.count <= Self.mostOffered }) }

    /// What a tag is named by in addresses, whoever writes it how.
    static func key(ofTag tag: String) -> String { key(of: TextFolding.folded(tag)) }
}

// MARK: - Private

extension EntryFacets {
    private static func key(of id: String) -> String { String(EntryFileName.key(of: id).prefix(8)) }

    private static func count(_ id: String, named name: String, in facets: inout [String: Facet]) -> Facet {
        var facet = facets[id] ?? Facet(key: key(of: id), name: name)
        facet.count += 1
        facets[id] = facet
        return facet
    }

    private static func offered(_ facets: [String: Facet]) -> [Facet] {
        let sorted = facets.values.sorted { ($1.count, $0.name, $0.key) < ($0.count, $1.name, $1.key) }
        return Array(sorted.prefix(mostOffered))
    }
}
