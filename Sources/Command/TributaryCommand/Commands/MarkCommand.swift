import FeedModel
import TributaryEngine
import TributaryPluginKit

/// `tributary mark`: says of cached entries that they were read, or are to be kept.
struct MarkCommand: Command {
    static let description = CommandDescription(
        name: "mark", operands: "read|unread|star|unstar [N|ID|URL…]", operandCount: 1...Int.max,
        summary: "Marks cached entries read or unread, gives and takes stars.",
        details: [
            "Entries with a star are kept whatever the cache's retention says. Marks are set while a run goes on, too."
        ],
        options: [
            .config,
            .list("--feed", "NAME", "Only entries of these subscriptions, by id, name, title or URL."),
            .flag("--all", "All cached entries, with --feed all of these subscriptions."),
        ])

    private static let marks: [(name: String, mark: EntryMark, words: String)] = [
        ("read", .read, "marked as read"), ("unread", .unread, "marked as unread"), ("star", .star, "starred"),
        ("unstar", .unstar, "without a star now"),
    ]

    private let config: String?
    private let mark: EntryMark
    private let words: String
    private let names: [String]
    private let feeds: [String]
    private let marksAll: Bool

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        config = arguments.value("--config")
        feeds = arguments.values("--feed")
        marksAll = arguments.has("--all")
        names = Array(arguments.operands.dropFirst())
        let written = arguments.operands.first ?? ""
        guard let mark = Self.marks.first(where: { $0.name == written }) else {
            let advice = Spelling.advice(for: written, among: Self.marks.map(\.name))
            throw UsageFailure("unknown mark \"\(written)\"; \(advice)", command: Self.description.name)
        }
        self.mark = mark.mark
        words = mark.words
        guard names.isEmpty == marksAll else {
            let reason = marksAll ? "--all leaves no entries to name" : "name the entries, or write --all"
            throw UsageFailure(reason, command: Self.description.name)
        }
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        let cache: OpenCache
        switch try await wiring.openCache(config: config) {
        case .success(let opened): cache = opened
        case .failure(let absence): return absence.status
        }
        var unknown: [UnknownEntry] = []
        let entries: MarkedEntries
        if marksAll {
            let subscriptions = try await cache.plan.subscriptions(
                named: feeds, in: cache.store, command: Self.description.name)
            entries = subscriptions?.isEmpty == true ? .numbers([]) : .all(of: subscriptions ?? [])
        } else {
            let keys = try cache.plan.subscriptionKeys(
                named: feeds, records: try await cache.plan.records(for: feeds, in: cache.store),
                command: Self.description.name)
            var numbers: [Int64] = []
            for name in names {
                let found = try await cache.store.entries(named: name)
                    .filter { entry in keys?.contains(entry.tributary?.feed.id ?? "") ?? true }
                if found.count > 1 {
                    throw OpenCache.ambiguity(of: name, among: found, command: Self.description.name)
                }
                if found.isEmpty { unknown.append(UnknownEntry(name: name)) }
                numbers += found.compactMap { $0.tributary?.number }
            }
            entries = .numbers(numbers)
        }
        let count = try await cache.store.mark(entries, mark, at: wiring.clock.now)
        await wiring.console.complain(unknown.map { "tributary: \($0.message)" })
        await wiring.console.complain(["\(count) \(count == 1 ? "entry" : "entries") \(words)"])
        return unknown.isEmpty ? .success : .missingFile
    }
}
