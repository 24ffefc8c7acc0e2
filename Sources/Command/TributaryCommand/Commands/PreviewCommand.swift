import EntryViews
import FeedJSON
import FeedModel
import FeedText
import TributaryEngine
import TributaryPluginKit

/// `tributary preview NAME`: what a style, a stage, a sink or an adapter makes of sample data.
struct PreviewCommand: Command {
    static let description = CommandDescription(
        name: "preview", operands: "STYLE|ADAPTER|STAGE|SINK", operandCount: 1...1,
        summary: "Shows what a style or a plugin makes of sample data.",
        details: [
            "Nothing is asked of a network, nothing is written, sent or started; the names of secrets stand in for them.",
            "A STYLE is cards, list, json or tsv. A plugin is used as its example says, or as --options does: of a stage the "
                + "entries that pass are shown, of a sink the files that it would write and what it would send, of a program what it would be told; an adapter "
                + "reads a sample of what its source answers.",
            "Where a name has several roles, the first of stage, sink and adapter is meant, unless --role says it.",
        ],
        options: [
            .value("--options", "FILE", "The plugin's options: a JSON object, as its element in a configuration."),
            .value("--role", "ROLE", choices: PluginRole.allCases.map(\.rawValue), "What the plugin is meant as."),
            .value("--width", "COLUMNS", "How wide the terminal is taken to be."),
            .format("How entries are shown; default cards."),
        ])

    private let name: String
    private let role: PluginRole?
    private let options: String?
    private let width: Int?
    private let style: EntryStyle

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        name = arguments.operands[0]
        role = arguments.value("--role").flatMap(PluginRole.init(rawValue:))
        options = arguments.value("--options")
        style = arguments.style ?? .cards
        width = try arguments.value("--width").map { written throws(UsageFailure) in
            if let width = Int(written), 10...1000 ~= width { return width }
            throw UsageFailure("--width takes a number from 10 to 1000", command: Self.description.name)
        }
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        let preview = Preview(wiring: wiring, columns: width ?? wiring.terminal.columns)
        if role == nil, let style = EntryStyle(rawValue: name) { return try await preview.run(style: style) }
        let roles = role.map { [$0] } ?? [.stage, .sink, .adapter]
        if let role, wiring.registry.plugin(role, named: name) == nil,
            let other = PluginRole.allCases.first(where: { wiring.registry.plugin($0, named: name) != nil })
        {
            throw UsageFailure(
                "\"\(name)\" is no \(role.rawValue) but a plugin of the role \(other.rawValue)",
                command: Self.description.name)
        }
        guard let plugin = roles.lazy.compactMap({ wiring.registry.plugin($0, named: name) }).first else {
            let names = EntryStyle.allCases.map(\.rawValue) + wiring.registry.plugins.map { $0.descriptor.name }
            throw UsageFailure(
                "there is nothing called \"\(name)\" to be seen; \(Spelling.advice(for: name, among: names))",
                command: Self.description.name)
        }
        let file = try options.map { options throws(ReadFailure) in
            try ConfigurationFile.element(at: options, in: wiring.environment)
        }
        let element =
            file
            ?? ConfigurationFile(
                name: "the example of \(name)", path: "/preview/example.json",
                bytes: Array(plugin.descriptor.example.utf8))
        switch plugin.descriptor.role {
        case .adapter: return try await preview.run(adapter: plugin, element: element, style: style)
        case .stage: return try await preview.run(stage: Self.value(of: element, using: name), style: style)
        case .sink:
            return try await preview.run(
                sink: Self.value(of: element, using: name), isArchive: plugin is any ArchiveSink.Type)
        }
    }

    /// The element with the plugin's name in it.
    private static func value(of file: ConfigurationFile, using name: String) throws(ConfigurationFailure) -> JSONValue
    {
        let node: JSONNode
        do throws(JSONSyntaxError) {
            node = try JSONNode(parsing: file.bytes, options: .commentsAndTrailingCommas)
        } catch {
            throw ConfigurationFailure(["\(file.name): \(error.message)"])
        }
        guard case .object(var object) = node.value else {
            throw ConfigurationFailure(["\(file.name): an element of a configuration is an object"])
        }
        object["use"] = .string(name)
        return .object(object)
    }
}
