import FeedModel
public import TributaryPluginKit

/// A sink that keeps what it is given, and fails, confirms in part or lets one wait as a test wants.
public actor RecordingSink: Sink {
    /// How the sink behaves from now on.
    public enum Conduct: Sendable {
        /// It takes and confirms everything.
        case takesAll
        /// It takes so many more deliveries, then fails.
        case fails(after: Int, SinkFailure.Kind)
        /// It takes everything, and confirms only so many of each batch.
        case confirms(first: Int)
        /// It cannot be opened.
        case staysShut
    }

    /// What was done to the sink.
    public enum Event: Sendable, Hashable {
        /// It was opened, after a mark.
        case opened(after: String?)
        /// A batch was delivered, by the entries' ids.
        case delivered([String])
        /// It was closed.
        case closed
    }

    /// The description of the sink `recording`.
    public static let descriptor = PluginDescriptor(
        name: "recording", role: .sink, summary: "Keeps what it is given.", example: #"{"use": "recording"}"#,
        delivery: DeliveryTraits(isRepeatable: true, firstFetch: .all))

    /// What was done to the sink, in order.
    public private(set) var events: [Event] = []
    /// What the sink took, in order.
    public private(set) var taken: [Delivery] = []
    private var conduct: Conduct = .takesAll
    private let beforeDelivery: @Sendable () async -> Void

    /// A sink that takes everything.
    ///
    /// - Parameter beforeDelivery: what it does, or waits for, before each batch.
    public init(beforeDelivery: @escaping @Sendable () async -> Void = {}) {
        self.beforeDelivery = beforeDelivery
    }

    /// A sink that takes everything.
    public init(options: NoOptions, context: PluginContext) {
        beforeDelivery = {}
    }

    /// The ids of the entries that the sink took, in order.
    public var ids: [String] { taken.map(\.entry.id) }

    /// Has the sink behave so from now on.
    public func behave(_ conduct: Conduct) {
        self.conduct = conduct
    }

    /// What the sink took since this was asked last, by the entries' ids.
    public func takeIDs() -> [String] {
        defer { taken = [] }
        return ids
    }

    /// Notes the mark.
    public func open(after mark: SinkMark?) async throws(SinkFailure) {
        events.append(.opened(after: mark?.state))
        if case .staysShut = conduct { throw SinkFailure(.retryable(after: nil), "nobody opens") }
    }

    /// Takes what its conduct lets it take.
    public func deliver(_ batch: DeliveryBatch) async throws(SinkFailure) -> Receipt {
        await beforeDelivery()
        events.append(.delivered(batch.deliveries.map(\.entry.id)))
        switch conduct {
        case .takesAll, .staysShut:
            taken += batch.deliveries
            return receipt(for: batch.deliveries[...])
        case .fails(let count, let kind):
            let room = batch.deliveries.prefix(count)
            taken += room
            conduct = .fails(after: count - room.count, kind)
            guard room.count == batch.deliveries.count else {
                throw SinkFailure(kind, "the box is full", receipt: receipt(for: room))
            }
            return receipt(for: room)
        case .confirms(let count):
            taken += batch.deliveries
            return receipt(for: batch.deliveries.prefix(count))
        }
    }

    /// Notes that it was closed.
    public func close() async throws(SinkFailure) {
        events.append(.closed)
    }

    /// Confirms deliveries; the mark is the position of the last one.
    private func receipt(for deliveries: ArraySlice<Delivery>) -> Receipt {
        let mark = deliveries.last.map { SinkMark("\($0.position)") }
        return Receipt(confirmed: deliveries.map(\.id), mark: mark)
    }
}
