/// `tributary version`.
struct VersionCommand: Command {
    static let description = CommandDescription(name: "version", summary: "Prints the version.")

    init(_ arguments: ParsedArguments) throws(UsageFailure) {}

    func run(in wiring: Wiring) async throws -> ExitStatus {
        await wiring.console.print("tributary \(Version.number)\n")
    }
}
