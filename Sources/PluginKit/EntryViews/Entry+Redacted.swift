public import FeedModel
import FeedText

extension Entry {
    /// The entry as others may see it: the key of a subscription without an id is its address as the user wrote it, and
    /// what is secret in that is hidden.
    public var redacted: Entry {
        guard var known = tributary else { return self }
        known.feed.id = URLText.redacted(known.feed.id)
        for index in known.alsoIn.indices { known.alsoIn[index].id = URLText.redacted(known.alsoIn[index].id) }
        var entry = self
        entry.tributary = known
        return entry
    }
}
