public import FeedModel

/// A sink that is told how each run went, whether or not there was anything to deliver.
///
/// It receives no entries, so `where`, `first_fetch` and `order` mean nothing to it.
public protocol HealthSink: Plugin {
    /// Takes note of a run that has just ended.
    func report(_ health: RunHealth) async throws(SinkFailure)
}

/// How a run went, and how its subscriptions and sinks do.
public struct RunHealth: Sendable, Hashable {
    /// One subscription.
    public struct Feed: Sendable, Hashable {
        /// What names it in the store, secrets hidden.
        public var key: String
        /// Its name for people.
        public var name: String
        /// What came of it in this run: `read`, `unchanged`, `failed`, `cancelled`, `not_due`, `offline`; nil for nothing.
        public var status: String?
        /// How often asking has failed since it last went well.
        public var failures = 0
        /// When it was last read with success.
        public var lastRead: Timestamp?
        /// From when on it is asked again; nil where nobody knows yet.
        public var nextRequest: Timestamp?
        /// Whether its source has said that it is gone for good.
        public var isGone = false
        /// How many of its entries were new in this run.
        public var new = 0
        /// How many had changed.
        public var revised = 0
        /// Bytes of all bodies of this run as they were received.
        public var receivedBytes: Int64 = 0
        /// How long this run's transfers took.
        public var milliseconds: Int64 = 0

        /// A subscription of which nothing more is known.
        public init(key: String, name: String) {
            self.key = key
            self.name = name
        }
    }

    /// One sink.
    public struct Receiver: Sendable, Hashable {
        /// Its name.
        public var name: String
        /// How many deliveries it confirmed in this run.
        public var confirmed: Int
        /// How many it is still owed.
        public var pending: Int
        /// Whether it, or one of its deliveries, failed in this run.
        public var hasFailed: Bool

        /// A sink.
        public init(name: String, confirmed: Int, pending: Int, hasFailed: Bool) {
            self.name = name
            self.confirmed = confirmed
            self.pending = pending
            self.hasFailed = hasFailed
        }
    }

    /// When the run began.
    public var begin: Timestamp
    /// When it ended.
    public var end: Timestamp
    /// The enabled subscriptions, in the order of the configuration.
    public var feeds: [Feed]
    /// The sinks that receive entries, in the order of the configuration.
    public var sinks: [Receiver]
    /// How many entries stages dropped.
    public var dropped: Int
    /// How many dead letters there are, this run's and earlier ones.
    public var deadLetters: Int

    /// How a run went.
    public init(
        begin: Timestamp, end: Timestamp, feeds: [Feed] = [], sinks: [Receiver] = [], dropped: Int = 0,
        deadLetters: Int = 0
    ) {
        self.begin = begin
        self.end = end
        self.feeds = feeds
        self.sinks = sinks
        self.dropped = dropped
        self.deadLetters = deadLetters
    }
}
