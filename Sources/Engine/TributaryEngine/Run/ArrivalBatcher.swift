import FeedModel
import TributaryPluginKit

/// Writes arrivals, several small ones in one transaction: a transaction per feed would cost more than its rows.
struct ArrivalBatcher {
    /// How many arrivals, entries and bytes of documents share a transaction at most.
    private static let mostArrivals = 32
    private static let mostEntries = 512
    private static let mostBytes = 2 << 20

    let store: any Store
    let clock: any WallClock
    /// How many entries the stages before Arrive have dropped.
    private(set) var dropped = 0
    /// How many of them they hold.
    private(set) var held = 0
    private var waiting: [Arrival] = []
    private var waitingEntries = 0
    private var waitingBytes = 0
    /// What their documents take of the memory for bodies.
    private var memory: [MemoryShare] = []

    init(store: any Store, clock: any WallClock) {
        self.store = store
        self.clock = clock
    }

    /// Takes an arrival, and writes what waits once there is enough of it.
    ///
    /// - Parameters:
    ///   - bytes: how many bytes it was made of.
    ///   - share: is let go once it is written.
    mutating func write(
        _ arrival: Arrival, of bytes: Int = 0, holding share: MemoryShare? = nil
    ) async throws(StoreFailure) {
        dropped += arrival.droppedCount
        held += arrival.heldCount
        waiting.append(arrival)
        waitingEntries += arrival.entries.count
        waitingBytes += bytes
        if let share { memory.append(share) }
        let isEnough =
            waiting.count >= Self.mostArrivals || waitingEntries >= Self.mostEntries || waitingBytes >= Self.mostBytes
        if isEnough { try await flush() }
    }

    /// Writes what waits.
    mutating func flush() async throws(StoreFailure) {
        guard !waiting.isEmpty else { return }
        _ = try await store.arrive(waiting, at: clock.now)
        waiting.removeAll(keepingCapacity: true)
        memory.removeAll(keepingCapacity: true)
        (waitingEntries, waitingBytes) = (0, 0)
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
