import FeedText
import LocalSystem
import ThreadExecutor
import TributaryEngine
import TributaryPluginKit

/// `tributary store`: what is done with the database as a whole.
struct StoreCommand: Command {
    static let description = CommandDescription(
        name: "store", operands: "ACTION [FILE]", operandCount: 1...2,
        summary: "Checks, measures, copies, carries over or prunes the database.",
        details: [
            "check looks for damage; stats says how much of what there is. backup FILE copies the database into a new "
                + "file, also while a run goes on, unless it is damaged. export FILE writes everything as lines of JSON "
                + "into a new file, import FILE takes that into an empty store, of a newer version too: what was seen stays "
                + "seen. A FILE of - is standard output or input. prune lets go now of what the cache need not keep."
        ],
        options: [.config])

    private enum Action: String, CaseIterable {
        case check, stats, backup, export, `import`, prune

        var takesFile: Bool { self == .backup || self == .export || self == .import }
    }

    private let config: String?
    private let action: Action
    private let file: String

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        config = arguments.value("--config")
        let name = arguments.operands.first ?? ""
        guard let action = Action(rawValue: name) else {
            let advice = Spelling.advice(for: name, among: Action.allCases.map(\.rawValue))
            throw UsageFailure(
                "\"\(name)\" is nothing that can be done with the store; \(advice)", command: Self.description.name)
        }
        self.action = action
        let files = arguments.operands.dropFirst()
        guard action.takesFile == !files.isEmpty else {
            throw UsageFailure(
                action.takesFile ? "\(name) needs a file" : "\(name) takes no file", command: Self.description.name)
        }
        file = files.first ?? ""
        guard action != .backup || file != "-" else {
            throw UsageFailure("a backup cannot go to standard output; name a file", command: Self.description.name)
        }
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        let plan = try wiring.plan(given: config, reportingTo: { _ in })
        if action == .import { return try await takeIn(wiring.storeToKeep(plan.store), wiring) }
        guard let store = try wiring.storeToRead(plan.store) else {
            await wiring.console.complain(["there is no database yet; tributary run makes it"])
            return .success
        }
        switch action {
        case .check: return try await check(store, wiring)
        case .stats: return try await wiring.console.print(Self.table(store.statistics()))
        case .backup:
            try await store.backUp(to: FilePath.absolute(file, in: wiring.environment.workingDirectory))
            return .success
        case .export: return try await write(store, wiring)
        case .prune, .import:
            let aggregator = Aggregator(
                plan: plan, repository: StoredFeedRepository(store), store: store, clock: wiring.clock, report: { _ in }
            )
            let count = try await aggregator.prune(waiting: RunOptions().patience)
            let entries = count == 1 ? "1 entry" : "\(count == 0 ? "no" : "\(count)") entries"
            await wiring.console.complain(["the cache lets go of \(entries)"])
            return .success
        }
    }
}

// MARK: - Private

extension StoreCommand {
    private func check(_ store: any StoreKeeping, _ wiring: Wiring) async throws -> ExitStatus {
        let defects = try await store.defects()
        await wiring.console.complain(defects.isEmpty ? ["the database is whole"] : defects)
        return defects.isEmpty ? .success : .failure
    }

    private static func table(_ statistics: [(name: String, value: Int64)]) -> String {
        let width = statistics.map { $0.name.count }.max() ?? 0
        return statistics.map { "\(DisplayWidth.padded($0.name, toColumns: width))  \($0.value)\n" }.joined()
    }

    private func write(_ store: any StoreKeeping, _ wiring: Wiring) async throws -> ExitStatus {
        guard file != "-" else {
            var status = ExitStatus.success
            do {
                try await store.export { [console = wiring.console] lines in
                    guard let (_, failure) = await console.output.write(lines) else { return }
                    throw failure
                }
            } catch let failure as LocalFileFailure {
                // A reader that has gone has what it wanted.
                if failure.kind != .closed { status = await complaint(failure, wiring) }
            }
            return status
        }
        let path = FilePath.absolute(file, in: wiring.environment.workingDirectory)
        let output = GrowingFile(path, on: ThreadExecutor(name: "export"))
        do {
            try await store.export { try await output.write($0) }
            try await output.putInPlace()
        } catch {
            await output.discard()
            guard let failure = error as? LocalFileFailure else { throw error }
            return await complaint(failure, wiring)
        }
        return .success
    }

    private func takeIn(_ store: any StoreKeeping, _ wiring: Wiring) async throws -> ExitStatus {
        let executor = ThreadExecutor(name: "import")
        do {
            let lines = try file == "-" ? LinesOfFile(standardInputOn: executor) : LinesOfFile(file, on: executor)
            try await store.importLines { try await lines.next() }
        } catch let failure as LocalFileFailure {
            return await complaint(failure, wiring)
        }
        return .success
    }

    private func complaint(_ failure: LocalFileFailure, _ wiring: Wiring) async -> ExitStatus {
        await wiring.console.complain(["tributary: \(failure)"])
        return failure.kind == .missing ? .missingFile : .failure
    }
}
