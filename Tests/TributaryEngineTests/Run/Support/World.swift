import EntryConditions
import FeedJSON
import FeedModel
import FeedStore
import FeedText
import TributaryPluginKit
import TributaryTestKit

@testable import TributaryEngine

/// A world for runs: a store, a clock that goes on by an hour per run, scripted feeds, and what is planned.
///
/// Unless a test says otherwise, the subscription `blog` goes to the cache and to the sink `mail`, which takes all.
struct World {
    let store: SQLiteStore
    let clock: FixedClock
    let repository = ScriptedRepository()
    let log = DiagnosticLog()
    let mail = RecordingSink()
    var subscriptions: [PlannedSubscription]
    var stages: [PlannedStage] = []
    var sinks: [PlannedSink]

    init(
        feeds: [String] = ["blog"], caching: Bool = true, mailBatch: Int = 100, store: SQLiteStore? = nil,
        clock: FixedClock = FixedClock()
    ) throws {
        self.clock = clock
        self.store = try store ?? SQLiteStore()
        subscriptions = feeds.map { .feed($0) }
        sinks = [.to("mail", mail, batch: mailBatch)]
        if caching { sinks.insert(.cache(), at: 0) }
    }

    var plan: Plan {
        Plan(baseFolder: "/", subscriptions: subscriptions, stages: stages, sinks: sinks)
    }

    /// Runs once, an hour after the last run unless told otherwise.
    @discardableResult
    func run(
        after seconds: Int64 = 3600, in other: (any Store)? = nil, _ change: (inout RunOptions) -> Void = { _ in }
    ) async throws -> RunReport {
        clock.advance(bySeconds: seconds)
        var options = RunOptions()
        options.patience = 0
        options.isForced = true
        change(&options)
        let aggregator = Aggregator(
            plan: plan, repository: repository, store: other ?? store, clock: clock, report: { [log] in log.report($0) }
        )
        return try await aggregator.run(options)
    }

    /// The messages so far, each after its subject.
    var messages: [String] { log.diagnostics.map(\.description) }

    /// The ids of the cached entries, newest first.
    func cached() async throws -> [String] { try await cachedEntries().map(\.id) }

    func cachedEntries() async throws -> [Entry] { try await store.cachedEntries(matching: ArchiveQuery()) }

    /// How many deliveries wait for a sink of the plan.
    func pending(_ sink: String) async throws -> Int {
        let state = try await store.begin(plan.roster, at: clock.now)
        guard let id = state.sinks[sink]?.id else { return 0 }
        return try await store.pendingPositions(of: id).count
    }
}

// MARK: - What is planned

extension PlannedSubscription {
    static func feed(
        _ key: String, tags: [String] = [], was: [String] = [], stages: [PlannedStage] = [],
        onUpdate: RevisionPolicy = .replace
    ) -> PlannedSubscription {
        PlannedSubscription(
            Subscription(key: key, location: "https://\(key).example.org/feed", tags: tags), earlierKeys: was,
            stages: stages, onUpdate: onUpdate)
    }
}

extension PlannedSink {
    static func cache() -> PlannedSink {
        let cache = SampleCache(options: SampleCache.Options(keepFor: nil), context: .sample)
        return PlannedSink(
            key: "cache", path: "sinks", plugin: .archive(cache),
            traits: DeliveryTraits(isRepeatable: true, firstFetch: .all))
    }

    static func to(
        _ key: String, _ sink: RecordingSink, where condition: String? = nil,
        firstFetch: DeliveryTraits.FirstFetch = .all, order: DeliveryTraits.Order? = nil, batch: Int = 100
    ) -> PlannedSink {
        PlannedSink(
            key: key, path: "sinks", plugin: .sink(sink),
            traits: DeliveryTraits(isRepeatable: true, largestBatch: batch, firstFetch: .all),
            condition: condition.flatMap(Condition.reading), firstFetch: firstFetch, chosenOrder: order)
    }

    static func page(_ key: String, _ page: RecordingPage, options: UInt64 = 1) -> PlannedSink {
        PlannedSink(
            key: key, path: "sinks", plugin: .page(page),
            traits: DeliveryTraits(isRepeatable: true, firstFetch: .all, order: .newest), optionsHash: options)
    }
}

extension Condition {
    /// The condition in a JSON text; nil where the text is wrong.
    static func reading(_ json: String) -> Condition? {
        (try? JSONNode(parsing: Array(json.utf8))).flatMap { try? Condition(option: $0) }
    }
}

extension Entry {
    /// An entry that was published so many hours before the first run; nil for one without a date.
    static func post(_ id: String, hoursOld: Int64? = 1, title: String? = nil, text: String = "Words.") -> Entry {
        var entry = Entry(id: id, url: "https://example.org/\(id)", title: title ?? "On \(id)")
        entry.contentHTML = "<p>\(text)</p>"
        entry.datePublished = hoursOld.map { Timestamp(seconds: 1_777_766_400 - $0 * 3600) }
        return entry
    }

    /// Entries that are as many hours old as their ids say.
    static func posts(_ hours: ClosedRange<Int64>, _ suffix: String = "") -> [Entry] {
        hours.map { (age: Int64) in .post("\(age)\(suffix)", hoursOld: age) }
    }
}
