import EntryViews
import FeedModel
import TributaryEngine

/// `tributary diff`: what changed from one revision of a cached entry to the next.
struct DiffCommand: Command {
    static let description = CommandDescription(
        name: "diff", operands: "N|ID|URL", operandCount: 1...1,
        summary: "Shows which words of a cached entry changed, by revision.",
        details: [
            "On a terminal what went is red and what came is green; elsewhere they stand as [-went-] and {+came+}. "
                + "With --format json each step is an object on a line of its own."
        ],
        options: [
            .config,
            .value("--format", "FORMAT", choices: ["text", "json"], "How the changes are shown; default text."),
        ])

    private let config: String?
    private let name: String
    private let isJSON: Bool

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        config = arguments.value("--config")
        name = arguments.operands.first ?? ""
        isJSON = arguments.value("--format") == "json"
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        let cache: OpenCache
        switch try await wiring.openCache(config: config) {
        case .success(let opened): cache = opened
        case .failure(let absence): return absence.status
        }
        let entry = try await cache.entry(named: name, command: Self.description.name)
        let number = entry.tributary?.number ?? 0
        let revisions = try await cache.store.revisions(of: number)
        let renderer = RevisionRenderer(terminal: wiring.terminalStyle)
        var bytes: [UInt8] = []
        for (earlier, later) in zip(revisions, revisions.dropFirst()) {
            guard let old = earlier.entry, let new = later.entry else { continue }
            let change = EntryChange(
                number: number, from: earlier.revision, to: later.revision, date: later.date, old: old, new: new)
            bytes += isJSON ? renderer.json(of: change) : renderer.text(of: change)
        }
        guard !bytes.isEmpty else {
            await wiring.console.complain(["#\(number) has no earlier revision"])
            return .success
        }
        return isJSON ? await wiring.console.print(bytes) : await wiring.page(bytes)
    }
}
