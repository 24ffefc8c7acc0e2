package import FeedModel
package import TributaryPluginKit

/// The store's name for a subscription.
package struct SubscriptionID: Sendable, Hashable {
    /// The row.
    package var row: Int64

    /// The subscription in a row.
    package init(row: Int64) { self.row = row }
}

/// The store's name for a sink.
package struct SinkID: Sendable, Hashable {
    /// The row.
    package var row: Int64

    /// The sink in a row.
    package init(row: Int64) { self.row = row }
}

/// What the configuration names: the subscriptions and sinks of a run.
package struct Roster: Sendable {
    /// A subscription by its key.
    package struct Member: Sendable, Hashable {
        /// The key.
        package var key: String
        /// Earlier keys, whose history this one takes over unless it has a history of its own.
        package var formerly: [String]
        /// The user's name for it; nil lets the feed's title stand.
        package var name: String?

        /// A member with a key.
        package init(key: String, formerly: [String] = [], name: String? = nil) {
            self.key = key
            self.formerly = formerly
            self.name = name
        }
    }

    /// The subscriptions.
    package var subscriptions: [Member]
    /// The keys of the sinks.
    package var sinks: [String]
    /// Seconds after which parked deliveries of a sink that has left are dropped.
    package var keepParked: Int64

    /// A roster of subscriptions and sinks.
    package init(subscriptions: [Member], sinks: [String], keepParked: Int64) {
        self.subscriptions = subscriptions
        self.sinks = sinks
        self.keepParked = keepParked
    }
}

/// What the store knows of a roster.
package struct RosterState: Sendable {
    /// What is known of a subscription.
    package struct Subscription: Sendable {
        /// The store's name for it.
        package var id: SubscriptionID
        /// What the last successful reading left; nil before the first.
        package var validators: Validators?
        /// When it was last read with success; nil if never.
        package var lastRead: Timestamp?
        /// How many successful readings there were.
        package var readings: Int64
        /// What is known of the requests for it.
        package var fetch: FetchState

        /// What is known of a subscription.
        package init(
            id: SubscriptionID, validators: Validators?, lastRead: Timestamp?, readings: Int64,
            fetch: FetchState = FetchState()
        ) {
            self.id = id
            self.validators = validators
            self.lastRead = lastRead
            self.readings = readings
            self.fetch = fetch
        }
    }

    /// What is known of a sink.
    package struct Sink: Sendable {
        /// The store's name for it.
        package var id: SinkID
        /// Its last mark.
        package var mark: SinkMark?
        /// The hash of the options that were last rendered; nil for a sink that renders no pages.
        package var renderedOptions: UInt64?
        /// The subscriptions that it has been in contact with.
        package var contacts: Set<SubscriptionID>
        /// How it stands after its last try.
        package var standing: SinkStanding
        /// What `first_fetch` leaves of the entries that were there at a first contact; none where it takes all.
        package var rooms: [SubscriptionID: FirstContactRoom]

        /// What is known of a sink.
        package init(
            id: SinkID, mark: SinkMark?, renderedOptions: UInt64?, contacts: Set<SubscriptionID>,
            standing: SinkStanding = SinkStanding(), rooms: [SubscriptionID: FirstContactRoom] = [:]
        ) {
            self.id = id
            self.mark = mark
            self.renderedOptions = renderedOptions
            self.contacts = contacts
            self.standing = standing
            self.rooms = rooms
        }
    }

    /// By key, every subscription of the roster.
    package var subscriptions: [String: Subscription]
    /// By key, every sink of the roster.
    package var sinks: [String: Sink]
    /// By key, how many deliveries are parked for sinks that have left the configuration.
    package var parked: [String: Int]
    /// By site, until when each that has asked for fewer requests is left alone, in seconds since 1970.
    package var siteHolds: [String: Int64]

    /// A state from its parts.
    package init(
        subscriptions: [String: Subscription], sinks: [String: Sink], parked: [String: Int],
        siteHolds: [String: Int64] = [:]
    ) {
        self.subscriptions = subscriptions
        self.sinks = sinks
        self.parked = parked
        self.siteHolds = siteHolds
    }
}

/// How many of the entries that were there at a sink's first contact with a subscription it may still receive: of those
/// that a stage held, too, `first_fetch` lets no more come later than it would have at once.
package struct FirstContactRoom: Sendable, Hashable {
    /// Entries with smaller numbers were there.
    package var before: Int64
    /// How many of them may still be delivered.
    package var left: Int

    /// A room for so many of the entries with smaller numbers.
    package init(before: Int64, left: Int) {
        self.before = before
        self.left = left
    }
}
