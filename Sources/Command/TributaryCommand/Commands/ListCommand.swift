import EntryViews
import FeedModel
import TributaryEngine

/// `tributary list`: what the cache holds, newest first, without any request.
struct ListCommand: Command {
    static let description = CommandDescription(
        name: "list", summary: "Shows what the cache holds, newest first, without any request.",
        details: ["The number that stands with an entry names it for read, open, mark and diff."],
        options: EntrySelection.options(limit: 50, style: .cards))

    /// How many entries are read at a time: few at first, so that something is seen at once.
    private static let batches = 50...1_000

    private let config: String?
    private let selection: EntrySelection

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        config = arguments.value("--config")
        selection = try EntrySelection(arguments, command: Self.description.name, limit: 50, style: .cards)
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        let cache: OpenCache
        switch try await wiring.openCache(config: config) {
        case .success(let opened): cache = opened
        case .failure(let absence): return absence.status
        }
        let now = wiring.clock.now
        var sieve = EntrySieve(selection.condition, now: now)
        var count = 0
        if var query = try await selection.query(of: cache.plan, in: cache.store, now: now) {
            var batch = Self.batches.lowerBound
            while count < selection.limit {
                let most = sieve.isOpen ? min(batch, selection.limit - count) : batch
                query.limit = most
                let entries = try await cache.store.cachedEntries(matching: query)
                let kept = Array(sieve.kept(of: entries).prefix(selection.limit - count))
                let status = await wiring.show(kept, as: selection.style)
                guard status == .success else { return status }
                count += kept.count
                guard entries.count == most, let last = entries.last?.tributary?.number else { break }
                query.after = last
                batch = min(2 * batch, Self.batches.upperBound)
            }
        }
        await wiring.console.complain(sieve.complaints)
        if count == 0 {
            await wiring.console.complain([selection.isNarrow ? "no such entries are cached" : "no entries are cached"])
        }
        return .success
    }
}
