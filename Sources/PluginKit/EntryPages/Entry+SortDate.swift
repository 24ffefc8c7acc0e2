package import FeedModel

extension Entry {
    /// The date that an entry is sorted by: published, else changed, else first seen; never later than first seen.
    package var sortDate: Timestamp? {
        guard let date = datePublished ?? dateModified else { return tributary?.firstSeen }
        return tributary.map { min(date, $0.firstSeen) } ?? date
    }
}
