import EntryViews
import FeedModel
import LocalSystem
import TributaryEngine
import TributaryPluginKit

/// `tributary read`: one cached entry, whole.
struct ReadCommand: Command {
    static let description = CommandDescription(
        name: "read", operands: "N|ID|URL", operandCount: 1...1,
        summary: "Shows a cached entry as text and marks it as read.",
        details: [
            "On a terminal it is shown in $PAGER, by default less -R. Links are numbered; their addresses stand at the end."
        ],
        options: [.config, .flag("--keep-unread", "Leaves the entry's mark as it is.")])

    private let config: String?
    private let name: String
    private let keepsUnread: Bool

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        config = arguments.value("--config")
        name = arguments.operands.first ?? ""
        keepsUnread = arguments.has("--keep-unread")
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        let cache: OpenCache
        switch try await wiring.openCache(config: config) {
        case .success(let opened): cache = opened
        case .failure(let absence): return absence.status
        }
        let entry = try await cache.entry(named: name, command: Self.description.name)
        let status = await wiring.page(ArticleRenderer(terminal: wiring.terminalStyle).bytes(of: entry))
        guard status == .success, !keepsUnread, let number = entry.tributary?.number else { return status }
        do throws(StoreFailure) {
            try await cache.store.markRead(number, at: wiring.clock.now)
        } catch {
            // It has been read all the same.
            await wiring.console.complain(["#\(number) could not be marked as read: \(error.message)"])
        }
        return status
    }
}

extension Wiring {
    /// Shows text: on a terminal in the reader's pager, else on standard output.
    func page(_ text: [UInt8]) async -> ExitStatus {
        guard terminal.isTerminal else { return await console.print(text) }
        let written = environment.variable("PAGER") ?? "less -R"
        let command = written.split(separator: " ").map(String.init)
        guard !command.isEmpty, command != ["cat"] else { return await console.print(text) }
        do throws(LocalFileFailure) {
            let ending = try await ChildProcess.run(command, input: text)
            guard ending != .status(0) else { return .success }
            await console.complain(["tributary: \(command[0]) \(ending)"])
            return .failure
        } catch {
            // A machine without a pager still shows the text.
            await console.complain(["tributary: \(error); showing the text without a pager"])
            return await console.print(text)
        }
    }
}
