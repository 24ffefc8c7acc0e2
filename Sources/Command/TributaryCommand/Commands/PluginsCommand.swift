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
        let descriptors = wiring.registry.plugins.map { $0.descriptor }
        let pages = descriptors.filter { $0.name == name }.map { Self.page(of: $0) }
        guard !pages.isEmpty else {
            let advice = Spelling.advice(for: name, among: Set(descriptors.map(\.name)).sorted())
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

    private static func page(of descriptor: PluginDescriptor) -> String {
        var lines = ["\(descriptor.name) (\(descriptor.role.rawValue), \(descriptor.stability.rawValue))"]
        lines += ["", descriptor.summary, "", "options:"]
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
        if descriptor.options.options.isEmpty { lines.append("  none") }
        lines += ["", "example:", "  \(descriptor.example)"]
        return lines.map { $0 + "\n" }.joined()
    }
}
