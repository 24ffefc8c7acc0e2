import FeedJSON
import FeedText
import TributaryEngine
import TributaryPluginKit

/// `tributary explain`: how an entry came and what became of it, or why an address never came.
struct ExplainCommand: Command {
    static let description = CommandDescription(
        name: "explain", operands: "N|ID|URL", operandCount: 1...1,
        summary: "Tells how an entry came, or why it never came.",
        details: [
            "It names the response that brought the entry, what was repaired, which stage kept, changed or dropped it "
                + "and by which part of which condition, and each sink's receipt or why it is pending.",
            "What was recorded has a date. The rest is found out anew from the document, as long as that is kept "
                + "(store.keep_documents), and from the present configuration.",
            "It also tells of an entry that was dropped, and of an address that never came.",
        ],
        options: [
            .config,
            .value("--format", "FORMAT", choices: ["text", "json"], "How it is told; default text."),
        ])

    private let config: String?
    private let name: String
    private let printsJSON: Bool

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        config = arguments.value("--config")
        name = arguments.operands.first ?? ""
        printsJSON = arguments.value("--format") == "json"
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        let file = try ConfigurationFile.find(given: config, in: wiring.environment)
        let plan = try wiring.planner(reportingTo: { _ in }).plan(for: file)
        guard let store = try wiring.history(plan.store) else {
            await wiring.console.complain(["nothing has come yet; tributary run reads the feeds"])
            return .success
        }
        let reader = KeptDocumentReader(
            documents: wiring.documents(plan.store), formats: try wiring.formatReader(reportingTo: { _ in }))
        let explainer = Explainer(
            plan: plan, places: ConfigurationPlaces(file), store: store, reader: reader, now: wiring.clock.now)
        let numbers = try await explainer.numbers(named: name)
        guard numbers.count <= 1 else {
            let list = numbers.prefix(10).map { "#\($0)" }.joined(separator: ", ")
            throw UsageFailure("\"\(name)\" names several entries: \(list); write a number", command: "explain")
        }
        if let number = numbers.first, let explanation = try await explainer.explanation(of: number) {
            return await show(ExplanationPage(explanation), of: file, in: wiring)
        }
        guard let scheme = URLText.scheme(of: name), ["http", "https"].contains(scheme) else {
            await wiring.console.complain([
                "tributary: no entry of the number or id \"\(name)\" was ever seen; an address is explained, too"
            ])
            return .missingFile
        }
        return await show(ExplanationPage(try await explainer.absence(of: name)), of: file, in: wiring)
    }

    private func show(_ page: ExplanationPage, of file: ConfigurationFile, in wiring: Wiring) async -> ExitStatus {
        guard printsJSON else { return await wiring.console.print(page.text) }
        var object = page.json
        object["configuration"] = .string(file.path)
        return await wiring.console.print(wiring.jsonLine(object))
    }
}
