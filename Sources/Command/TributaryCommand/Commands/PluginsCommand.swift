import FeedJSON
import FeedText
import TributaryEngine
import TributaryPluginKit

/// `tributary plugins [NAME]`: what there is, and how each is configured.
struct PluginsCommand: Command {
    static let description = CommandDescription(
        name: "plugins", operands: "[NAME]", operandCount: 0...1,
        summary: "Lists adapters, stages and sinks, or tells all about one.",
        options: [.flag("--schema", "Prints the JSON Schema of the configuration instead.")])

    private let name: String?
    private let printsSchema: Bool

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        name = arguments.operands.first
        printsSchema = arguments.has("--schema")
        if printsSchema, let name {
            throw UsageFailure(
                "--schema is of the whole configuration: leave out \"\(name)\"", command: Self.description.name)
        }
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        if printsSchema {
            var writer = JSONWriter(layout: .indented)
            writer.value(.object(ConfigurationSchema.make(for: wiring.registry)))
            return await wiring.console.print(writer.bytes + [UInt8(ascii: "\n")])
        }
        guard let name else { return await wiring.console.print(Self.overview(of: wiring.registry)) }
        let plugins = wiring.registry.plugins
        let pages = plugins.filter { $0.descriptor.name == name }.map { Self.page(of: $0) }
        guard !pages.isEmpty else {
            let advice = Spelling.advice(for: name, among: Set(plugins.map { $0.descriptor.name }).sorted())
            throw UsageFailure("there is no plugin \"\(name)\"; \(advice)", command: Self.description.name)
        }
        return await wiring.console.print(pages.joined(separator: "\n"))
    }
}

// MARK: - Pages

extension PluginsCommand {
    private static func overview(of registry: Registry) -> String {
        let width = registry.plugins.map { $0.descriptor.name.count }.max() ?? 0
        let parts = PluginRole.allCases.map { role in
            let rows = registry.plugins(role).map { plugin in
                let name = DisplayWidth.padded(plugin.descriptor.name, toColumns: width)
                return "  \(name)  \(plugin.descriptor.summary)\n"
            }
            return "\(role.rawValue)s:\n" + rows.joined()
        }
        return parts.joined(separator: "\n") + "\ntributary plugins NAME tells all about one.\n"
    }

    private static func page(of plugin: any Plugin.Type) -> String {
        let descriptor = plugin.descriptor
        var lines = ["\(descriptor.name) (\(descriptor.role.rawValue), \(descriptor.stability.rawValue))"]
        lines += ["", descriptor.summary, "", "options:"]
        let location = location(of: plugin)
        if let location { lines += ["  url: \(location)", "      What is read."] }
        for option in descriptor.options.options {
            var facts = option.kind.name
            if option.isRequired { facts += "; required" }
            if let value = option.defaultValue {
                var writer = JSONWriter()
                writer.value(value)
                facts += "; default \(String(decoding: writer.bytes, as: UTF8.self))"
            }
            lines.append("  \(option.name): \(facts)")
            lines += DisplayWidth.wrapped(option.summary, toColumns: 72).map { "      \($0)" }
        }
        if location == nil, descriptor.options.options.isEmpty { lines.append("  none") }
        lines += ["", "example:", "  \(descriptor.example)"]
        return lines.map { $0 + "\n" }.joined()
    }

    /// What must stand under the engine's key `url`; nil where that is up to the plugin.
    private static func location(of plugin: any Plugin.Type) -> String? {
        if plugin is any DocumentAdapter.Type { return "an address or the path of a file; required" }
        switch plugin.descriptor.location {
        case .free: return nil
        case .address: return "an address; required"
        case .addressOrOption(let option): return "an address; required without \"\(option)\""
        }
    }
}
