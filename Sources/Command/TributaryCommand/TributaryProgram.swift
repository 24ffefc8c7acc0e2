import PluginProcess
import TributaryEngine
public import TributaryPluginKit

/// The command line over a given set of plugins: what an executable hands its arguments to.
public struct TributaryProgram: Sendable {
    private let plugins: [any Plugin.Type]

    private static let commands: [any Command.Type] = [
        RunCommand.self, PlanCommand.self, ListCommand.self, SearchCommand.self, ReadCommand.self, OpenCommand.self,
        MarkCommand.self, DiffCommand.self, ParseCommand.self, LintCommand.self, FeedsCommand.self,
        DiscoverCommand.self, AddCommand.self, ImportCommand.self, ExportCommand.self, OutboxCommand.self,
        StoreCommand.self, ExplainCommand.self, ReplayCommand.self, PluginsCommand.self, PluginCommand.self,
        PreviewCommand.self, VersionCommand.self, HelpCommand.self,
    ]

    /// How the command line knows its commands, in the order of the overview.
    static var descriptions: [CommandDescription] { commands.map { $0.description } }

    /// A program with these plugins.
    public init(plugins: [any Plugin.Type]) {
        self.plugins = plugins
    }

    /// Runs the command that the arguments name.
    ///
    /// - Parameter arguments: without the program's own name.
    /// - Returns: the exit status.
    public func run(_ arguments: [String]) async -> Int32 {
        let wiring = Wiring(plugins: plugins)
        let status = await run(arguments, in: wiring)
        // A stage's program rests until here, since nobody tells a stage that there are no more entries.
        let isInterrupted = [.interrupted, .terminated].contains(status)
        await wiring.programs.endAll(grace: isInterrupted ? .zero : .seconds(2))
        return status.rawValue
    }

    private func run(_ arguments: [String], in wiring: Wiring) async -> ExitStatus {
        do throws(UsageFailure) {
            guard let name = arguments.first, !["-h", "--help"].contains(name) else {
                return await wiring.console.print(HelpText.overview(of: Self.descriptions))
            }
            let spelled = name == "--version" ? "version" : name
            guard let type = Self.commands.first(where: { $0.description.name == spelled }) else {
                let advice = Spelling.advice(for: name, among: Self.descriptions.map(\.name))
                throw UsageFailure("unknown command \"\(name)\"; \(advice)")
            }
            let parsed = try ParsedArguments(arguments.dropFirst(), for: type.description)
            if parsed.has("--help") { return await wiring.console.print(HelpText.page(of: type.description)) }
            return await run(try type.init(parsed), in: wiring)
        } catch {
            await wiring.console.complain(error.lines)
            return .usage
        }
    }

    private func run(_ command: some Command, in wiring: Wiring) async -> ExitStatus {
        do {
            return try await command.run(in: wiring)
        } catch let failure as UsageFailure {
            await wiring.console.complain(failure.lines)
            return .usage
        } catch let interruption as Interruption {
            return interruption.status
        } catch let failure as ConfigurationFailure {
            await wiring.console.complain(failure.lines)
            return .configuration
        } catch let failure as StoreFailure {
            await wiring.console.complain(["tributary: \(failure.message)"])
            return failure.kind == .locked ? .temporary : .failure
        } catch let failure as ReadFailure {
            await wiring.console.complain(["tributary: \(failure.printed)"])
            return ExitStatus(failure.kind)
        } catch let unknown as UnknownEntry {
            await wiring.console.complain(["tributary: \(unknown.message)"])
            return .missingFile
        } catch let error as ConfigurationError {
            await wiring.console.complain(error.problems.map { "tributary: \($0.message)" })
            return .configuration
        } catch {
            await wiring.console.complain(["tributary: \(error)"])
            return .failure
        }
    }
}

extension ReadFailure {
    /// The message with its place in the document, where the user knows of which.
    var printed: String { "\(Diagnostic(.error, place: place, message))" }
}

extension ExitStatus {
    /// The status for a feed that could not be read, where it was the only one asked for.
    init(_ kind: ReadFailure.Kind) {
        switch kind {
        case .notAFeed: self = .notAFeed
        case .missingFile: self = .missingFile
        case .unavailable: self = .unavailable
        case .cancelled: self = .interrupted
        }
    }
}
