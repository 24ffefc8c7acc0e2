import FeedJSON
import FeedModel
import FeedText
import TributaryEngine
import TributaryPluginKit

/// `tributary plan`: what the next run would ask for, when, and why; asks nobody.
struct PlanCommand: Command {
    static let description = CommandDescription(
        name: "plan", summary: "Shows what the next run would ask for and why; asks nobody.",
        options: [
            .config,
            .list("--feed", "NAME", "Only these subscriptions, by id, name, title or URL."),
            .flag("--force", "What a run with --force would ask for."),
            .value("--format", "FORMAT", choices: ["table", "json"], "How it is shown; default table."),
        ])

    private let config: String?
    private let feeds: [String]
    private let isForced: Bool
    private let isJSON: Bool

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        config = arguments.value("--config")
        feeds = arguments.values("--feed")
        isForced = arguments.has("--force")
        isJSON = arguments.value("--format") == "json"
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        let plan = try wiring.plan(given: config, reportingTo: { _ in })
        let keys = try plan.subscriptionKeys(
            named: feeds, records: try await wiring.records(for: feeds, in: plan), command: Self.description.name)
        let records = try await wiring.storeToRead(plan.store)?.fetchRecords() ?? FetchRecords()
        let schedule = FetchSchedule(plan, records, keys: keys, isForced: isForced, clock: wiring.clock)
        return await wiring.console.print(isJSON ? schedule.json : Array(schedule.table.utf8))
    }
}

/// What the next run would do with each subscription.
struct FetchSchedule {
    /// One subscription.
    struct Row {
        var planned: PlannedSubscription
        var decision: FetchDecision
        var policy: FetchPolicy
        var record: FetchRecords.Record?
    }

    /// Those that would be asked first, in the order of the configuration; then the others, soonest first.
    private(set) var rows: [Row] = []
    private let now: Timestamp

    init(_ plan: Plan, _ records: FetchRecords, keys: Set<String>?, isForced: Bool, clock: some WallClock) {
        now = clock.now
        let ownHosts = plan.ownHosts
        let holds = SiteHolds(records.siteHolds, ownHosts: ownHosts, clock: clock)
        for planned in plan.subscriptions where planned.isEnabled {
            guard keys?.contains(planned.subscription.key) ?? true else { continue }
            let record = records.record(of: planned)
            let policy = plan.policy(of: planned, ownHosts: ownHosts)
            let decision = plan.decision(
                on: planned, record?.fetch ?? FetchState(), policy: policy, holds: holds, isForced: isForced,
                at: now.seconds)
            rows.append(Row(planned: planned, decision: decision, policy: policy, record: record))
        }
        let order = rows.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
        rows = order.map(\.element)
    }

    /// A line for each, for people.
    var table: String {
        let cells = rows.map { [$0.when(at: now), $0.why, $0.planned.subscription.displayName] }
        let widths = (0..<2).map { column in
            cells.reduce(0) { max($0, DisplayWidth.columns(of: $1[column])) }
        }
        return cells.map { cells in
            let padded = zip(cells, widths).map { DisplayWidth.padded($0, toColumns: $1) }
            return DisplayText.printable((padded + [cells[2]]).joined(separator: "  ")) + "\n"
        }.joined()
    }

    /// A list of objects, for programs.
    var json: [UInt8] {
        JSONValue.array(rows.map { .object($0.object(at: now)) }).bytes(layout: .indented) + [UInt8(ascii: "\n")]
    }
}

extension FetchSchedule.Row {
    fileprivate var order: Int64 {
        switch decision {
        case .ask: .min
        case .wait(let wait): wait.until ?? .max
        }
    }

    fileprivate func when(at now: Timestamp) -> String {
        switch decision {
        case .ask: "now"
        case .wait(let wait): wait.until.map { "in \(TimeText.length($0 - now.seconds))" } ?? "never"
        }
    }

    fileprivate var why: String {
        switch decision {
        case .ask(.file): return "a file"
        case .ask(.new): return "not asked yet"
        case .ask(.due): return "due"
        case .ask(.cutOff): return "the last run's time was up"
        case .ask(.forced): return "forced"
        case .wait(let wait) where isSkipping(wait):
            return "the feed names hours or days in which it is not to be asked"
        case .wait(let wait):
            switch wait.reason {
            case .interval: return "asked every \(TimeText.length(policy.interval(of: record?.fetch ?? FetchState())))"
            case .fresh: return "the last answer is fresh until then"
            case .rhythm: return "the feed's own rhythm"
            case .backoff:
                return record?.fetch.failures == 1
                    ? "it failed" : "it failed \(record?.fetch.failures ?? 0) times in a row"
            case .retryAfter: return "its server asked for this pause"
            case .siteHeld: return "its site asked for this pause"
            case .gone: return "gone for good"
            }
        }
    }

    /// Whether it would be due earlier, but for hours or days that the feed wants to be skipped.
    private func isSkipping(_ wait: FetchWait) -> Bool {
        guard [.interval, .fresh, .rhythm, .backoff].contains(wait.reason), let until = wait.until,
            let due = record.flatMap({ policy.wait(for: $0.fetch)?.until })
        else { return false }
        return due < until
    }

    fileprivate func object(at now: Timestamp) -> JSONObject {
        var object: JSONObject = [
            "key": .string(planned.subscription.key), "name": .string(planned.subscription.displayName),
        ]
        switch decision {
        case .ask(let cause):
            object["ask"] = true
            object["reason"] = .string(cause.rawValue)
        case .wait(let wait):
            object["ask"] = false
            object["reason"] = .string(wait.reason.rawValue)
            object["at"] = wait.until.map { .string(Timestamp(seconds: $0, offset: now.offset).rfc3339) }
        }
        object["failures"] = record.flatMap { $0.fetch.failures > 0 ? .number(JSONNumber($0.fetch.failures)) : nil }
        object["last_read"] = record?.lastRead.map { .string($0.rfc3339) }
        return object
    }
}
