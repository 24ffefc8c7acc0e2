package import FeedModel
package import TributaryPluginKit

/// The state that outlives a run: subscriptions, ledger, entries, outbox (docs/architecture.md, design of a run).
///
/// Each call that writes is one transaction: after a kill at any instant it has happened whole or not at all. Only a
/// run, which holds the run lock, calls those of Arrive, Route and Drain.
package protocol Store: Sendable {
    // MARK: The run

    /// Takes the run lock, waiting up to `seconds` for a run that holds it.
    ///
    /// - Throws: ``StoreFailure/Kind/locked`` naming the other run's process and start.
    func lockRuns(waiting seconds: Int) async throws(StoreFailure)

    /// Gives the run lock back.
    func unlockRuns() async

    /// Makes rows for what the configuration names, renames what `was` names, parks the deliveries of sinks that
    /// have left, and says what is known. One transaction.
    func begin(_ roster: Roster, at now: Timestamp) async throws(StoreFailure) -> RosterState

    // MARK: Arrive

    /// The ledger's rows of a subscription that have one of these keys, each with all its keys.
    func ledger(of subscription: SubscriptionID, matching keys: [EntryKey]) async throws(StoreFailure) -> LedgerMatches

    /// Writes what readings brought: validators, ledger, entries, verdicts, marks "arrived". One transaction.
    ///
    /// - Returns: per arrival, the number of each of its `entries`.
    func arrive(_ arrivals: [Arrival], at now: Timestamp) async throws(StoreFailure) -> [[Int64]]

    /// The entries that were held before Arrive and whose time has come.
    func heldEntries(due now: Timestamp) async throws(StoreFailure) -> [HeldEntry]

    /// Writes until when sites are left alone, by their names. One transaction.
    func hold(_ sites: [String: Int64]) async throws(StoreFailure)

    // MARK: When to ask

    /// What is known of every subscription, and of the sites that are held, without writing anything.
    func fetchRecords() async throws(StoreFailure) -> FetchRecords

    /// Forgets why a subscription is not asked any more, or not yet; false where there is none of this key.
    func resumeFetching(_ key: String) async throws(StoreFailure) -> Bool

    // MARK: Route

    /// All entries that have arrived and are not held beyond `now`, by their numbers.
    func arrivedEntries(at now: Timestamp) async throws(StoreFailure) -> [ArrivedEntry]

    /// The heads of arrived entries with these numbers, in the same order.
    func heads(ofArrived numbers: [Int64]) async throws(StoreFailure) -> [EntryHead]

    /// The whole entries with these numbers, in the same order; a number that has no body is left out.
    func entries(_ numbers: [Int64]) async throws(StoreFailure) -> [Entry]

    /// Which entries a stage had remembered under these keys since a time; of them those that are on their way or were
    /// kept.
    func remembered(
        _ keys: [UInt64], by stage: String, since: Timestamp
    ) async throws(StoreFailure) -> [UInt64: Int64]

    /// Heads of a subscription's cached entries, newest first: what a sink that is added later starts with.
    func cachedHeads(of subscription: SubscriptionID, limit: Int?) async throws(StoreFailure) -> [EntryHead]

    /// Writes what Route decided, and takes exactly the entries it names out of "arrived". One transaction.
    func route(_ routing: Routing, at now: Timestamp) async throws(StoreFailure)

    // MARK: Drain

    /// A sink's pending deliveries after a position, in order. A delivery whose body is gone is confirmed as void.
    func pendingDeliveries(
        to sink: SinkID, after position: Int64, limit: Int
    ) async throws(StoreFailure) -> [Delivery]

    /// The positions of all pending deliveries to a sink.
    func pendingPositions(of sink: SinkID) async throws(StoreFailure) -> [Int64]

    /// Records a receipt, and deletes bodies that nobody is owed any more. One transaction.
    func confirm(
        _ positions: [Int64], to sink: SinkID, mark: SinkMark?, at now: Timestamp
    ) async throws(StoreFailure)

    /// Records that a delivery failed by itself; after so many times it is a dead letter, and not pending any more. One
    /// transaction.
    ///
    /// - Returns: whether it is a dead letter now.
    func noteFailure(
        of position: Int64, to sink: SinkID, because reason: String, deadAfter tries: Int, at now: Timestamp
    ) async throws(StoreFailure) -> Bool

    /// Records how a sink stands after it was asked.
    func record(_ standing: SinkStanding, of sink: SinkID) async throws(StoreFailure)

    /// How many dead letters there are.
    func deadLetterCount() async throws(StoreFailure) -> Int

    /// Records that the options of a page sink, by their hash, have been rendered.
    func recordRendering(by sink: SinkID, options: UInt64) async throws(StoreFailure)

    /// The ids under which entries are published; those that have none yet are given one for ever. One transaction.
    func publishedIDs(for wishes: [PublishedIDWish]) async throws(StoreFailure) -> [String]

    // MARK: What the cache holds

    /// Cached entries that answer a query, newest first.
    func cachedEntries(matching query: ArchiveQuery) async throws(StoreFailure) -> [Entry]

    /// How many entries of a subscription (of all, if nil) are cached, and the newest one's sort date.
    func holdings(of subscription: SubscriptionID?) async throws(StoreFailure) -> Holdings

    /// What the feed says of itself, as last read; nil for a subscription that was never read.
    func storedFeed(of key: String) async throws(StoreFailure) -> (id: SubscriptionID, feed: Feed)?

    /// What is known of every subscription that was ever in a run, by its key.
    func subscriptionRecords() async throws(StoreFailure) -> [String: SubscriptionRecord]

    /// Takes the text of cached entries that the search index lacks into it, newest first. One transaction.
    ///
    /// - Parameters:
    ///   - most: how many entries at most.
    ///   - patience: how long to wait for another process that is writing, in milliseconds.
    /// - Returns: how many were taken in.
    func indexEntries(atMost most: Int, patience: Int) async throws(StoreFailure) -> Int

    /// Drops what retention lets go, and what has outlived its use.
    ///
    /// - Returns: how many entries the cache has let go.
    @discardableResult
    func prune(_ retention: [SubscriptionID: Retention], at now: Timestamp) async throws(StoreFailure) -> Int
}

/// Why the store could not do what it was asked for.
///
/// The data is as it was before the call.
package struct StoreFailure: Error, Sendable, Hashable {
    /// What went wrong.
    package enum Kind: Sendable, Hashable {
        /// Another run holds the run lock.
        case locked
        /// The disk is full.
        case full
        /// The file or its folder cannot be written.
        case readOnly
        /// The file is damaged, or no database.
        case corrupt
        /// A newer version of Tributary has written the file.
        case newerSchema
        /// Anything else.
        case other
    }

    /// What went wrong.
    package var kind: Kind
    /// What happened, to which file, and what to do: lower case, no full stop.
    package var message: String

    /// A failure of a kind.
    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}
