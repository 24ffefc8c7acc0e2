package import FeedModel
import TributaryPluginKit

/// An entry that has arrived and waits for Route: what has to be known of each of hundreds of thousands at once.
///
/// Stages that look at the river ask for heads (``Store/heads(ofArrived:)``) and for whole entries.
package struct ArrivedEntry: Sendable {
    /// Which entry it is, and where it stands.
    package var place: RiverPlace
    /// The revision, 0 for the first.
    package var revision: Int32
    /// How often a stage has failed on it.
    package var failures: Int32
    /// Whether it revises an entry that was kept before.
    package var isRevision: Bool
    /// To whom it goes if it is a revision of a kept entry.
    package var onUpdate: RevisionPolicy
    /// The page sinks that had an earlier revision of it.
    package var earlierSinks: Set<SinkID>

    /// An entry that has arrived.
    package init(
        place: RiverPlace, revision: Int32, isRevision: Bool, onUpdate: RevisionPolicy, failures: Int32,
        earlierSinks: Set<SinkID> = []
    ) {
        self.place = place
        self.revision = revision
        self.isRevision = isRevision
        self.onUpdate = onUpdate
        self.failures = failures
        self.earlierSinks = earlierSinks
    }

    /// The number by which the store and people name the entry.
    package var number: Int64 { place.number }
}

/// Which entry something is about, and where it stands in the order of entries.
package struct RiverPlace: Sendable, Hashable {
    /// The number by which the store and people name the entry.
    package var number: Int64
    /// The subscription that brought it.
    package var subscription: SubscriptionID
    /// The date that entries are ordered by, in seconds since 1970.
    package var seconds: Int64
    /// And its nanoseconds.
    package var nanoseconds: Int32
    /// Its place in its document, from 0.
    package var place: Int32

    /// The place of an entry with a date.
    package init(number: Int64, subscription: SubscriptionID, date: Timestamp, place: Int) {
        self.number = number
        self.subscription = subscription
        self.place = Int32(clamping: place)
        (seconds, nanoseconds) = (date.seconds, date.nanoseconds)
    }

    init(of head: EntryHead, subscription: SubscriptionID) {
        self.init(number: head.id, subscription: subscription, date: head.sortDate, place: head.place)
    }
}
