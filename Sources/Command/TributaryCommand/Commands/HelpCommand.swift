import TributaryPluginKit

/// `tributary help [COMMAND]`.
struct HelpCommand: Command {
    static let description = CommandDescription(
        name: "help", operands: "[COMMAND]", operandCount: 0...1, summary: "Tells about the commands, or about one.")

    private let page: String

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        let descriptions = TributaryProgram.descriptions
        guard let name = arguments.operands.first else {
            page = HelpText.overview(of: descriptions)
            return
        }
        guard let description = descriptions.first(where: { $0.name == name }) else {
            let advice = Spelling.advice(for: name, among: descriptions.map(\.name))
            throw UsageFailure("unknown command \"\(name)\"; \(advice)")
        }
        page = HelpText.page(of: description)
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        await wiring.console.print(page)
    }
}
