import FeedModel
import FeedStore
import LocalSystem
import RSSAdapter
import ThreadExecutor
import TributaryPluginKit
import TributaryTestKit

@testable import TributaryEngine

/// Runs over a fake web, with the real repository, store and aggregator.
final class PoliteWorld {
    let clock: FixedClock
    let web: FakeWeb
    let log = DiagnosticLog()
    let mail = RecordingSink()
    var store: any Store
    var plan: Plan
    private let repository: RemoteFeedRepository

    init(
        _ subscriptions: [PlannedSubscription], ownHosts: [String] = [], store: (any Store)? = nil
    ) throws {
        clock = FixedClock()
        web = FakeWeb(clock: clock)
        self.store = try store ?? SQLiteStore()
        var fetch = FetchSettings.standard
        fetch.ownHosts = ownHosts
        plan = Plan(
            baseFolder: "/", subscriptions: subscriptions, sinks: [.cache(), .to("mail", mail)], fetch: fetch)
        let files = FileReader(on: ThreadExecutor(name: "files"), limit: 1 << 20)
        repository = RemoteFeedRepository(
            http: web, files: files, formats: FormatReader(formats: [try PluginContract.make(RSS.self, "{}")]))
    }

    /// Runs once, so many seconds after the last time.
    @discardableResult
    func run(after seconds: Int64 = 0, _ change: (inout RunOptions) -> Void = { _ in }) async throws -> RunReport {
        clock.advance(bySeconds: seconds)
        var options = RunOptions()
        options.patience = 0
        change(&options)
        return try await Aggregator(
            plan: plan, repository: repository, store: store, clock: clock, report: { [log] in log.report($0) }
        ).run(options)
    }

    /// The messages so far, each after its subject.
    var messages: [String] { log.diagnostics.map(\.description) }

    /// How many entries the cache holds.
    var cached: Int {
        get async throws { try await store.holdings(of: nil).count }
    }
}

extension PlannedSubscription {
    /// A subscription to an address.
    static func at(
        _ url: String, every: Int64? = nil, change: (inout Subscription) -> Void = { _ in }
    ) -> PlannedSubscription {
        var subscription = Subscription(key: url, location: url, writtenLocation: url)
        change(&subscription)
        return PlannedSubscription(subscription, every: every)
    }
}
