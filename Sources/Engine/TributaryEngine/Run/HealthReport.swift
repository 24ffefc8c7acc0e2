import FeedModel
import FeedText
import TributaryPluginKit

/// Tells those sinks how a run went that are there for it.
struct HealthReport {
    let plan: Plan
    let store: any Store
    let clock: any WallClock

    /// How the run went whose result this is so far.
    func health(after result: RunReport, _ roster: RosterState) async throws(StoreFailure) -> RunHealth {
        let records = try await store.fetchRecords()
        var health = RunHealth(
            begin: result.begin, end: clock.now, dropped: result.dropped, deadLetters: result.deadLetters)
        for planned in plan.subscriptions where planned.isEnabled {
            health.feeds.append(feed(planned, records.record(of: planned), result))
        }
        for sink in plan.sinks {
            guard let state = roster.sinks[sink.key] else { continue }
            health.sinks.append(
                RunHealth.Receiver(
                    name: sink.key, confirmed: result.confirmed[sink.key] ?? 0,
                    pending: try await store.pendingPositions(of: state.id).count,
                    hasFailed: result.failedSinks.contains(sink.key)))
        }
        return health
    }

    private func feed(
        _ planned: PlannedSubscription, _ record: FetchRecords.Record?, _ result: RunReport
    ) -> RunHealth.Feed {
        let key = planned.subscription.key
        var feed = RunHealth.Feed(key: URLText.redacted(key), name: planned.subscription.displayName)
        let reading = result.readings[key]
        feed.status = reading?.name
        if case .read(let new, let revised) = reading { (feed.new, feed.revised) = (new, revised) }
        if let record {
            feed.failures = record.fetch.failures
            feed.lastRead = record.lastRead
            feed.isGone = record.fetch.isGone
        }
        var wait = result.waits[key]
        if case .waiting(let known) = reading { wait = wait ?? known }
        feed.nextRequest = wait?.until.map { Timestamp(seconds: $0, offset: result.begin.offset) }
        if let exchange = result.exchanges[key] {
            feed.receivedBytes = Int64(exchange.receivedBytes)
            feed.milliseconds = Int64(exchange.milliseconds)
        }
        return feed
    }
}

extension RunReport.Reading {
    /// What reports call it.
    package var name: String {
        switch self {
        case .read: "read"
        case .unchanged: "unchanged"
        case .skipped: "offline"
        case .waiting: "not_due"
        case .failed(.cancelled): "cancelled"
        case .failed: "failed"
        }
    }
}
