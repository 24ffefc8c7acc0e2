import FeedModel
import FeedStore
import Synchronization
import TributaryPluginKit

@testable import TributaryEngine

/// A store that dies at one of its calls, before the call has happened or after, and answers none from then on: what a
/// kill leaves of a run.
final class MortalStore: Store {
    private let store: SQLiteStore
    private let callsLeft: Mutex<Int>
    private let diesAfterCall: Bool

    init(_ store: SQLiteStore, diesAtCall call: Int, afterIt diesAfterCall: Bool) {
        self.store = store
        callsLeft = Mutex(call)
        self.diesAfterCall = diesAfterCall
    }

    /// Whether the call came at which the store dies.
    var isDead: Bool { callsLeft.withLock { $0 <= 0 } }

    private func call<Answer>(
        _ body: () async throws(StoreFailure) -> Answer
    ) async throws(StoreFailure) -> Answer {
        let left = callsLeft.withLock { left in
            left -= 1
            return left
        }
        guard left > 0 || (left == 0 && diesAfterCall) else { throw StoreFailure(.other, "killed") }
        let answer = try await body()
        guard left > 0 else { throw StoreFailure(.other, "killed") }
        return answer
    }

    func lockRuns(waiting seconds: Int) async throws(StoreFailure) { try await store.lockRuns(waiting: seconds) }

    func unlockRuns() async { await store.unlockRuns() }

    func begin(_ roster: Roster, at now: Timestamp) async throws(StoreFailure) -> RosterState {
        try await call { () throws(StoreFailure) in try await store.begin(roster, at: now) }
    }

    func ledger(of subscription: SubscriptionID, matching keys: [EntryKey]) async throws(StoreFailure) -> LedgerMatches
    {
        try await call { () throws(StoreFailure) in try await store.ledger(of: subscription, matching: keys) }
    }

    func arrive(_ arrivals: [Arrival], at now: Timestamp) async throws(StoreFailure) -> [[Int64]] {
        try await call { () throws(StoreFailure) in try await store.arrive(arrivals, at: now) }
    }

    func hold(_ sites: [String: Int64]) async throws(StoreFailure) {
        try await call { () throws(StoreFailure) in try await store.hold(sites) }
    }

    func fetchRecords() async throws(StoreFailure) -> FetchRecords {
        try await call { () throws(StoreFailure) in try await store.fetchRecords() }
    }

    func resumeFetching(_ key: String) async throws(StoreFailure) -> Bool {
        try await call { () throws(StoreFailure) in try await store.resumeFetching(key) }
    }

    func heldEntries(due now: Timestamp) async throws(StoreFailure) -> [HeldEntry] {
        try await call { () throws(StoreFailure) in try await store.heldEntries(due: now) }
    }

    func arrivedEntries(at now: Timestamp) async throws(StoreFailure) -> [ArrivedEntry] {
        try await call { () throws(StoreFailure) in try await store.arrivedEntries(at: now) }
    }

    func heads(ofArrived numbers: [Int64]) async throws(StoreFailure) -> [EntryHead] {
        try await call { () throws(StoreFailure) in try await store.heads(ofArrived: numbers) }
    }

    func entries(_ numbers: [Int64]) async throws(StoreFailure) -> [Entry] {
        try await call { () throws(StoreFailure) in try await store.entries(numbers) }
    }

    func remembered(_ keys: [UInt64], by stage: String, since: Timestamp) async throws(StoreFailure) -> [UInt64: Int64]
    {
        try await call { () throws(StoreFailure) in try await store.remembered(keys, by: stage, since: since) }
    }

    func cachedHeads(of subscription: SubscriptionID, limit: Int?) async throws(StoreFailure) -> [EntryHead] {
        try await call { () throws(StoreFailure) in try await store.cachedHeads(of: subscription, limit: limit) }
    }

    func route(_ routing: Routing, at now: Timestamp) async throws(StoreFailure) {
        try await call { () throws(StoreFailure) in try await store.route(routing, at: now) }
    }

    func pendingDeliveries(to sink: SinkID, after position: Int64, limit: Int) async throws(StoreFailure) -> [Delivery]
    {
        try await call { () throws(StoreFailure) in
            try await store.pendingDeliveries(to: sink, after: position, limit: limit)
        }
    }

    func pendingPositions(of sink: SinkID) async throws(StoreFailure) -> [Int64] {
        try await call { () throws(StoreFailure) in try await store.pendingPositions(of: sink) }
    }

    func confirm(_ positions: [Int64], to sink: SinkID, mark: SinkMark?, at now: Timestamp) async throws(StoreFailure) {
        try await call { () throws(StoreFailure) in
            try await store.confirm(positions, to: sink, mark: mark, at: now)
        }
    }

    func noteFailure(
        of position: Int64, to sink: SinkID, because reason: String, deadAfter tries: Int, at now: Timestamp
    ) async throws(StoreFailure) -> Bool {
        try await call { () throws(StoreFailure) in
            try await store.noteFailure(of: position, to: sink, because: reason, deadAfter: tries, at: now)
        }
    }

    func record(_ standing: SinkStanding, of sink: SinkID) async throws(StoreFailure) {
        try await call { () throws(StoreFailure) in try await store.record(standing, of: sink) }
    }

    func deadLetterCount() async throws(StoreFailure) -> Int {
        try await call { () throws(StoreFailure) in try await store.deadLetterCount() }
    }

    func publishedIDs(for wishes: [PublishedIDWish]) async throws(StoreFailure) -> [String] {
        try await call { () throws(StoreFailure) in try await store.publishedIDs(for: wishes) }
    }

    func recordRendering(by sink: SinkID, options: UInt64) async throws(StoreFailure) {
        try await call { () throws(StoreFailure) in try await store.recordRendering(by: sink, options: options) }
    }

    func cachedEntries(matching query: ArchiveQuery) async throws(StoreFailure) -> [Entry] {
        try await call { () throws(StoreFailure) in try await store.cachedEntries(matching: query) }
    }

    func holdings(of subscription: SubscriptionID?) async throws(StoreFailure) -> Holdings {
        try await call { () throws(StoreFailure) in try await store.holdings(of: subscription) }
    }

    func storedFeed(of key: String) async throws(StoreFailure) -> (id: SubscriptionID, feed: Feed)? {
        try await call { () throws(StoreFailure) in try await store.storedFeed(of: key) }
    }

    func subscriptionRecords() async throws(StoreFailure) -> [String: SubscriptionRecord] {
        try await call { () throws(StoreFailure) in try await store.subscriptionRecords() }
    }

    func indexEntries(atMost most: Int, patience: Int) async throws(StoreFailure) -> Int {
        try await call { () throws(StoreFailure) in try await store.indexEntries(atMost: most, patience: patience) }
    }

    func prune(_ retention: [SubscriptionID: Retention], at now: Timestamp) async throws(StoreFailure) -> Int {
        try await call { () throws(StoreFailure) in try await store.prune(retention, at: now) }
    }
}
