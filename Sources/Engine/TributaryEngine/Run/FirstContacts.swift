import FeedModel
import TributaryPluginKit

/// What sinks receive of subscriptions that they meet for the first time: the newest entries of the river and, where the
/// subscription is older than the sink, of the cache.
struct FirstContacts: Sendable {
    /// What one sink receives of one subscription.
    struct Welcome: Sendable {
        /// The entries, the newest first.
        var chosen: [Int64] = []
        /// Heads of cached entries, the chosen ones among them.
        var cached: [EntryHead] = []
    }

    private let flow: RiverFlow
    private let newestFirst: [EntryHead]
    private let places: [SubscriptionID: [Int]]
    private let known: Set<SubscriptionID>
    private let store: any Store

    /// First contacts in a river.
    ///
    /// - Parameters:
    ///   - newestFirst: the heads that the stages left.
    ///   - known: the subscriptions of which something may be cached.
    init(_ flow: RiverFlow, newestFirst: [EntryHead], cachedOf known: Set<SubscriptionID>, store: any Store) {
        self.flow = flow
        self.newestFirst = newestFirst
        self.known = known
        self.store = store
        var places: [SubscriptionID: [Int]] = [:]
        for (place, head) in newestFirst.enumerated() {
            if let subscription = flow.arrived[head.id]?.subscription {
                places[subscription, default: []].append(place)
            }
        }
        self.places = places
    }

    /// What a sink receives of a subscription.
    ///
    /// - Parameter wanted: the entries of the river for which the sink's `where` holds.
    func welcome(
        of subscription: SubscriptionID, with sink: PlannedSink, wanted: Set<Int64>
    ) async throws(StoreFailure) -> Welcome {
        let limit = sink.firstFetch.limit
        guard limit != 0 else { return Welcome() }
        let arrived = (places[subscription] ?? []).map { newestFirst[$0] }
        var candidates = arrived.filter { wanted.contains($0.id) }
        var welcome = Welcome()
        if known.contains(subscription) {
            let inRiver = Set(arrived.map(\.id))
            // A revision in the river stands for its cached form, which must not take another's place.
            let enough = limit.map { $0 < .max - inRiver.count ? $0 + inRiver.count : $0 }
            let heads = try await store.cachedHeads(of: subscription, limit: sink.condition == nil ? enough : nil)
                .filter { !inRiver.contains($0.id) }
            let matching = try await flow.numbers(of: heads, for: sink)
            welcome.cached = heads.filter { matching.contains($0.id) }
            candidates = (candidates + welcome.cached).sorted { $0.isNewer(than: $1) }
        }
        welcome.chosen = candidates.prefix(limit ?? .max).map(\.id)
        return welcome
    }
}

extension DeliveryTraits.FirstFetch {
    /// How many entries at most; nil for all.
    var limit: Int? {
        switch self {
        case .all: nil
        case .none: 0
        case .newest(let count): count
        }
    }
}
