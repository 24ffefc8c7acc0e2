import FeedJSON
import PluginProcess
import TributaryEngine
import TributaryPluginKit

/// `tributary plugin test COMMAND…`: whether a program keeps the plugin protocol.
struct PluginCommand: Command {
    static let description = CommandDescription(
        name: "plugin", operands: "test COMMAND…", operandCount: 2...Int.max,
        summary: "Tests a plugin that is a program of its own.",
        details: [
            "Starts the program again and again, talks to it as its role demands (docs/plugin-protocol.md), and says "
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
            .flag("--unconfined", "Lets it use all files, as \"paths\": \"any\" does."),
        ])

    private let command: [String]
    private let role: PluginRole?
    private let options: JSONValue?
    private let url: String?
    private let isConfined: Bool

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        let verb = arguments.operands.first ?? ""
        guard verb == "test" else {
            throw UsageFailure(
                "plugin cannot \"\(verb)\"; \(Spelling.advice(for: verb, among: ["test"]))",
                command: Self.description.name)
        }
        command = Array(arguments.operands.dropFirst())
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
        failure.map { "FAIL  \(promise): \($0)\n" } ?? "ok    \(promise)\n"
    }
}

extension Wiring {
    fileprivate func print(_ lines: [String], holds: Bool) async -> ExitStatus {
        let status = await console.print(lines.joined())
        return status == .success && !holds ? .findings : status
    }
}
