import FeedJSON
import TributaryPluginKit

/// What may stand in an element that says which plugin to `use`.
struct ElementLanguage: Sendable {
    /// The engine's keys alone.
    let engine: OptionTable
    /// By the plugin's name, the engine's keys and the plugin's options.
    let tables: [String: OptionTable]
    /// The role of the plugins.
    let role: PluginRole
    /// The names of the plugins in the order of the alphabet.
    let names: [String]
    private let locations: [String: LocationRule]

    /// Keys of `feeds` that people write where they wish them to count.
    private static let keysOfFeeds: Set<String> = ["every", "keep_count", "keep_for", "on_update", "was"]

    /// The elements for a registry's plugins of a role; `keys` makes the engine's table from the kind of `use`.
    init(_ role: PluginRole, registry: Registry, keys: (OptionKind) -> OptionTable) {
        self.role = role
        let plugins = registry.plugins(role).map { $0.descriptor }
        names = plugins.map(\.name)
        engine = keys(Self.nameOfPlugin(role, among: names))
        let formats = registry.formats.map { $0.descriptor.name }
        // A sink may bear the name of a format.
        locations = role == .adapter ? LocationRule.rules(for: plugins, formats: formats) : [:]
        var tables: [String: OptionTable] = [:]
        for plugin in plugins {
            let own = Self.naming(formats, in: plugin.options)
            let shared = keys(Self.exactly(plugin.name)).options.filter { own[$0.name] == nil }
            tables[plugin.name] = OptionTable(shared) + own
        }
        self.tables = tables
    }

    /// The keys of an element, by the plugin that it names; the engine's alone where it names none.
    func table(for element: JSONNode) -> OptionTable {
        element.member("use")?.value.text.flatMap { tables[$0] } ?? engine
    }
}

// MARK: - Checking

extension ElementLanguage {
    private func check(
        _ node: JSONNode, at path: ConfigurationPath, into problems: inout [ConfigurationProblem]
    ) {
        switch node.content {
        case .string(let text) where role == .adapter:
            if let message = Location.problem(with: text) {
                problems.append(ConfigurationProblem(message, at: path, offset: node.offset))
            }
        case .object:
            let use = node.member("use")
            let name = use?.value.text
            if let name, let table = tables[name] {
                let misplaced = misplacedKeys(of: node, in: table)
                problems += misplaced.map { member in
                    ConfigurationProblem(
                        "\"\(member.name)\" says how a feed is read; write it in an element of \"feeds\", or in \"defaults\"",
                        at: path.appending(member.name), offset: member.nameOffset)
                }
                let names = Set(misplaced.map(\.name))
                let rest = names.isEmpty ? node : node.keepingMembers { !names.contains($0) }
                table.check(rest, at: path, into: &problems)
                locations[name]?.check(node, at: path, into: &problems)
            } else if use == nil, role == .adapter {
                engine.check(node, at: path, into: &problems)
                LocationRule.addressOrPath.check(node, at: path, into: &problems)
            } else {
                // Nobody knows which options a plugin has that there is not.
                engine.check(node.keepingMembers { engine[$0] != nil }, at: path, into: &problems)
            }
        default: problems.append(.wrongKind(node, form, at: path))
        }
    }

    /// The keys that a plugin does not know, but an element of `feeds` does.
    private func misplacedKeys(of node: JSONNode, in table: OptionTable) -> [JSONNode.Member] {
        guard role != .adapter, case .object(let members) = node.content else { return [] }
        return members.filter { table[$0.name] == nil && Self.keysOfFeeds.contains($0.name) }
    }

    /// What messages call an element.
    private var form: String {
        role == .adapter ? "an address, the path of a file, or an object" : "an object with \"use\""
    }
}

// MARK: - Kinds

extension ElementLanguage {
    /// The element as a kind; its schema refers to the definition of this name.
    var kind: OptionKind {
        let schema: JSONObject = ["$ref": .string("#/$defs/\(definitionName)")]
        return OptionKind(form, schema: schema) { node, path, problems in
            check(node, at: path, into: &problems)
        }
    }

    /// What the schema calls the element.
    var definitionName: String { role == .adapter ? "feed" : role.rawValue }

    /// The schema of the element: one alternative per plugin.
    var definition: JSONObject {
        var alternatives: [JSONValue] = []
        if role == .adapter {
            alternatives.append(.object(OptionKind.text.schema))
            alternatives.append(
                Self.schema(OptionTable(engine.options.filter { $0.name != "use" }), requiring: ["url"]))
        }
        for name in names {
            guard let table = tables[name] else { continue }
            for form in locations[name]?.forms ?? [LocationRule.Form()] {
                let options = OptionTable(table.options.filter { $0.name != form.excluded })
                alternatives.append(Self.schema(options, requiring: ["use"] + form.required))
            }
        }
        return ["anyOf": .array(alternatives)]
    }

    private static func schema(_ table: OptionTable, requiring names: [String]) -> JSONValue {
        var table = table
        for index in table.options.indices where names.contains(table.options[index].name) {
            table.options[index].isRequired = true
        }
        return .object(table.schema)
    }

    /// The options with the names of formats that there are in place of any.
    private static func naming(_ formats: [String], in table: OptionTable) -> OptionTable {
        var table = table
        for index in table.options.indices where table.options[index].kind.isFormat {
            table.options[index].kind = .choice(of: ["auto"] + formats)
        }
        return table
    }

    private static func nameOfPlugin(_ role: PluginRole, among names: [String]) -> OptionKind {
        let schema: JSONObject = ["enum": .array(names.map(JSONValue.string))]
        return OptionKind("the name of a plugin", schema: schema) { node, path, problems in
            guard case .string(let name) = node.content else {
                return problems.append(.wrongKind(node, "the name of a plugin", at: path))
            }
            guard !names.contains(name) else { return }
            let known = "there is no \(role) \"\(name)\"; \(Spelling.advice(for: name, among: names))"
            problems.append(ConfigurationProblem(known, at: path, offset: node.offset))
        }
    }

    /// The name of the plugin whose table it stands in, so that there is nothing to check.
    private static func exactly(_ name: String) -> OptionKind {
        OptionKind("\"\(name)\"", schema: ["const": .string(name)]) { _, _, _ in }
    }
}
