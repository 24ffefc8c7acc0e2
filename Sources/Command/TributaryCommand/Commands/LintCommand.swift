import EntryViews
import TributaryEngine
import TributaryPluginKit

/// `tributary lint FILE|-|URL`: all that is wrong with one feed, each with its place.
struct LintCommand: Command {
    static let description = CommandDescription(
        name: "lint", operands: "FILE|-|URL", operandCount: 0...1,
        summary: "Shows what is wrong with one feed, and by which specification.",
        details: [
            "Each finding names the place, shows the line with a caret under the byte, names the section of the "
                + "specification, and says what was read all the same.",
            "The exit status is 0 where nothing is wrong and 1 where something is. 65: it is no feed, 66: there is no "
                + "such file, 69: it could not be read.",
        ],
        options: DocumentSource.options + [
            .value(
                "--format", "STYLE", choices: Style.allCases.map(\.rawValue),
                "How findings are shown: text (default), or json: an object on each line.")
        ])

    /// How findings are shown.
    private enum Style: String, CaseIterable {
        case text
        case json
    }

    private let source: DocumentSource
    private let style: Style

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        source = try DocumentSource(arguments, of: Self.description)
        style = arguments.value("--format").flatMap(Style.init) ?? .text
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        try await wiring.console.reporting { report in
            let formats = try wiring.formatReader(reportingTo: report)
            let document = try await source.document(accept: formats.acceptedTypes, in: wiring)
            let (text, diagnostics) = try formats.lint(document)
            let place = source.place == "-" ? "standard input" : source.place
            let page = LintPage(of: place, text: text, columns: wiring.terminal.columns)
            var printed =
                switch style {
                case .text: Array(page.text(of: diagnostics).utf8)
                case .json: page.jsonLines(of: diagnostics)
                }
            if style == .json, wiring.terminal.isTerminal { printed = HiddenCharacters.escaped(inJSON: printed) }
            let status = await wiring.console.print(printed)
            return status == .success && !diagnostics.isEmpty ? .findings : status
        }
    }
}
