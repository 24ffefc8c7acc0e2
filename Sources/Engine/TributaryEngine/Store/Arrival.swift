public import FeedModel
public import TributaryPluginKit

/// What one reading of a subscription brought, after its stages: what Arrive writes.
public struct Arrival: Sendable {
    /// What is said of the reading itself.
    public enum Reading: Sendable {
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

    /// The subscription.
    public var subscription: SubscriptionID
    /// What is said of the reading itself.
    public var reading: Reading
    /// New entries and revisions, in the order of the document.
    public var entries: [ArrivingEntry]
    /// Entries that were known and unchanged.
    public var listed: [ListedEntry]
    /// Ids, by hash, that have turned out to name nothing.
    public var unusableIDs: [UInt64]

    /// What a reading of a subscription brought.
    public init(
        subscription: SubscriptionID, reading: Reading, entries: [ArrivingEntry] = [], listed: [ListedEntry] = [],
        unusableIDs: [UInt64] = []
    ) {
        self.subscription = subscription
        self.reading = reading
        self.entries = entries
        self.listed = listed
        self.unusableIDs = unusableIDs
    }
}

/// A new entry, or a revision of a known one.
public struct ArrivingEntry: Sendable {
    /// What became of the entry in the stages before Arrive.
    public enum Outcome: Sendable {
        /// It joins the river in its staged form.
        case kept(Entry)
        /// It was dropped; its body is not stored.
        case dropped(StageVerdict)
        /// It waits, as it was decoded, to be staged in the first run after `until`.
        case held(Entry, until: Timestamp, by: StageVerdict, failures: Int)
    }

    /// The number of the known entry that it revises (or that was held); nil for a new one.
    public var number: Int64?
    /// Its place in the document, from 0.
    public var place: Int
    /// Its keys.
    public var keys: [EntryKey]
    /// The hash that tells revisions apart.
    public var contentHash: ContentHash
    /// A stable hash of its text; nil where there is none.
    public var textHash: UInt64?
    /// Whether it goes as a revision of an entry that was kept before: then `onUpdate` says to whom.
    public var isRevision: Bool
    /// To whom a revision goes.
    public var onUpdate: UpdatePolicy
    /// What became of it in the stages before Arrive.
    public var outcome: Outcome

    /// An entry on its way into the store.
    public init(
        number: Int64?, place: Int, keys: [EntryKey], contentHash: ContentHash, textHash: UInt64?, isRevision: Bool,
        onUpdate: UpdatePolicy, outcome: Outcome
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
public struct StageVerdict: Sendable, Hashable {
    /// The stage, by its place in the configuration: `stages[1] dedupe`.
    public var stage: String
    /// What became of the entry.
    public var verdict: RiverVerdict

    /// A verdict of a stage.
    public init(stage: String, verdict: RiverVerdict) {
        self.stage = stage
        self.verdict = verdict
    }
}

/// To whom a revision of a kept entry goes.
public enum UpdatePolicy: String, Sendable, CaseIterable {
    /// To the cache, and to page sinks that had the entry.
    case replace
    /// To every sink again.
    case redeliver
    /// To nobody: the entry stays as it was.
    case ignore
}

/// An entry that was known and unchanged.
public struct ListedEntry: Sendable {
    /// Its number.
    public var number: Int64
    /// Its place in the document, from 0.
    public var place: Int
    /// Keys that the ledger did not know of it.
    public var newKeys: [EntryKey]
    /// Set where the ledger's hash is of another version.
    public var contentHash: ContentHash?

    /// A known entry in a document.
    public init(number: Int64, place: Int, newKeys: [EntryKey], contentHash: ContentHash?) {
        self.number = number
        self.place = place
        self.newKeys = newKeys
        self.contentHash = contentHash
    }
}

/// An entry that was held before Arrive and whose time has come.
public struct HeldEntry: Sendable {
    /// Its subscription.
    public var subscription: SubscriptionID
    /// The entry as it goes to the store again; its outcome is the held one.
    public var arriving: ArrivingEntry

    /// A held entry of a subscription.
    public init(subscription: SubscriptionID, arriving: ArrivingEntry) {
        self.subscription = subscription
        self.arriving = arriving
    }
}
