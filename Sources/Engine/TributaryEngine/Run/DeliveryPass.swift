import FeedModel
import TributaryPluginKit

/// One sink's way through its pending deliveries in a run; what it confirms and what fails is recorded as it goes.
///
/// A permanent failure is of the one delivery in hand: it becomes a dead letter, and the next one follows. Any other
/// failure is the sink's, and ends the pass: unless the sink takes one delivery at a time and takes the next one, which
/// shows that it is up. Then the failure was the delivery's own; after ten of those it is a dead letter as well.
struct DeliveryPass {
    /// What is known of a pass at its end.
    struct Result: Sendable {
        /// How many deliveries the sink confirmed.
        var confirmed = 0
        /// Deliveries that failed by themselves, and why.
        var refused: [Refusal] = []
    }

    /// A delivery that failed by itself.
    struct Refusal: Sendable {
        /// The delivery.
        var delivery: Delivery
        /// Why.
        var reason: String
        /// Whether it is not tried any more.
        var isDead: Bool
    }

    /// After so many failures of its own a delivery is a dead letter.
    static let triesOfDelivery = 10
    /// After so many dead letters in a row it is the sink that is wrong.
    private static let deadInARow = 10
    /// After so many failures in a row the sink is down.
    private static let failuresInARow = 2
    /// The same for a sink that has shown in this run that it is up.
    private static let failuresOfLivingSink = 10

    private let plugin: any Sink
    private let sink: PlannedSink
    private let id: SinkID
    private let store: any Store
    private let clock: any WallClock
    private let redacted: @Sendable (String) -> String

    private(set) var result = Result()
    /// What has failed since the sink last took something; it is not known yet whose fault it was.
    private var doubtful: [(delivery: Delivery, failure: SinkFailure)] = []
    private var buriedInARow = 0
    private var hasProvenAlive = false

    init(
        of plugin: any Sink, _ sink: PlannedSink, _ id: SinkID, store: any Store, clock: any WallClock,
        redacted: @escaping @Sendable (String) -> String
    ) {
        self.plugin = plugin
        self.sink = sink
        self.id = id
        self.store = store
        self.clock = clock
        self.redacted = redacted
    }

    /// Offers the sink everything that is pending.
    ///
    /// - Parameter beginsWithNewest: whether the sink is offered the newest delivery first. Where it takes that one, those
    ///   at the front that it has stopped at time and again were themselves the reason.
    /// - Throws: ``SinkFailure`` of the sink itself, ``StoreFailure``.
    mutating func run(beginsWithNewest: Bool) async throws {
        if beginsWithNewest, takesOneByOne { try await offerNewest() }
        // A sink that takes one at a time shall not cost a look into the store for each.
        let readAhead = max(100, sink.traits.largestBatch)
        let size = sink.traits.largestBatch
        var last: Int64 = 0
        while !Task.isCancelled {
            let pending = try await store.pendingDeliveries(to: id, after: last, limit: readAhead)
            guard let end = pending.last else { break }
            for start in stride(from: 0, to: pending.count, by: size) where !Task.isCancelled {
                try await offer(Array(pending[start..<min(start + size, pending.count)]))
            }
            last = end.position
        }
        guard let first = doubtful.first else { return }
        guard result.confirmed > 0 else { throw first.failure }
        try await blameDeliveries()
    }
}

// MARK: - Private

extension DeliveryPass {
    private var takesOneByOne: Bool { sink.traits.largestBatch == 1 }

    private mutating func offerNewest() async throws {
        let positions = try await store.pendingPositions(of: id)
        guard positions.count > 1, let newest = positions.last else { return }
        try await offer(try await store.pendingDeliveries(to: id, after: newest - 1, limit: 1))
        hasProvenAlive = doubtful.isEmpty && result.confirmed > 0
    }

    private mutating func offer(_ batch: [Delivery]) async throws {
        let (left, failure) = try await attempt(batch)
        guard let failure else {
            buriedInARow = 0
            return try await blameDeliveries()
        }
        // A run that is ending is itself the reason, whatever the sink says.
        guard !Task.isCancelled else { throw failure }
        switch failure.kind {
        case .closed, .retryable(after: .some): throw failure
        case .permanent: try await bury(left, because: failure)
        case .retryable(after: nil):
            guard takesOneByOne, let delivery = left.first else { throw failure }
            doubtful.append((delivery, failure))
            guard doubtful.count >= (hasProvenAlive ? Self.failuresOfLivingSink : Self.failuresInARow) else { return }
            if hasProvenAlive { try await blameDeliveries() }
            throw failure
        }
    }

    /// Offers a batch and records what arrived, also where the sink failed after some of it.
    private mutating func attempt(_ batch: [Delivery]) async throws -> (left: [Delivery], failure: SinkFailure?) {
        let receipt: Receipt?
        var failure: SinkFailure?
        do throws(SinkFailure) {
            receipt = try await plugin.deliver(DeliveryBatch(batch))
        } catch {
            receipt = error.receipt
            failure = error
        }
        guard let receipt else { return (batch, failure) }
        let confirmed = Set(receipt.confirmed)
        let positions = batch.filter { confirmed.contains($0.id) }.map(\.position)
        try await store.confirm(positions, to: id, mark: receipt.mark, at: clock.now)
        result.confirmed += positions.count
        return (batch.filter { !confirmed.contains($0.id) }, failure)
    }

    /// Makes a dead letter of the delivery that a sink refuses for good; of several, each is offered by itself first.
    private mutating func bury(_ deliveries: [Delivery], because failure: SinkFailure) async throws {
        guard deliveries.count == 1, let delivery = deliveries.first else {
            guard !deliveries.isEmpty else { throw failure }
            for delivery in deliveries where !Task.isCancelled { try await offer([delivery]) }
            return
        }
        try await refuse(delivery, because: failure, after: 1)
        buriedInARow += 1
        guard buriedInARow < Self.deadInARow else {
            throw SinkFailure(
                .retryable(after: nil),
                "\(failure.message); so were \(buriedInARow - 1) before it, so it is not asked on")
        }
    }

    /// The sink is up, so what failed before was the deliveries' own failure.
    private mutating func blameDeliveries() async throws {
        for (delivery, failure) in doubtful {
            try await refuse(delivery, because: failure, after: Self.triesOfDelivery)
        }
        doubtful = []
    }

    private mutating func refuse(_ delivery: Delivery, because failure: SinkFailure, after tries: Int) async throws {
        let reason = redacted(failure.message)
        let isDead = try await store.noteFailure(
            of: delivery.position, to: id, because: reason, deadAfter: tries, at: clock.now)
        result.refused.append(Refusal(delivery: delivery, reason: reason, isDead: isDead))
    }
}
