import FeedModel
import TributaryPluginKit

/// What sinks receive of subscriptions that they meet for the first time: the newest entries of the river and, where the
/// subscription is older than the sink, of the cache.
struct FirstContacts: Sendable {
    /// What one sink receives of one subscription.
    struct Welcome: Sendable {
        /// The entries of the river, by their indices there.
        var river: [Int] = []
        /// The cached entries.
        var cached: [RiverPlace] = []
    }

    private let flow: RiverFlow
    private let newestFirst: [ArrivedEntry]
    private let indices: [SubscriptionID: [Int]]
    private let known: Set<SubscriptionID>
    private let order: RiverOrder
    private let store: any Store

    /// First contacts in a river.
    ///
    /// - Parameters:
    ///   - newestFirst: the entries that the stages left.
    ///   - known: the subscriptions of which something may be cached.
    init(
        _ flow: RiverFlow, newestFirst: [ArrivedEntry], cachedOf known: Set<SubscriptionID>, order: RiverOrder,
        store: any Store
    ) {
        self.flow = flow
        self.newestFirst = newestFirst
        self.known = known
        self.order = order
        self.store = store
        indices = Dictionary(grouping: newestFirst.indices) { newestFirst[$0].place.subscription }
    }

    /// What a sink receives of a subscription.
    ///
    /// - Parameter wanted: the entries of the river for which the sink's `where` holds; nil for all.
    func welcome(
        of subscription: SubscriptionID, with sink: PlannedSink, wanted: Set<Int64>?
    ) async throws(StoreFailure) -> Welcome {
        let limit = sink.firstFetch.limit
        guard limit != 0 else { return Welcome() }
        let arrived = indices[subscription] ?? []
        let river = arrived.filter { wanted?.contains(newestFirst[$0].number) ?? true }
        guard known.contains(subscription) else { return Welcome(river: Array(river.prefix(limit ?? .max))) }
        let inRiver = Set(arrived.map { newestFirst[$0].number })
        // A revision in the river stands for its cached form, which must not take another's place.
        let enough = limit.map { $0 < .max - inRiver.count ? $0 + inRiver.count : $0 }
        let heads = try await store.cachedHeads(of: subscription, limit: sink.condition == nil ? enough : nil)
            .filter { !inRiver.contains($0.id) }
        let matching = try await flow.numbers(of: heads.map(\.id), for: sink)
        let cached = heads.filter { matching?.contains($0.id) ?? true }
            .map { (index: nil as Int?, place: RiverPlace(of: $0, subscription: subscription)) }
        let candidates = (river.map { (index: $0, place: newestFirst[$0].place) } + cached)
            .sorted { order.isNewer($0.place, than: $1.place) }
        var welcome = Welcome()
        for candidate in candidates.prefix(limit ?? .max) {
            if let index = candidate.index {
                welcome.river.append(index)
            } else {
                welcome.cached.append(candidate.place)
            }
        }
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
