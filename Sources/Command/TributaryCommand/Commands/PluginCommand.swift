import FeedJSON
import FeedText
import PluginProcess
import TributaryEngine
import TributaryPluginKit

/// `tributary plugin new ROLE NAME`, `tributary plugin test COMMAND…`: begins a plugin, or tells whether a program is one.
struct PluginCommand: Command {
    static let description = CommandDescription(
        name: "plugin", operands: "new adapter|stage|sink NAME | test COMMAND…", operandCount: 2...Int.max,
        summary: "Begins a plugin in Swift, or tests a program as one.",
        details: [
            "new writes a plugin that works into Tributary's sources: its folder, its tests, a README, a sample, a fixture, "
                + "its line in Package.swift and its name in the list of plugins. NAME is written as mill_news.",
            "test starts the program again and again, talks to it as its role demands (docs/plugin-protocol.md), and says "
                + "which promises hold. Words of the program that begin with a dash stand behind --: "
                + "tributary plugin test -- ./my-plugin --flag.",
            "The exit status is 0 if it keeps them all, 1 if not.",
        ],
        options: [
            .value(
                "--role", "ROLE", choices: PluginRole.allCases.map(\.rawValue),
                "What it shall be; default what it says itself."),
            .value("--options", "JSON", "What it is told, as \"options\" in a configuration."),
            .value("--url", "URL", "What an adapter is asked to read."),
            .value("--in", "FOLDER", "Where the sources are that new writes to; default the folder that one is in."),
            .flag("--unconfined", "Lets it use all files, as \"paths\": \"any\" does."),
        ])

    /// What is done.
    private enum Action {
        case new(role: PluginRole, name: String, folder: String?)
        case test([String])
    }

    private let action: Action
    private let role: PluginRole?
    private let options: JSONValue?
    private let url: String?
    private let isConfined: Bool

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        let verb = arguments.operands.first ?? ""
        let operands = Array(arguments.operands.dropFirst())
        switch verb {
        case "test": action = .test(operands)
        case "new":
            guard operands.count == 2, let role = PluginRole(rawValue: operands[0]) else {
                throw UsageFailure(
                    "new takes a role and a name: plugin new adapter|stage|sink NAME", command: Self.description.name)
            }
            action = .new(role: role, name: operands[1], folder: arguments.value("--in"))
        default:
            throw UsageFailure(
                "plugin cannot \"\(verb)\"; \(Spelling.advice(for: verb, among: ["new", "test"]))",
                command: Self.description.name)
        }
        role = arguments.value("--role").flatMap(PluginRole.init(rawValue:))
        url = arguments.value("--url")
        isConfined = !arguments.has("--unconfined")
        options = try arguments.value("--options").map { written throws(UsageFailure) in
            do throws(JSONSyntaxError) {
                return try JSONValue(parsing: Array(written.utf8))
            } catch {
                throw UsageFailure("--options is no JSON: \(error.message)", command: Self.description.name)
            }
        }
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        switch action {
        case .test(let command): return await test(command, in: wiring)
        case .new(let role, let name, let folder):
            let plugin = try NewPlugin(role, name: name, among: wiring.registry)
            let place = FilePath.absolute(folder ?? ".", in: wiring.environment.workingDirectory)
            let paths = try PackageTree(around: place).add(plugin)
            let next = "swift test --filter \(plugin.target)Tests tests it; make build, and tributary knows \(name)\n"
            return await wiring.console.print(paths.map { "wrote \($0)\n" }.joined() + next)
        }
    }

    private func test(_ command: [String], in wiring: Wiring) async -> ExitStatus {
        await wiring.console.reporting { report in
            var program = Program(command, in: wiring.environment.workingDirectory)
            if !isConfined { program.readable = nil }
            var invitation = PluginConversation.Invitation(
                program, as: role ?? .adapter, options: options, limits: Self.limits)
            do throws(PluginFailure) {
                if role == nil {
                    invitation.role = try await ProcessContract.role(
                        of: invitation, by: wiring.programs, report: { _ in })
                }
            } catch {
                return await wiring.print([Self.line("it says hello", failure: error.message)], holds: false)
            }
            let contract = ProcessContract(invitation, programs: wiring.programs, url: url, report: report)
            let holds = await contract.check { finding in
                _ = await wiring.console.print(Self.line(finding.promise, failure: finding.failure))
            }
            let verdict = holds ? "it keeps the protocol" : "it does not keep the protocol"
            let end = "\(verdict) (\(invitation.role.rawValue))\n"
            return await wiring.print([end], holds: holds)
        }
    }

    private static let limits = AnswerLimits(
        timeout: .seconds(60), silence: .seconds(20), bytes: 32_000_000, lines: 100_000)

    private static func line(_ promise: String, failure: String?) -> String {
        failure.map { "FAIL  \(promise): \(DisplayText.singleLine($0))\n" } ?? "ok    \(promise)\n"
    }
}

extension Wiring {
    fileprivate func print(_ lines: [String], holds: Bool) async -> ExitStatus {
        let status = await console.print(lines.joined())
        return status == .success && !holds ? .findings : status
    }
}
