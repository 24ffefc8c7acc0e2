public import FeedModel
public import TributaryPluginKit

/// An entry that has arrived and waits for Route.
public struct ArrivedEntry: Sendable {
    /// Its head.
    public var head: EntryHead
    /// Its subscription.
    public var subscription: SubscriptionID
    /// The revision, 0 for the first.
    public var revision: Int
    /// To whom it goes if it is a revision of a kept entry.
    public var onUpdate: UpdatePolicy
    /// The page sinks that had an earlier revision of it.
    public var earlierSinks: Set<SinkID>
    /// How often a stage has failed on it.
    public var failures: Int

    /// An entry that has arrived.
    public init(
        head: EntryHead, subscription: SubscriptionID, revision: Int, onUpdate: UpdatePolicy,
        earlierSinks: Set<SinkID>, failures: Int
    ) {
        self.head = head
        self.subscription = subscription
        self.revision = revision
        self.onUpdate = onUpdate
        self.earlierSinks = earlierSinks
        self.failures = failures
    }
}

/// What Route decided: written in one transaction.
public struct Routing: Sendable {
    /// An entry that leaves "arrived" by being held, and why.
    public struct Hold: Sendable {
        /// The entry.
        public var number: Int64
        /// It stays arrived until then.
        public var until: Timestamp
        /// Whether the hold is for a failure of a stage, which is counted.
        public var isFailure: Bool

        /// A hold of an entry.
        public init(number: Int64, until: Timestamp, isFailure: Bool) {
            self.number = number
            self.until = until
            self.isFailure = isFailure
        }
    }

    /// A delivery to be made.
    public struct Planned: Sendable, Hashable {
        /// The entry.
        public var number: Int64
        /// To whom.
        public var sink: SinkID

        /// A delivery of an entry to a sink.
        public init(number: Int64, sink: SinkID) {
            self.number = number
            self.sink = sink
        }
    }

    /// A key that a stage wants remembered.
    public struct Memory: Sendable {
        /// The stage, by its name and options: two stages of equal options share their memory.
        public var stage: String
        /// The key.
        public var key: UInt64
        /// The entry.
        public var number: Int64

        /// A key of an entry.
        public init(stage: String, key: UInt64, number: Int64) {
            self.stage = stage
            self.key = key
            self.number = number
        }
    }

    /// The entries that leave "arrived" and are kept.
    public var kept: [Int64] = []
    /// The entries that leave "arrived" dropped or merged.
    public var dropped: [(number: Int64, by: StageVerdict)] = []
    /// The entries that stay "arrived".
    public var held: [(Hold, by: StageVerdict)] = []
    /// The entries that stages changed.
    public var changed: [(number: Int64, entry: Entry)] = []
    /// The deliveries in the order of their positions.
    public var deliveries: [Planned] = []
    /// The kept entries that the cache takes.
    public var cached: [Int64] = []
    /// First contacts.
    public var contacts: [(SubscriptionID, SinkID)] = []
    /// Keys to remember.
    public var memories: [Memory] = []

    /// A routing that decides nothing yet.
    public init() {}
}
