package import FeedModel
import TributaryPluginKit

/// What Route decided: written in one transaction.
package struct Routing: Sendable {
    /// An entry that leaves "arrived" by being held, and why.
    package struct Hold: Sendable {
        /// The entry.
        package var number: Int64
        /// It stays arrived until then.
        package var until: Timestamp
        /// Whether the hold is for a failure of a stage, which is counted.
        package var isFailure: Bool

        /// A hold of an entry.
        package init(number: Int64, until: Timestamp, isFailure: Bool) {
            self.number = number
            self.until = until
            self.isFailure = isFailure
        }
    }

    /// A delivery to be made.
    package struct Planned: Sendable, Hashable {
        /// The entry.
        package var number: Int64
        /// To whom.
        package var sink: SinkID

        /// A delivery of an entry to a sink.
        package init(number: Int64, sink: SinkID) {
            self.number = number
            self.sink = sink
        }
    }

    /// A feed that brought the same story as an entry that stays.
    package struct Merge: Sendable, Hashable {
        /// The feed that the merged entry came from.
        package var feed: FeedReference
        /// The entry that says so from now on (`also_in`), in this river or routed earlier; it is no revision of it.
        package var target: Int64

        /// A merge of an entry of a feed into another entry.
        package init(feed: FeedReference, target: Int64) {
            self.feed = feed
            self.target = target
        }
    }

    /// A key that a stage wants remembered.
    package struct Memory: Sendable {
        /// The stage, by its name and what the configuration says of it: two equal ones share their memory.
        package var stage: String
        /// The key.
        package var key: UInt64
        /// The entry.
        package var number: Int64

        /// A key of an entry.
        package init(stage: String, key: UInt64, number: Int64) {
            self.stage = stage
            self.key = key
            self.number = number
        }
    }

    /// The entries that leave "arrived" and are kept.
    package var kept: [Int64] = []
    /// The entries that leave "arrived" dropped or merged.
    package var dropped: [(number: Int64, by: StageVerdict)] = []
    /// The entries that stay "arrived".
    package var held: [(Hold, by: StageVerdict)] = []
    /// The entries that passed a stage though it failed on them, and what is said of that.
    package var passed: [(number: Int64, by: StageVerdict)] = []
    /// The entries that stages changed.
    package var changed: [(number: Int64, entry: Entry)] = []
    /// By entry, the stages that changed it.
    package var changedBy: [Int64: [StageReference]] = [:]
    /// The deliveries in the order of their positions.
    package var deliveries: [Planned] = []
    /// The kept entries that the cache takes.
    package var cached: [Int64] = []
    /// First contacts.
    package var contacts: [(SubscriptionID, SinkID)] = []
    /// How many of the entries that were there at a first contact, this one or an earlier, may still be delivered.
    package var rooms: [(SubscriptionID, SinkID, left: Int)] = []
    /// What kept entries now say of other feeds.
    package var merges: [Merge] = []
    /// Keys to remember.
    package var memories: [Memory] = []

    /// A routing that decides nothing yet.
    package init() {}

    /// Whether there is nothing to write.
    package var isEmpty: Bool {
        kept.isEmpty && dropped.isEmpty && held.isEmpty && deliveries.isEmpty && cached.isEmpty && contacts.isEmpty
    }
}
