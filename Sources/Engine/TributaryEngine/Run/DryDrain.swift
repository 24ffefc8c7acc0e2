import FeedModel
import TributaryPluginKit

/// What a dry run would deliver.
struct DryDrain: Sendable {
    private static let batch = 256

    let store: any Store
    let clock: any WallClock
    /// By sink, the last position that was owed before the run.
    private var earlier: [SinkID: Int64] = [:]

    /// Looks at what is owed before the run begins.
    init(
        _ sinks: [String: RosterState.Sink], store: any Store, clock: any WallClock
    ) async throws(StoreFailure) {
        self.store = store
        self.clock = clock
        for sink in sinks.values {
            earlier[sink.id] = try await store.pendingPositions(of: sink.id).last
        }
    }

    /// What a sink would be given.
    func deliveries(to sink: RosterState.Sink) async throws(StoreFailure) -> [DryDelivery] {
        let isWaiting = (sink.standing.retryAt?.seconds ?? 0) > clock.now.seconds
        var found: [DryDelivery] = []
        var position: Int64 = 0
        while true {
            let batch = try await store.pendingDeliveries(to: sink.id, after: position, limit: Self.batch)
            for delivery in batch {
                let isNew = delivery.position > earlier[sink.id] ?? 0
                let entry = delivery.entry
                found.append(
                    DryDelivery(
                        state: isWaiting ? .waiting : isNew ? .new : .pending,
                        entry: isNew ? nil : entry.tributary?.number,
                        feed: entry.tributary?.feed.title ?? entry.tributary?.feed.id, title: entry.title,
                        url: entry.url))
            }
            guard let last = batch.last, batch.count == Self.batch else { return found }
            position = last.position
        }
    }
}
