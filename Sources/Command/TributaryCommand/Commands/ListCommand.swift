import EntryViews
import FeedModel
import FeedStore
import TributaryEngine
import TributaryPluginKit

/// `tributary list`: what the cache holds, newest first, without any request.
struct ListCommand: Command {
    static let description = CommandDescription(
        name: "list", summary: "Shows what the cache holds, newest first, without any request.",
        options: [
            .config,
            .list("--feed", "NAME", "Only entries of these subscriptions, by id, name or URL."),
            .value("--limit", "COUNT", "At most so many entries; default 50."),
            .format("How entries are shown; default cards."),
        ])

    private let config: String?
    private let feeds: [String]
    private let limit: Int
    private let style: EntryStyle

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        config = arguments.value("--config")
        feeds = arguments.values("--feed")
        style = arguments.style ?? .cards
        let written = arguments.value("--limit") ?? "50"
        guard let limit = Int(written), limit > 0 else {
            throw UsageFailure(
                "--limit \"\(written)\" is not a count; write a number from 1 up", command: Self.description.name)
        }
        self.limit = limit
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        let plan = try wiring.plan(given: config, reportingTo: { _ in })
        guard plan.archive != nil else {
            await wiring.console.complain([
                "tributary: nothing is kept, so there is nothing to list; add {\"use\": \"cache\"} to the sinks"
            ])
            return .configuration
        }
        let keys = try plan.subscriptionKeys(named: feeds, command: Self.description.name)
        guard let store = try wiring.storeToRead(plan.store) else {
            await wiring.console.complain(["nothing is cached yet; tributary run reads the feeds"])
            return .success
        }
        let repository = StoredFeedRepository(store)
        var query = ArchiveQuery(limit: limit)
        for key in (keys ?? []).sorted() {
            guard let stored = try await store.storedFeed(of: key) else { continue }
            query.subscriptions.append(stored.id)
        }
        let entries = keys != nil && query.subscriptions.isEmpty ? [] : try await repository.entries(matching: query)
        if entries.isEmpty { await wiring.console.complain(["no entries are cached"]) }
        return await wiring.show(entries, as: style)
    }
}

extension Wiring {
    /// Prints entries on standard output, a batch at a time.
    fileprivate func show(_ entries: [Entry], as style: EntryStyle) async -> ExitStatus {
        let traits = terminal
        let renderer = EntryRenderer(
            style: style, terminal: TerminalStyle(columns: traits.columns, color: traits.allowsColor))
        var bytes: [UInt8] = []
        for entry in entries {
            bytes += renderer.bytes(of: entry)
            guard bytes.count >= 1 << 16 else { continue }
            let status = await console.print(bytes)
            guard status == .success else { return status }
            bytes.removeAll(keepingCapacity: true)
        }
        return bytes.isEmpty ? .success : await console.print(bytes)
    }
}
