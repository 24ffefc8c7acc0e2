package import FeedModel

/// What is owed to sinks, for the people who see to it; beside a run, since each call is one short transaction.
package protocol OutboxStore: Sendable {
    /// What is owed to sinks with these keys, all if nil: by sink, in order.
    func owedDeliveries(to sinks: Set<String>?, at now: Timestamp) async throws(StoreFailure) -> [OwedDelivery]

    /// The keys of all sinks that the store has heard of.
    func knownSinks() async throws(StoreFailure) -> Set<String>

    /// Has dead letters tried again, and the sinks they are for asked in the next run, whatever they waited for.
    ///
    func retry(_ selection: OutboxSelection) async throws(StoreFailure) -> OutboxChange

    /// Drops deliveries, with a receipt that says so.
    func drop(_ selection: OutboxSelection, at now: Timestamp) async throws(StoreFailure) -> OutboxChange
}

/// Which deliveries are meant.
package struct OutboxSelection: Sendable, Hashable {
    /// The keys of their sinks; nil for all.
    package var sinks: Set<String>?
    /// Their ids; nil for all.
    package var ids: [Int64]?

    /// Deliveries to sinks, and with ids.
    package init(sinks: Set<String>? = nil, ids: [Int64]? = nil) {
        self.sinks = sinks
        self.ids = ids
    }
}

/// What became of the deliveries that were meant.
package struct OutboxChange: Sendable, Hashable {
    /// How many there were.
    package var count = 0
    /// How many of them were dead letters.
    package var deadCount = 0
    /// The keys of their sinks, sorted.
    package var sinks: [String] = []
    /// The ids of which there was none.
    package var unknownIDs: [Int64] = []

    /// A change of nothing.
    package init() {}
}

/// A delivery that has not been made.
package struct OwedDelivery: Sendable, Hashable {
    /// What becomes of it.
    package enum State: Sendable, Hashable {
        /// It is made in the next run.
        case pending
        /// It is made when its sink is asked again, which failed for a reason.
        case waiting(until: Timestamp, because: String)
        /// Its sink is not in the configuration.
        case parked
        /// It is not tried any more, for a reason.
        case dead(because: String, since: Timestamp)
    }

    /// What people name it by: its position.
    package var id: Int64
    /// The sink's key.
    package var sink: String
    /// What becomes of it.
    package var state: State
    /// Whether its sink is not in the configuration.
    package var isParked: Bool
    /// How often it failed while others passed.
    package var tries: Int
    /// The entry's number.
    package var entry: Int64
    /// The entry's title.
    package var title: String?
    /// What the feed is called.
    package var feed: String

    /// A delivery from its parts.
    package init(
        id: Int64, sink: String, state: State, isParked: Bool = false, tries: Int, entry: Int64, title: String?,
        feed: String
    ) {
        self.id = id
        self.sink = sink
        self.state = state
        self.isParked = isParked
        self.tries = tries
        self.entry = entry
        self.title = title
        self.feed = feed
    }
}

/// How a sink stands after its last try.
package struct SinkStanding: Sendable, Hashable {
    /// In how many runs in a row it failed.
    package var failures: Int
    /// It is not asked before; nil where it may be.
    package var retryAt: Timestamp?
    /// Why it failed last.
    package var reason: String?

    /// A sink that is well, unless said otherwise.
    package init(failures: Int = 0, retryAt: Timestamp? = nil, reason: String? = nil) {
        self.failures = failures
        self.retryAt = retryAt
        self.reason = reason
    }
}
