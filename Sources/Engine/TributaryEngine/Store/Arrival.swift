package import FeedModel
package import TributaryPluginKit

/// What one reading of a subscription brought, after its stages: what Arrive writes.
package struct Arrival: Sendable {
    /// What is said of the reading itself.
    package enum Reading: Sendable {
        /// A feed was read whole: its own fields, and what to ask with next time.
        case whole(Feed, Validators)
        /// A feed was read that broke off: nothing counts as gone, the old validators stay.
        case partial(Feed)
        /// Nothing had changed.
        case unchanged(Validators?)
        /// Reading failed.
        case failed(String)
        /// No reading: entries that were held come from the store.
        case held
    }

    /// A key that a stage of the subscription wants remembered of an entry that it keeps.
    package struct Memory: Sendable {
        /// The stage, by its name, its options and the subscription.
        package var stage: String
        /// The key.
        package var key: UInt64
        /// The entry, by its place in `entries`: a new one has no number yet.
        package var entry: Int

        /// A key of an entry.
        package init(stage: String, key: UInt64, entry: Int) {
            self.stage = stage
            self.key = key
            self.entry = entry
        }
    }

    /// The subscription.
    package var subscription: SubscriptionID
    /// What is said of the reading itself.
    package var reading: Reading
    /// What is recorded of the response that it came with; nil where there was none.
    package var response: ResponseRecord?
    /// New entries and revisions, in the order of the document.
    package var entries: [ArrivingEntry]
    /// Entries that were known and unchanged.
    package var listed: [ListedEntry]
    /// Ids, by hash, that have turned out to name nothing.
    package var unusableIDs: [UInt64]
    /// What is known of the requests for it from now on; nil where none was made.
    package var fetch: FetchState?
    /// Keys to remember; they count as long as the entry is on its way or was kept.
    package var memories: [Memory]

    /// What a reading of a subscription brought.
    package init(
        subscription: SubscriptionID, reading: Reading, entries: [ArrivingEntry] = [], listed: [ListedEntry] = [],
        unusableIDs: [UInt64] = [], memories: [Memory] = []
    ) {
        self.subscription = subscription
        self.reading = reading
        self.entries = entries
        self.listed = listed
        self.unusableIDs = unusableIDs
        self.memories = memories
    }
}

/// A new entry, or a revision of a known one.
package struct ArrivingEntry: Sendable {
    /// What became of the entry in the stages before Arrive.
    package enum Outcome: Sendable {
        /// It joins the river in its staged form.
        case kept(Entry)
        /// It was dropped; its body is not stored.
        case dropped(StageVerdict)
        /// It waits, as it was decoded, to be staged in the first run after `until`.
        case held(Entry, until: Timestamp, by: StageVerdict, failures: Int)
    }

    /// The number of the known entry that it revises (or that was held); nil for a new one.
    package var number: Int64?
    /// Its place in the document, from 0.
    package var place: Int
    /// Its keys.
    package var keys: [EntryKey]
    /// The hash that tells revisions apart.
    package var contentHash: ContentHash
    /// A stable hash of its text; nil where there is none.
    package var textHash: UInt64?
    /// Whether it goes as a revision of an entry that was kept before: then `onUpdate` says to whom.
    package var isRevision: Bool
    /// To whom a revision goes.
    package var onUpdate: RevisionPolicy
    /// What became of it in the stages before Arrive.
    package var outcome: Outcome
    /// The stages before Arrive that changed it.
    package var changedBy: [StageReference] = []
    /// What is said of the stages before Arrive that it passed though they failed on it.
    package var passed: [StageVerdict] = []

    /// An entry on its way into the store.
    package init(
        number: Int64?, place: Int, keys: [EntryKey], contentHash: ContentHash, textHash: UInt64?, isRevision: Bool,
        onUpdate: RevisionPolicy, outcome: Outcome
    ) {
        self.number = number
        self.place = place
        self.keys = keys
        self.contentHash = contentHash
        self.textHash = textHash
        self.isRevision = isRevision
        self.onUpdate = onUpdate
        self.outcome = outcome
    }
}

/// What a stage said of an entry, for `explain`.
package struct StageVerdict: Sendable, Hashable {
    /// The stage, by its place in the configuration: `stages[1] dedupe`.
    package var stage: String
    /// What became of the entry.
    package var verdict: RiverVerdict
    /// The hash of the stage's options, by which it is found in a configuration that has changed; nil where unknown.
    package var options: UInt64?
    /// Why the stage failed, where it did: then the entry is held for the next run, or kept as it was.
    package var failure: String?

    /// A verdict of a stage.
    package init(stage: String, verdict: RiverVerdict, options: UInt64? = nil, failure: String? = nil) {
        self.stage = stage
        self.verdict = verdict
        self.options = options
        self.failure = failure
    }
}

/// An entry that was known and unchanged.
package struct ListedEntry: Sendable {
    /// Its number.
    package var number: Int64
    /// Its place in the document, from 0.
    package var place: Int
    /// Keys that the ledger did not know of it.
    package var newKeys: [EntryKey]
    /// Set where the ledger's hash is of another version.
    package var contentHash: ContentHash?

    /// A known entry in a document.
    package init(number: Int64, place: Int, newKeys: [EntryKey], contentHash: ContentHash?) {
        self.number = number
        self.place = place
        self.newKeys = newKeys
        self.contentHash = contentHash
    }
}

/// An entry that was held before Arrive and whose time has come.
package struct HeldEntry: Sendable {
    /// Its subscription.
    package var subscription: SubscriptionID
    /// The entry as it goes to the store again; its outcome is the held one.
    package var arriving: ArrivingEntry

    /// A held entry of a subscription.
    package init(subscription: SubscriptionID, arriving: ArrivingEntry) {
        self.subscription = subscription
        self.arriving = arriving
    }
}
