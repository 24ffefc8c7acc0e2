import TributaryPluginKit

/// Writes arrivals, several small ones in one transaction: a transaction per feed would cost more than its rows.
struct ArrivalBatcher {
    /// How many arrivals, and how many entries, share a transaction at most.
    private static let mostArrivals = 32
    private static let mostEntries = 512

    let store: any Store
    let clock: any WallClock
    /// How many entries the stages before Arrive have dropped.
    private(set) var dropped = 0
    /// How many of them they hold.
    private(set) var held = 0
    private var waiting: [Arrival] = []
    private var waitingEntries = 0

    init(store: any Store, clock: any WallClock) {
        self.store = store
        self.clock = clock
    }

    /// Takes an arrival, and writes what waits once there is enough of it.
    mutating func write(_ arrival: Arrival) async throws(StoreFailure) {
        dropped += arrival.droppedCount
        held += arrival.heldCount
        waiting.append(arrival)
        waitingEntries += arrival.entries.count
        if waiting.count >= Self.mostArrivals || waitingEntries >= Self.mostEntries { try await flush() }
    }

    /// Writes what waits.
    mutating func flush() async throws(StoreFailure) {
        guard !waiting.isEmpty else { return }
        _ = try await store.arrive(waiting, at: clock.now)
        waiting.removeAll(keepingCapacity: true)
        waitingEntries = 0
    }
}

extension Arrival {
    /// How many entries the stages before Arrive have dropped.
    var droppedCount: Int {
        entries.count { entry in
            if case .dropped = entry.outcome { true } else { false }
        }
    }

    /// How many entries they hold until later.
    var heldCount: Int {
        entries.count { entry in
            if case .held = entry.outcome { true } else { false }
        }
    }
}
