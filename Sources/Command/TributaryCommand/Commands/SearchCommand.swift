import EntryViews
import FeedModel
import FeedText
import LocalSystem
import TributaryEngine

/// `tributary search`: the cached entries that hold certain words, best first.
struct SearchCommand: Command {
    static let description = CommandDescription(
        name: "search", operands: "QUERY…", operandCount: 1...Int.max,
        summary: "Finds words in what the cache holds, best first.",
        details: [
            "Every word has to occur; \"several words\" in quotes one after the other; a word with - before it must not "
                + "occur, and a word with * behind it need only be the beginning. Case, width and accents don't count. "
                + "Japanese, Chinese and Korean are found without spaces between words.",
            "Write a query that begins with - behind --.",
        ],
        options: EntrySelection.options(limit: 20, style: .cards))

    /// How many entries are taken into the index in one go, and how long another writer is waited for meanwhile.
    private static let batch = 1_000
    private static let patience = 100
    /// How many matches a condition is asked of.
    private static let mostSifted = 10_000

    private let config: String?
    private let written: String
    private let search: SearchQuery
    private let selection: EntrySelection

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        config = arguments.value("--config")
        selection = try EntrySelection(arguments, command: Self.description.name, limit: 20, style: .cards)
        written = arguments.operands.joined(separator: " ")
        search = SearchQuery(written)
        guard !search.isEmpty else {
            throw UsageFailure(
                "\"\(written)\" holds no word to look for; write one without - before it",
                command: Self.description.name)
        }
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        let cache: OpenCache
        switch try await wiring.openCache(config: config) {
        case .success(let opened): cache = opened
        case .failure(let absence): return absence.status
        }
        let missing = try await fillIndex(of: cache.store, in: wiring)
        let now = wiring.clock.now
        var sieve = EntrySieve(selection.condition, now: now)
        var found: [Entry] = []
        if var query = try await selection.query(of: cache.plan, in: cache.store, now: now) {
            // What is asked beside may leave out most of what is found.
            query.limit = sieve.isOpen ? selection.limit : max(selection.limit, Self.mostSifted)
            found = sieve.kept(of: try await cache.store.search(for: search, matching: query))
        }
        let status = await wiring.show(Array(found.prefix(selection.limit)), as: selection.style, foundBy: search)
        guard status == .success else { return status }
        await wiring.console.complain(sieve.complaints)
        if found.isEmpty { await wiring.console.complain(["nothing found"]) }
        if missing > 0 {
            await wiring.console.complain([
                "\(missing) \(missing == 1 ? "entry is" : "entries are") not in the search index yet, as the store "
                    + "cannot be written just now; search again later"
            ])
        }
        return .success
    }

    /// Takes what the index lacks into it.
    ///
    /// - Returns: how many entries it lacks still, since the store could not be written.
    private func fillIndex(of store: any ReaderStore, in wiring: Wiring) async throws -> Int {
        let total = try await store.unindexedCount()
        var done = 0
        let showsProgress = total > Self.batch && ProcessEnvironment.errorIsTerminal
        while done < total {
            if showsProgress { await wiring.console.showProgress("indexing: \(done) of \(total) entries") }
            do throws(StoreFailure) {
                let count = try await store.indexEntries(atMost: Self.batch, patience: Self.patience)
                // Another process may have done it in the meantime.
                guard count > 0 else { break }
                done += count
            } catch {
                guard error.kind == .locked || error.kind == .readOnly || error.kind == .full else { throw error }
                if showsProgress { await wiring.console.showProgress(nil) }
                return total - done
            }
        }
        if showsProgress { await wiring.console.showProgress(nil) }
        return 0
    }
}
