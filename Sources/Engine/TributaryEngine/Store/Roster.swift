public import FeedModel
public import TributaryPluginKit

/// The store's name for a subscription.
public struct SubscriptionID: Sendable, Hashable {
    /// The row.
    public var row: Int64

    /// The subscription in a row.
    public init(row: Int64) { self.row = row }
}

/// The store's name for a sink.
public struct SinkID: Sendable, Hashable {
    /// The row.
    public var row: Int64

    /// The sink in a row.
    public init(row: Int64) { self.row = row }
}

/// What the configuration names: the subscriptions and sinks of a run.
public struct Roster: Sendable {
    /// A subscription by its key.
    public struct Member: Sendable, Hashable {
        /// The key.
        public var key: String
        /// Earlier keys, whose history this one takes over.
        public var formerly: [String]

        /// A member with a key.
        public init(key: String, formerly: [String] = []) {
            self.key = key
            self.formerly = formerly
        }
    }

    /// The subscriptions.
    public var subscriptions: [Member]
    /// The keys of the sinks.
    public var sinks: [String]
    /// Seconds after which parked deliveries of a sink that has left are dropped.
    public var keepParked: Int64

    /// A roster of subscriptions and sinks.
    public init(subscriptions: [Member], sinks: [String], keepParked: Int64) {
        self.subscriptions = subscriptions
        self.sinks = sinks
        self.keepParked = keepParked
    }
}

/// What the store knows of a roster.
public struct RosterState: Sendable {
    /// What is known of a subscription.
    public struct Subscription: Sendable {
        /// The store's name for it.
        public var id: SubscriptionID
        /// What the last successful reading left; nil before the first.
        public var validators: Validators?
        /// When it was last read with success; nil if never.
        public var lastRead: Timestamp?
        /// How many successful readings there were.
        public var readings: Int64

        /// What is known of a subscription.
        public init(id: SubscriptionID, validators: Validators?, lastRead: Timestamp?, readings: Int64) {
            self.id = id
            self.validators = validators
            self.lastRead = lastRead
            self.readings = readings
        }
    }

    /// What is known of a sink.
    public struct Sink: Sendable {
        /// The store's name for it.
        public var id: SinkID
        /// Its last mark.
        public var mark: SinkMark?
        /// The hash of the options that were last rendered; nil for a sink that renders no pages.
        public var renderedOptions: UInt64?
        /// The subscriptions that it has been in contact with.
        public var contacts: Set<SubscriptionID>

        /// What is known of a sink.
        public init(id: SinkID, mark: SinkMark?, renderedOptions: UInt64?, contacts: Set<SubscriptionID>) {
            self.id = id
            self.mark = mark
            self.renderedOptions = renderedOptions
            self.contacts = contacts
        }
    }

    /// By key, every subscription of the roster.
    public var subscriptions: [String: Subscription]
    /// By key, every sink of the roster.
    public var sinks: [String: Sink]
    /// By key, how many deliveries are parked for sinks that have left the configuration.
    public var parked: [String: Int]

    /// A state from its parts.
    public init(subscriptions: [String: Subscription], sinks: [String: Sink], parked: [String: Int]) {
        self.subscriptions = subscriptions
        self.sinks = sinks
        self.parked = parked
    }
}
