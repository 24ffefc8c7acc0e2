import FeedJSON
import FeedModel
import FeedStore
import TributaryEngine
import TributaryPluginKit

/// `tributary replay`: what a configuration would have made of the documents of the past.
struct ReplayCommand: Command {
    static let description = CommandDescription(
        name: "replay", summary: "Runs the documents of the past through a configuration.",
        details: [
            "Nothing is fetched or delivered, and the database stays as it is: the documents that were kept "
                + "(store.keep_documents) come again, run by run, in a copy of it.",
            "The store is that of the configuration; where it has none yet, that of the default configuration, so that "
                + "a changed copy can be tried with --config.",
            "+ is kept now and was not, - is not kept any more, ~ is kept in another form, = is as it was.",
            "With --deliver what is kept now is owed to the sinks that never had it; the next run delivers it. A "
                + "sink's where counts, its first_fetch does not.",
        ],
        options: [
            .config,
            .value("--since", "DURATION", "Documents that came so long ago or later; default 30d."),
            .flag("--diff", "Only what is not as it was."),
            .flag("--deliver", "Has what is kept now delivered to sinks that never had it."),
            .list("--sink", "NAME", "With --deliver, only to these sinks."),
            .records,
        ])

    private let config: String?
    private let span: TimeSpan
    private let showsDifferences: Bool
    private let delivers: Bool
    private let sinks: [String]
    private let format: RecordFormat?

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        config = arguments.value("--config")
        let written = arguments.value("--since") ?? "30d"
        guard let span = TimeSpan(text: written) else {
            throw UsageFailure(
                "--since \"\(written)\" is not a duration; write a number with s, m, h, d or w", command: "replay")
        }
        self.span = span
        showsDifferences = arguments.has("--diff")
        delivers = arguments.has("--deliver")
        sinks = arguments.values("--sink")
        format = arguments.recordFormat
        guard sinks.isEmpty || delivers else {
            throw UsageFailure("--sink says to whom --deliver delivers; write both", command: "replay")
        }
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        let now = wiring.clock.now
        let clock = ReplayClock(now)
        let (report, counts) = try await wiring.console.reporting { report in
            let plan = try wiring.planner(clock: clock, reportingTo: report)
                .plan(for: try ConfigurationFile.find(given: config, in: wiring.environment))
            let secrets = plan.secrets
            let keys = try plan.sinkKeys(named: sinks, command: Self.description.name)
            guard let settings = wiring.storeOfThePast(plan.store), let store = try wiring.history(settings),
                case .file(let path) = settings.place
            else { return (ReplayReport(), [String: Int]()) }
            let replay = Replay(
                plan: plan, clock: clock, copy: try SQLiteStore(copying: path), store: store,
                reader: KeptDocumentReader(
                    documents: wiring.documents(settings), formats: try wiring.formatReader(reportingTo: { _ in })),
                report: { report($0.redacted(by: secrets)) })
            let result = try await replay.run(since: now.adding(seconds: -span.seconds))
            guard delivers else { return (result, [:]) }
            return (result, try await replay.deliver(result, to: keys, at: now))
        }
        let listing = ReplayListing(report: report, showsDifferences: showsDifferences)
        let status = await wiring.show(listing.list, as: format)
        await wiring.console.complain(listing.summary + (delivers ? ReplayListing.lines(of: counts) : []))
        return status
    }
}

extension Wiring {
    /// The store in which a configuration's past is: its own, or that of the default configuration.
    fileprivate func storeOfThePast(_ own: StoreSettings) -> StoreSettings? {
        if hasStore(own) { return own }
        guard let standard = try? plan(given: nil, reportingTo: { _ in }).store, hasStore(standard) else { return nil }
        return standard
    }
}

extension TimeSpan {
    /// The span that a user writes: `30d`; nil for anything else.
    fileprivate init?(text: String) {
        guard let span = try? TimeSpan(option: JSONNode(.string(text), at: 0)) else { return nil }
        self = span
    }
}
