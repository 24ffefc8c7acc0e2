import FeedJSON
import FeedText
import TributaryEngine
import TributaryPluginKit

/// `tributary outbox`: what sinks are still owed, and what becomes of it.
struct OutboxCommand: Command {
    static let description = CommandDescription(
        name: "outbox", operands: "list|retry|drop [ID…]", operandCount: 1...Int.max,
        summary: "Shows what sinks are still owed; tries it again, or drops it.",
        details: [
            "list shows deliveries that are pending, that wait until a sink which failed is asked again, that are "
                + "parked since their sink has left the configuration, and dead letters, which a sink refused.",
            "retry has the next run try dead letters again and ask their sinks, whatever these wait for. drop takes "
                + "deliveries out of the outbox; they are recorded as dropped.",
        ],
        options: [
            .config,
            .list("--sink", "NAME", "Only what is owed to these sinks."),
            .flag("--all", "With retry or drop, all that list shows."),
            .value("--format", "STYLE", choices: ["table", "json"], "How list shows deliveries; default table."),
        ])

    private enum Action: String, CaseIterable {
        case list, retry, drop
    }

    private let config: String?
    private let action: Action
    private let ids: [Int64]
    private let sinks: [String]
    private let printsJSON: Bool

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        config = arguments.value("--config")
        sinks = arguments.values("--sink")
        printsJSON = arguments.value("--format") == "json"
        let name = arguments.operands.first ?? ""
        guard let action = Action(rawValue: name) else {
            let advice = Spelling.advice(for: name, among: Action.allCases.map(\.rawValue))
            throw Self.failure("\"\(name)\" is nothing that can be done with the outbox; \(advice)")
        }
        self.action = action
        var ids: [Int64] = []
        for text in arguments.operands.dropFirst() {
            guard let id = Int64(text), id > 0 else {
                throw Self.failure("\"\(text)\" is not the id of a delivery; tributary outbox list shows them")
            }
            ids.append(id)
        }
        self.ids = ids
        let isAll = arguments.has("--all")
        switch action {
        case .list where isAll || !ids.isEmpty:
            throw Self.failure("list shows all; choose by --sink only")
        case .retry where ids.isEmpty && !isAll && sinks.isEmpty:
            throw Self.failure("say what to try again: ids, --sink NAME or --all")
        case .drop where ids.isEmpty && !isAll:
            throw Self.failure("say what to drop: ids or --all")
        case .retry where isAll && !ids.isEmpty, .drop where isAll && !ids.isEmpty:
            throw Self.failure("give ids or --all, not both")
        default: break
        }
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        let plan = try wiring.plan(given: config, reportingTo: { _ in })
        guard let outbox = try wiring.outbox(plan.store) else {
            await wiring.console.complain(["nothing was ever owed; tributary run reads the feeds"])
            return .success
        }
        let named = try await keys(known: outbox.knownSinks().union(plan.sinks.map(\.key)))
        let selection = OutboxSelection(sinks: named, ids: ids.isEmpty ? nil : ids)
        switch action {
        case .list:
            let owed = try await outbox.owedDeliveries(to: named, at: wiring.clock.now)
            if owed.isEmpty { await wiring.console.complain(["nothing is owed"]) }
            guard !owed.isEmpty else { return .success }
            return await wiring.console.print(
                printsJSON ? OutboxListing.json(owed) : Array(OutboxListing.table(owed).utf8))
        case .retry:
            let change = try await outbox.retry(selection)
            await wiring.console.complain(Self.lines(ofRetrying: change) + Self.complaints(change))
            return change.unknownIDs.isEmpty ? .success : .missingFile
        case .drop:
            let change = try await outbox.drop(selection, at: wiring.clock.now)
            await wiring.console.complain(Self.lines(ofDropping: change) + Self.complaints(change))
            return change.unknownIDs.isEmpty ? .success : .missingFile
        }
    }
}

// MARK: - Private

extension OutboxCommand {
    /// What comes of trying again: dead letters are, and all that waits for their sinks.
    private static func lines(ofRetrying change: OutboxChange) -> [String] {
        guard change.count > 0 else {
            return change.unknownIDs.isEmpty ? ["nothing is owed that could be tried again"] : []
        }
        var lines: [String] = []
        if change.deadCount > 0 {
            let letters = change.deadCount == 1 ? "1 dead letter is" : "\(change.deadCount) dead letters are"
            lines.append("\(letters) tried again in the next run")
        }
        let names = change.sinks.joined(separator: ", ")
        lines.append(
            change.sinks.count == 1
                ? "\(names) is asked in the next run, whatever it waits for"
                : "\(names) are asked in the next run, whatever they wait for")
        return lines
    }

    private static func lines(ofDropping change: OutboxChange) -> [String] {
        guard change.count > 0 || change.unknownIDs.isEmpty else { return [] }
        return [change.count == 1 ? "1 delivery dropped" : "\(change.count) deliveries dropped"]
    }

    private static func complaints(_ change: OutboxChange) -> [String] {
        change.unknownIDs.map { "tributary: no delivery \($0) is owed; tributary outbox list shows them" }
    }

    private static func failure(_ message: String) -> UsageFailure {
        UsageFailure(message, command: description.name)
    }

    /// The keys of the sinks that were named, which may have left the configuration; nil where none was.
    private func keys(known: Set<String>) throws(UsageFailure) -> Set<String>? {
        guard !sinks.isEmpty else { return nil }
        for name in sinks where !known.contains(name) {
            throw Self.failure("there is no sink \"\(name)\"; \(Spelling.advice(for: name, among: known.sorted()))")
        }
        return Set(sinks)
    }
}
