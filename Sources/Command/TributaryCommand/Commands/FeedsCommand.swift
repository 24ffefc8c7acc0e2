import FeedModel
import FeedText
import TributaryEngine
import TributaryPluginKit

/// `tributary feeds`: the subscriptions of the configuration, and how they do.
struct FeedsCommand: Command {
    static let description = CommandDescription(
        name: "feeds", summary: "Lists the subscriptions and how they do, without any request.",
        details: [
            "Each line has the name or title, the address, the tags, when it was last read with success, when it failed "
                + "since then and why, how many of its entries are cached, and whether it is read at all. Secrets are ***."
        ],
        options: [
            .config, .records,
            .flag("--health", "Lists the worst first: gone, failing since when and why, held, moved, new, fine."),
            .list("--resume", "NAME", "Has these asked again that are gone or wait after failures."),
        ])

    private let config: String?
    private let format: RecordFormat?
    private let showsHealth: Bool
    private let resumed: [String]

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        config = arguments.value("--config")
        format = arguments.recordFormat
        showsHealth = arguments.has("--health")
        resumed = arguments.values("--resume")
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        let plan = try wiring.plan(given: config, reportingTo: { _ in })
        guard resumed.isEmpty else { return try await resume(plan, in: wiring) }
        guard !showsHealth else {
            let records = try await wiring.storeToRead(plan.store)?.fetchRecords() ?? FetchRecords()
            return await wiring.show(FeedHealth(plan, records, clock: wiring.clock).list, as: format)
        }
        let records = try await wiring.subscriptionRecords(of: plan)
        if plan.subscriptions.isEmpty {
            await wiring.console.complain(["the configuration has no feeds; tributary add puts one in"])
        }
        let rows = zip(plan.subscriptions, records).map { Record($0, $1, secrets: plan.secrets) }
        return await wiring.show(RecordList(records: rows), as: format)
    }

    /// Forgets why subscriptions are not asked.
    private func resume(_ plan: Plan, in wiring: Wiring) async throws -> ExitStatus {
        let name = Self.description.name
        let known = try await wiring.records(for: resumed, in: plan)
        let keys = try plan.subscriptionKeys(named: resumed, records: known, option: "--resume", command: name) ?? []
        let store = try wiring.storeToRead(plan.store)
        let records = try await store?.fetchRecords() ?? FetchRecords()
        let holds = SiteHolds(records.siteHolds, ownHosts: plan.ownHosts, clock: wiring.clock)
        for planned in plan.subscriptions where keys.contains(planned.subscription.key) {
            _ = try await store?.resumeFetching(planned.subscription.key)
            let held = plan.siteHold(on: planned, records.record(of: planned), holds).map {
                "its site has asked for fewer requests, so it is asked in "
                    + TimeText.length($0 - wiring.clock.now.seconds)
            }
            await wiring.console.complain([
                "\(planned.subscription.displayName): \(held ?? "the next run asks for it")"
            ])
        }
        return .success
    }
}

extension Record {
    /// A subscription and what is known of it.
    fileprivate init(_ planned: PlannedSubscription, _ record: SubscriptionRecord?, secrets: Secrets) {
        let subscription = planned.subscription
        self.init(fields: [
            Field(name: "name", value: Value((subscription.name ?? record?.title).map(secrets.redacted))),
            Field(name: "url", value: .text(subscription.writtenLocation ?? subscription.key)),
            Field(name: "tags", value: .list(subscription.tags.map(secrets.redacted))),
            Field(name: "read", value: Value(record?.lastRead)),
            Field(name: "failed", value: Value(record?.failure?.date)),
            Field(name: "failure", value: Value((record?.failure?.reason).map(secrets.redacted))),
            Field(name: "cached", value: .number(record?.cachedCount ?? 0)),
            Field(name: "enabled", value: .flag(planned.isEnabled)),
        ])
    }
}

extension Wiring {
    /// What the store knows of each subscription of a plan, in order; nil of one that was never in a run.
    func subscriptionRecords(of plan: Plan) async throws -> [SubscriptionRecord?] {
        guard let store = try storeToRead(plan.store) else { return plan.subscriptions.map { _ in nil } }
        let records = try await store.subscriptionRecords()
        return plan.subscriptions.map { planned in
            ([planned.subscription.key] + planned.earlierKeys).lazy.compactMap { records[$0] }.first
        }
    }

    /// What the store knows of the subscriptions, by their keys, as far as it takes that to tell which a user names.
    func records(for names: [String], in plan: Plan) async throws -> [String: SubscriptionRecord] {
        guard !names.isEmpty, let store = try storeToRead(plan.store) else { return [:] }
        return try await plan.records(for: names, in: store)
    }
}
