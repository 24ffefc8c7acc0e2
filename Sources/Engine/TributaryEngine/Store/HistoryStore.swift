package import FeedModel
import TributaryPluginKit

/// What the store knows of how entries came, for `explain` and `replay`; none of it writes.
package protocol HistoryStore: Store {
    /// The numbers of all entries, cached or not, that a person means: by a number (`12`, `#12`), an id or a URL, as it came or
    /// as it is now; where there is none, by another spelling of that URL.
    func numbers(named name: String) async throws(StoreFailure) -> [Int64]

    /// The numbers of all entries, cached or not, that have one of these keys.
    func numbers(having keys: [EntryKey]) async throws(StoreFailure) -> [Int64]

    /// All that is known of an entry; nil where there never was one of this number.
    func history(of number: Int64) async throws(StoreFailure) -> EntryHistory?

    /// The last response of a subscription that was recorded; nil where there is none.
    func lastResponse(of subscription: SubscriptionID) async throws(StoreFailure) -> RecordedResponse?

    /// The responses since a time whose documents were kept, as they came.
    func documents(since: Timestamp) async throws(StoreFailure) -> [RecordedResponse]

    /// What the store calls every subscription, by its key.
    func subscriptionIDs() async throws(StoreFailure) -> [String: SubscriptionID]
}

/// A response that was recorded.
package struct RecordedResponse: Sendable, Hashable {
    /// Its subscription's key.
    package var subscription: String
    /// When it came.
    package var date: Timestamp
    /// How many of its entries were new or revised.
    package var brought: Int
    /// What is recorded of it.
    package var record: ResponseRecord

    /// A response of a subscription.
    package init(subscription: String, date: Timestamp, brought: Int, record: ResponseRecord) {
        self.subscription = subscription
        self.date = date
        self.brought = brought
        self.record = record
    }
}

/// All that the store knows of how an entry came and what became of it.
package struct EntryHistory: Sendable {
    /// What a stage said of a revision.
    package struct Judgement: Sendable, Hashable {
        /// The stage and what it said.
        package var verdict: StageVerdict
        /// Of which revision.
        package var revision: Int
        /// When.
        package var date: Timestamp

        /// A verdict on a revision.
        package init(verdict: StageVerdict, revision: Int, date: Timestamp) {
            self.verdict = verdict
            self.revision = revision
            self.date = date
        }
    }

    /// How it stands between the entry and a sink.
    package struct Reception: Sendable, Hashable {
        /// What became of the delivery.
        package enum State: Sendable, Hashable {
            /// The sink has confirmed this revision.
            case delivered(revision: Int, at: Timestamp)
            /// The text was gone before it could be delivered.
            case void(at: Timestamp)
            /// Somebody has taken it out of the outbox.
            case dropped(at: Timestamp)
            /// It is owed.
            case owed(OwedDelivery.State)
            /// It was never owed.
            case none
        }

        /// The sink's key.
        package var sink: String
        /// What became of the delivery; of two, the one that is owed.
        package var state: State
        /// When the sink first had to do with the entry's subscription; nil where it has not yet.
        package var contact: Timestamp?

        /// What became of a delivery to a sink.
        package init(sink: String, state: State, contact: Timestamp?) {
            self.sink = sink
            self.state = state
            self.contact = contact
        }
    }

    /// Its number.
    package var number: Int64
    /// The store's name for its subscription.
    package var subscriptionID: SubscriptionID
    /// Its subscription's key.
    package var subscription: String
    /// What people call the subscription.
    package var feedName: String
    /// By what it is known again.
    package var keys: [EntryKey]
    /// When a run first saw it.
    package var firstSeen: Timestamp
    /// When a reading last listed it.
    package var lastListed: Timestamp
    /// The newest revision, 0 for the first.
    package var revision: Int
    /// The newest revision that was kept; nil where none was.
    package var keptRevision: Int?
    /// Since when the cache holds it; nil where it does not.
    package var cachedAt: Timestamp?
    /// Whether it has arrived and no river has taken it yet, or it is held before that.
    package var isOnItsWay = false
    /// Until when it is held; nil where it is not.
    package var heldUntil: Timestamp?
    /// Its staged form; nil where nobody wanted it any more.
    package var entry: Entry?
    /// What brought its newest revision; nil where that is not recorded.
    package var response: RecordedResponse?
    /// The stages that changed the newest revision.
    package var changedBy: [StageReference] = []
    /// What stages said against it, in the order of time.
    package var judgements: [Judgement] = []
    /// How it stands with every sink, by their keys.
    package var receptions: [Reception] = []

    /// What is known of every entry.
    package init(
        number: Int64, subscriptionID: SubscriptionID, subscription: String, feedName: String, keys: [EntryKey],
        firstSeen: Timestamp, lastListed: Timestamp, revision: Int
    ) {
        self.number = number
        self.subscriptionID = subscriptionID
        self.subscription = subscription
        self.feedName = feedName
        self.keys = keys
        self.firstSeen = firstSeen
        self.lastListed = lastListed
        self.revision = revision
    }
}

extension EntryHistory {
    /// Whether a stage let the newest revision go no further.
    var wasStopped: Bool { judgements.contains { $0.revision == revision && $0.verdict.isLast } }

    /// Whether that was so, and `replay --deliver` has had it kept all the same.
    var wasTakenBack: Bool { keptRevision == revision && wasStopped }
}

extension StageVerdict {
    /// Whether the entry went no further.
    var isLast: Bool {
        switch verdict {
        case .drop, .merge: true
        case .keep, .hold: false
        }
    }
}
