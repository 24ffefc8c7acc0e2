import EntryViews
import FeedJSON
import FeedStore
import LocalSystem
import TributaryEngine
import TributaryPluginKit

/// `tributary run`: reads what the configuration names, or the URLs and files given, and delivers what is new.
struct RunCommand: Command {
    static let description = CommandDescription(
        name: "run", operands: "[URL|FILE…]", operandCount: 0...Int.max,
        summary: "Reads the feeds of the configuration and delivers what is new.",
        details: [
            "With URLs or files instead of a configuration it shows all their entries and records nothing.",
            "The exit status is 0 when the run did its work, even if a feed failed; 69: every feed failed, "
                + "74: a sink failed, 75: another run holds the store (or with --strict a feed failed), "
                + "78: the configuration is wrong or missing.",
        ],
        options: [
            .config,
            .list("--feed", "NAME", "Reads only these subscriptions, by id, name, title or URL."),
            .list("--sink", "NAME", "Delivers to these sinks only; what is for others stays pending."),
            .format("How entries are shown on standard output, instead of what the configuration says."),
            .flag(
                "--offline",
                "Asks no server for feeds or pages: reads files. Sinks deliver what is pending, by mail and HTTP too."),
            .flag("--force", "Asks now what is not due yet; never a server that has asked to be left alone."),
            .value("--report", "FILE", "Writes what came of each feed to this file, as JSON."),
            .flag("--dry-run", "Lists what would be delivered to each sink; writes and delivers nothing."),
            .flag("--strict", "Ends with status 75 if a feed failed."),
        ])

    private let config: String?
    private let locations: [String]
    private let feeds: [String]
    private let sinks: [String]
    private let style: EntryStyle?
    private let isOffline: Bool
    private let isForced: Bool
    private let isDryRun: Bool
    private let isStrict: Bool
    private let reportFile: String?

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        config = arguments.value("--config")
        locations = arguments.operands
        feeds = arguments.values("--feed")
        sinks = arguments.values("--sink")
        style = arguments.style
        isOffline = arguments.has("--offline")
        isForced = arguments.has("--force")
        reportFile = arguments.value("--report")
        isDryRun = arguments.has("--dry-run")
        isStrict = arguments.has("--strict")
        guard locations.isEmpty || config == nil else {
            throw UsageFailure(
                "URLs and files are read without a configuration: leave out --config, or them",
                command: Self.description.name)
        }
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        if let reportFile { try LocalFile.checkReplaceable(reportFile) }
        let (summary, signal) = try await wiring.console.reporting { report in
            let planner = wiring.planner(reportingTo: report)
            var plan = try self.plan(planner, in: wiring)
            let secrets = plan.secrets
            let redactingReport: @Sendable (Diagnostic) -> Void = { report($0.redacted(by: secrets)) }
            if let style, locations.isEmpty, !isDryRun { try plan.showEntries(as: style, planner: planner) }
            let options = try runOptions(plan, try await wiring.records(for: feeds, in: plan))
            let store = try wiring.storeToRun(plan.store, isDryRun: isDryRun)
            var client: any HTTPClient = wiring.pluginClient(plan.fetch, isOffline: isOffline)
            // Who insists has servers asked.
            if !isForced { client = await wiring.remembering(client, for: plan, keeps: isDryRun) }
            let aggregator = Aggregator(
                plan: plan,
                repository: try wiring.remoteRepository(by: client, reportingTo: redactingReport),
                store: store,
                documents: isDryRun ? nil : wiring.documents(plan.store), clock: wiring.clock,
                display: wiring.progressDisplay, report: redactingReport)
            ProcessEnvironment.letGoOfCode()
            let (result, status) = try await untilSignal { try await aggregator.run(options) }
            if isDryRun { try await wiring.keepHolds(of: store, in: plan) }
            return (RunSummary(plan: plan, result: result, isAdHoc: !locations.isEmpty), status)
        }
        if isDryRun {
            let listing = DryRunListing(plan: summary.plan, result: summary.result)
            let status = await wiring.show(listing.list, as: style?.recordFormat)
            guard status == .success else { return status }
        }
        await wiring.console.complain(summary.lines)
        if let reportFile {
            let report = RunRecord(plan: summary.plan, result: summary.result, end: wiring.clock.now)
            try LocalFile.replace(reportFile, with: report.bytes)
        }
        return signal ?? summary.status(isStrict: isStrict)
    }
}

// MARK: - Private

extension RunCommand {
    private func plan(_ planner: Planner, in wiring: Wiring) throws -> Plan {
        guard locations.isEmpty else {
            var sink: JSONObject = ["use": "terminal"]
            sink["style"] = style.map { .string($0.rawValue) }
            do {
                return try planner.plan(reading: locations, into: sink)
            } catch {
                throw UsageFailure(error.lines.joined(separator: "; "), command: Self.description.name)
            }
        }
        return try planner.plan(for: try ConfigurationFile.find(given: config, in: wiring.environment))
    }

    private func runOptions(
        _ plan: Plan, _ records: [String: SubscriptionRecord]
    ) throws(UsageFailure) -> RunOptions {
        var options = RunOptions()
        options.subscriptions = try plan.subscriptionKeys(
            named: feeds, records: records, command: Self.description.name)
        options.sinks = try plan.sinkKeys(named: sinks, command: Self.description.name)
        options.isOffline = isOffline
        options.isForced = isForced
        options.isDryRun = isDryRun
        options.parallel = plan.fetch.parallel
        return options
    }
}
