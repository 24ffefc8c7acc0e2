import FeedModel
import FeedText
import TributaryEngine
import TributaryPluginKit

/// How the subscriptions do: which answer, which fail since when and why, which have moved or are gone.
struct FeedHealth {
    /// How a subscription does, the worst first.
    enum State: String, CaseIterable {
        case gone, failing, held, moved, new, fine
    }

    /// One subscription.
    struct Row {
        var planned: PlannedSubscription
        var state: State
        /// What there is to know and to do.
        var text: String
        var record: FetchRecords.Record?
    }

    /// The worst first, each kind in the order of the configuration.
    private(set) var rows: [Row] = []

    init(_ plan: Plan, _ records: FetchRecords, clock: some WallClock) {
        let now = clock.now
        let holds = SiteHolds(records.siteHolds, ownHosts: plan.ownHosts, clock: clock)
        for planned in plan.subscriptions where planned.isEnabled {
            let record = records.record(of: planned)
            let (state, text) = Self.judgement(
                on: planned, record, siteHeldUntil: plan.siteHold(on: planned, record, holds), at: now)
            rows.append(Row(planned: planned, state: state, text: plan.secrets.redacted(text), record: record))
        }
        let ranks = Dictionary(uniqueKeysWithValues: State.allCases.enumerated().map { ($1, $0) })
        let order = rows.enumerated().sorted {
            (ranks[$0.element.state] ?? 0, $0.offset) < (ranks[$1.element.state] ?? 0, $1.offset)
        }
        rows = order.map(\.element)
    }

    /// The same as it is listed.
    var list: RecordList {
        RecordList(
            records: rows.map { row in
                let fetch = row.record?.fetch
                return Record(fields: [
                    Record.Field(name: "state", value: .text(row.state.rawValue)),
                    Record.Field(name: "name", value: .text(row.planned.subscription.displayName)),
                    Record.Field(name: "failures", value: .number(fetch?.failures ?? 0)),
                    Record.Field(
                        name: "since", value: Record.Value((fetch?.failingSince).map { Timestamp(seconds: $0) })),
                    Record.Field(name: "health", value: .text(row.text)),
                ])
            })
    }
}

// MARK: - Private

extension FeedHealth {
    private static func judgement(
        on planned: PlannedSubscription, _ record: FetchRecords.Record?, siteHeldUntil held: Int64?, at now: Timestamp
    ) -> (State, String) {
        let siteHeld = held.map {
            (State.held, "its site has asked for fewer requests; asked again in \(TimeText.length($0 - now.seconds))")
        }
        guard let record else { return siteHeld ?? (.new, "not read yet") }
        let fetch = record.fetch
        if fetch.isGone {
            return (.gone, "gone for good (410); --resume has it asked again")
        }
        if let siteHeld, record.failure == nil { return siteHeld }
        if let failure = record.failure {
            return failing(failure, fetch, at: now)
        }
        if let target = fetch.moveTarget, fetch.moveReadings >= FeedMove.enoughReadings {
            return (.moved, "leads to \(URLText.redacted(target)) for good; write that as its \"url\"")
        }
        guard let lastRead = record.lastRead else { return (.new, "not read yet") }
        var text = "read \(TimeText.length(now.seconds - lastRead.seconds)) ago"
        if let movedTo = fetch.movedTo { text += " at \(URLText.redacted(movedTo)), where it has moved" }
        return (.fine, text)
    }

    private static func failing(
        _ failure: String, _ fetch: FetchState, at now: Timestamp
    ) -> (State, String) {
        if let retry = fetch.retryAt, retry > now.seconds {
            return (.held, "\(failure); asked again in \(TimeText.length(retry - now.seconds))")
        }
        return (.failing, failure)
    }
}
