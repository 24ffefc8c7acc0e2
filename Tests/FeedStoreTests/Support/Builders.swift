import FeedModel
import FeedStore
import TributaryEngine
import TributaryPluginKit

/// A store with a roster, and short words for what tests do to it.
struct Bench {
    let store: SQLiteStore
    private(set) var roster = Roster(subscriptions: [], sinks: [], keepParked: 30 * day)
    private(set) var state = RosterState(subscriptions: [:], sinks: [:], parked: [:])

    static let day: Int64 = 86_400

    init(
        _ store: SQLiteStore? = nil, feeds: [String] = ["feed"], sinks: [String] = ["mail", "page"]
    ) async throws {
        self.store = try store ?? SQLiteStore()
        try await begin(feeds: feeds.map { Roster.Member(key: $0) }, sinks: sinks)
    }

    mutating func begin(feeds: [Roster.Member], sinks: [String] = ["mail", "page"], at now: Timestamp = .noon)
        async throws
    {
        roster = Roster(subscriptions: feeds, sinks: sinks, keepParked: 30 * Self.day)
        state = try await store.begin(roster, at: now)
    }

    func feed(_ key: String = "feed") -> SubscriptionID { state.subscriptions[key]?.id ?? SubscriptionID(row: -1) }

    func sink(_ key: String = "mail") -> SinkID { state.sinks[key]?.id ?? SinkID(row: -1) }

    /// Has one feed read whole; the numbers of its entries.
    @discardableResult
    func arrive(
        _ entries: [ArrivingEntry], listed: [ListedEntry] = [], feed: String = "feed",
        reading: Arrival.Reading = .whole(Feed(title: "A feed"), Validators()), at now: Timestamp = .noon
    ) async throws -> [Int64] {
        let arrival = Arrival(subscription: self.feed(feed), reading: reading, entries: entries, listed: listed)
        return try await store.arrive([arrival], at: now)[0]
    }

    /// Routes everything that has arrived: to the cache and to these sinks.
    @discardableResult
    func routeAll(to sinks: [String] = [], caching: Bool = true, at now: Timestamp = .noon) async throws -> [Int64] {
        let numbers = try await arrivedNumbers(at: now)
        try await store.route(.keeping(numbers, to: sinks.map { sink($0) }, caching: caching), at: now)
        return numbers
    }

    func pending(_ sink: String = "mail", after position: Int64 = 0, limit: Int = 1_000) async throws -> [Delivery] {
        try await store.pendingDeliveries(to: self.sink(sink), after: position, limit: limit)
    }

    func confirm(_ deliveries: [Delivery], to sink: String = "mail", mark: SinkMark? = nil) async throws {
        try await store.confirm(deliveries.map(\.position), to: self.sink(sink), mark: mark, at: .noon)
    }

    func arrivedNumbers(at now: Timestamp = .noon) async throws -> [Int64] {
        try await arrivedHeads(at: now).map(\.id)
    }

    /// The heads of all that has arrived, newest first.
    func arrivedHeads(at now: Timestamp = .noon) async throws -> [EntryHead] {
        let numbers = try await store.arrivedEntries(at: now).map(\.number)
        return try await store.heads(ofArrived: numbers).sorted { $0.isNewer(than: $1) }
    }

    func cached(_ query: ArchiveQuery = ArchiveQuery()) async throws -> [Entry] {
        try await store.cachedEntries(matching: query)
    }
}

extension Timestamp {
    /// The time at which tests run.
    static let noon = Timestamp(seconds: 1_800_000_000)

    func days(_ count: Int64) -> Timestamp { adding(seconds: count * Bench.day) }
}

extension Entry {
    static func sample(_ id: String, title: String? = nil, published: Timestamp? = nil, text: String = "Text") -> Entry
    {
        var entry = Entry(id: id, url: "https://example.org/\(id)", title: title ?? "Title of \(id)")
        entry.contentHTML = "<p>\(text)</p>"
        entry.datePublished = published
        return entry
    }
}

extension ArrivingEntry {
    static func kept(
        _ entry: Entry, number: Int64? = nil, place: Int = 0, hash: UInt64 = 1, isRevision: Bool = false,
        onUpdate: RevisionPolicy = .replace
    ) -> ArrivingEntry {
        arriving(
            entry, number: number, place: place, hash: hash, isRevision: isRevision, onUpdate: onUpdate,
            outcome: .kept(entry))
    }

    static func dropped(_ entry: Entry, number: Int64? = nil, hash: UInt64 = 1, by reason: String = "dull")
        -> ArrivingEntry
    {
        let verdict = StageVerdict(stage: "stages[0] drop", verdict: .drop(reason: reason))
        return arriving(entry, number: number, hash: hash, outcome: .dropped(verdict))
    }

    static func held(_ entry: Entry, until: Timestamp, number: Int64? = nil, failures: Int = 0) -> ArrivingEntry {
        let verdict = StageVerdict(stage: "stages[0] wait", verdict: .hold(until: until))
        return arriving(
            entry, number: number, outcome: .held(entry, until: until, by: verdict, failures: failures))
    }

    private static func arriving(
        _ entry: Entry, number: Int64?, place: Int = 0, hash: UInt64 = 1, isRevision: Bool = false,
        onUpdate: RevisionPolicy = .replace, outcome: Outcome
    ) -> ArrivingEntry {
        ArrivingEntry(
            number: number, place: place, keys: [EntryKey(.id, .of(entry.id)), EntryKey(.url, .of(entry.url ?? ""))],
            contentHash: ContentHash(version: 1, value: hash), textHash: .of(entry.contentHTML ?? ""),
            isRevision: isRevision, onUpdate: onUpdate, outcome: outcome)
    }
}

extension UInt64 {
    /// Some hash of a text, with its highest bit set so that it is negative in SQLite.
    static func of(_ text: String) -> UInt64 {
        text.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 } | 1 << 63
    }
}

extension Routing {
    static func keeping(_ numbers: [Int64], to sinks: [SinkID] = [], caching: Bool = true) -> Routing {
        var routing = Routing()
        routing.kept = numbers
        routing.cached = caching ? numbers : []
        routing.deliveries = numbers.flatMap { number in sinks.map { Planned(number: number, sink: $0) } }
        return routing
    }
}
