public import FeedModel

/// Receives entries, once each: a terminal, a mailbox, a webhook, an append-only file.
public protocol Sink: Plugin {
    /// Makes ready, before the first batch of a run.
    ///
    /// - Parameter mark: what the last receipt's mark was; nil before the first.
    func open(after mark: SinkMark?) async throws(SinkFailure)

    /// Delivers a batch and says what has arrived.
    ///
    /// What the receipt leaves out stays pending.
    func deliver(_ batch: DeliveryBatch) async throws(SinkFailure) -> Receipt

    /// Ends, after the last batch of a run.
    func close() async throws(SinkFailure)
}

extension Sink {
    /// Nothing to make ready.
    public func open(after mark: SinkMark?) async throws(SinkFailure) {}

    /// Nothing to end.
    public func close() async throws(SinkFailure) {}
}

/// Where a sink that can look back stands, such as a file's inode and length; stored with the receipt.
public struct SinkMark: Sendable, Hashable {
    /// The sink's own text.
    public var state: String

    /// A mark from the sink's own text.
    public init(_ state: String) {
        self.state = state
    }
}

/// Deliveries that a sink gets in one go, in order.
public struct DeliveryBatch: Sendable {
    /// The deliveries; at least one, at most the descriptor's `largestBatch`.
    public var deliveries: [Delivery]

    /// A batch of deliveries.
    public init(_ deliveries: [Delivery]) {
        self.deliveries = deliveries
    }
}

/// One entry owed to one sink.
public struct Delivery: Sendable, Identifiable {
    /// Derived from subscription, entry, revision and sink: the same whenever the delivery is tried again.
    public var id: String
    /// The place among all deliveries; it grows over all rivers.
    public var position: Int64
    /// The entry's revision, 0 for the first.
    public var revision: Int
    /// The entry.
    public var entry: Entry
    /// The key that the subscription was made with, which stays when it gets another; nil where nobody keeps it.
    public var subscription: String?

    /// A delivery of an entry.
    public init(id: String, position: Int64, revision: Int, entry: Entry, subscription: String? = nil) {
        self.id = id
        self.position = position
        self.revision = revision
        self.entry = entry
        self.subscription = subscription
    }
}

/// What a sink confirms.
public struct Receipt: Sendable {
    /// The deliveries that have arrived.
    public var confirmed: [Delivery.ID]
    /// Where the sink stands now.
    public var mark: SinkMark?

    /// A receipt for deliveries.
    public init(confirmed: [Delivery.ID], mark: SinkMark? = nil) {
        self.confirmed = confirmed
        self.mark = mark
    }

    /// A receipt for a whole batch.
    public init(for batch: DeliveryBatch, mark: SinkMark? = nil) {
        self.init(confirmed: batch.deliveries.map(\.id), mark: mark)
    }
}

/// Why a sink does not go on in this run.
///
/// What it has not confirmed stays pending.
public struct SinkFailure: Error, Sendable {
    /// What to do about it.
    public enum Kind: Sendable, Hashable {
        /// Try again later, after so many seconds if the receiver said.
        case retryable(after: Int64?)
        /// The deliveries in hand will never arrive.
        case permanent
        /// The reader of standard output has gone: the run ends in peace.
        case closed
    }

    /// What to do about it.
    public var kind: Kind
    /// What happened and what to do: lower case, no full stop.
    public var message: String
    /// What arrived before the failure.
    public var receipt: Receipt?

    /// A failure of a kind.
    public init(_ kind: Kind, _ message: String, receipt: Receipt? = nil) {
        self.kind = kind
        self.message = message
        self.receipt = receipt
    }
}

/// How deliveries to a sink are made.
public struct DeliveryTraits: Sendable, Hashable {
    /// How many of a subscription's entries are delivered at the first contact with it.
    public enum FirstFetch: Sendable, Hashable {
        /// All of them.
        case all
        /// None; only what comes later.
        case none
        /// The newest.
        case newest(Int)
    }

    /// In which order a river's entries are delivered.
    public enum Order: String, Sendable, CaseIterable {
        /// The newest first.
        case newest
        /// The oldest first.
        case oldest
        /// As the stages left them.
        case river
    }

    /// Whether delivering the same thing twice has the effect once; if not, batches hold one delivery.
    public var isRepeatable: Bool
    /// The largest batch of a repeatable sink, or of one that delivers a batch whole.
    public var largestBatch: Int
    /// What is delivered at the first contact, unless the configuration says otherwise.
    public var firstFetch: FirstFetch
    /// The order, unless the configuration says otherwise.
    public var order: Order
    /// Whether the sink writes to standard output, which only one can.
    public var ownsStandardOutput: Bool
    /// Whether a batch is delivered as one thing, which arrives whole or not at all.
    public var deliversWhole = false

    /// How a sink wants its deliveries.
    public init(
        isRepeatable: Bool, largestBatch: Int = 100, firstFetch: FirstFetch, order: Order = .oldest,
        ownsStandardOutput: Bool = false
    ) {
        self.isRepeatable = isRepeatable
        self.largestBatch = isRepeatable ? largestBatch : 1
        self.firstFetch = firstFetch
        self.order = order
        self.ownsStandardOutput = ownsStandardOutput
    }

    /// How a sink wants its deliveries that makes one thing of many, such as a mail: what is repeated at most is that one.
    public static func digest(of largestBatch: Int, firstFetch: FirstFetch, order: Order = .oldest) -> DeliveryTraits {
        var traits = DeliveryTraits(isRepeatable: false, firstFetch: firstFetch, order: order)
        traits.largestBatch = largestBatch
        traits.deliversWhole = true
        return traits
    }
}
