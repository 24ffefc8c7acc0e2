import FeedJSON
public import Testing
import TributaryEngine
public import TributaryPluginKit

/// What every plugin keeps, whatever its role.
public enum PluginContract {
    /// Checks the descriptor, the sample, the example, the README, and that mistakes in options are found.
    public static func check<Checked: Plugin>(
        _ plugin: Checked.Type, in folder: PluginFolder, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let descriptor = Checked.descriptor
        checkDescriptor(descriptor, sourceLocation)
        #expect(
            Registry.defect(of: plugin) == nil, "the registry would refuse it", sourceLocation: sourceLocation)

        let sample = try folder.sample()
        let shown = try ownMembers(of: sample, descriptor, "sample.json", sourceLocation)
        #expect(
            Set(shown.map(\.name)) == Set(descriptor.options.options.map(\.name)),
            "sample.json shows every option, and nothing else", sourceLocation: sourceLocation)
        let example = try JSONNode(parsing: Array(descriptor.example.utf8), options: .commentsAndTrailingCommas)
        let written = try ownMembers(of: example, descriptor, "the example", sourceLocation)

        for members in [shown, written] {
            let made = try make(plugin, members)
            _ = (made, try make(plugin, members))
        }
        checkMistakes(plugin, in: shown, sourceLocation)
        checkReadMe(try folder.text("README.md"), descriptor, sourceLocation)
    }

    /// Makes a plugin as the engine does: from the members of an element of the configuration.
    public static func make<Made: Plugin>(
        _ plugin: Made.Type, _ json: String, context: PluginContext = .test()
    ) throws -> Made {
        let element = try JSONNode(parsing: Array(json.utf8), options: .commentsAndTrailingCommas)
        return try make(plugin, from: element, context: context)
    }

    /// Makes a plugin from its folder's `sample.json`.
    public static func makeSample<Made: Plugin>(
        _ plugin: Made.Type, in folder: PluginFolder, context: PluginContext = .test()
    ) throws -> Made {
        try make(plugin, from: folder.sample(), context: context)
    }
}

// MARK: - Parts

extension PluginContract {
    private static func make<Made: Plugin>(
        _ plugin: Made.Type, from element: JSONNode, context: PluginContext
    ) throws -> Made {
        let made = try Registry().make(plugin, from: element, at: ConfigurationPath(), context: context)
        return try #require(made as? Made)
    }

    private static func make<Made: Plugin>(_ plugin: Made.Type, _ members: [JSONNode.Member]) throws -> Made {
        try make(plugin, from: JSONNode(offset: 0, content: .object(members)), context: .test())
    }

    private static func checkDescriptor(_ descriptor: PluginDescriptor, _ sourceLocation: SourceLocation) {
        #expect(isSnakeCase(descriptor.name), "\(descriptor.name) is not snake_case", sourceLocation: sourceLocation)
        let summaries = [descriptor.summary] + descriptor.options.options.map(\.summary)
        for summary in summaries {
            #expect(
                !summary.isEmpty && !summary.contains("\n"), "a summary is one line", sourceLocation: sourceLocation)
        }
        for option in descriptor.options.options {
            #expect(isSnakeCase(option.name), "\(option.name) is not snake_case", sourceLocation: sourceLocation)
            #expect(
                !(option.isRequired && option.defaultValue != nil), "\(option.name) is required and has a default",
                sourceLocation: sourceLocation)
            guard let value = option.defaultValue else { continue }
            var problems: [ConfigurationProblem] = []
            option.kind.check(JSONNode(value, at: 0), ConfigurationPath(), &problems)
            #expect(problems.isEmpty, "the default of \(option.name) is a mistake", sourceLocation: sourceLocation)
        }
    }

    /// The members of an element that are the plugin's own options.
    private static func ownMembers(
        of element: JSONNode, _ descriptor: PluginDescriptor, _ place: String, _ sourceLocation: SourceLocation
    ) throws -> [JSONNode.Member] {
        guard case .object(let members) = element.content else {
            Issue.record("\(place) is no object", sourceLocation: sourceLocation)
            return []
        }
        let isUsed = element.member("use")?.value.value == .string(descriptor.name)
        let isByURL = descriptor.role == .adapter && element.member("use") == nil
        #expect(isUsed || isByURL, "\(place) does not use \(descriptor.name)", sourceLocation: sourceLocation)
        return members.filter { !Registry.isEngineKey($0.name, in: descriptor.role) }
    }

    private static func checkMistakes<Checked: Plugin>(
        _ plugin: Checked.Type, in members: [JSONNode.Member], _ sourceLocation: SourceLocation
    ) {
        let table = Checked.descriptor.options
        func problems(_ members: [JSONNode.Member]) -> [ConfigurationProblem] {
            var problems: [ConfigurationProblem] = []
            table.check(JSONNode(offset: 0, content: .object(members)), at: ConfigurationPath(), into: &problems)
            return problems
        }
        let unknown = JSONNode.Member(name: "no_such_option", nameOffset: 0, value: JSONNode(.null, at: 0))
        #expect(problems(members + [unknown]).count == 1, sourceLocation: sourceLocation)
        for option in table.options {
            let without = problems(members.filter { $0.name != option.name })
            #expect(
                without.isEmpty == !option.isRequired, "\(option.name), left out", sourceLocation: sourceLocation)
        }
    }

    private static func checkReadMe(
        _ readMe: String, _ descriptor: PluginDescriptor, _ sourceLocation: SourceLocation
    ) {
        #expect(readMe.hasPrefix("# "), "README.md has no title", sourceLocation: sourceLocation)
        for name in [descriptor.name] + descriptor.options.options.map(\.name) {
            #expect(readMe.contains("`\(name)`"), "README.md does not name `\(name)`", sourceLocation: sourceLocation)
        }
    }

    private static func isSnakeCase(_ name: String) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let first = name.utf8.first, letters.contains(first) else { return false }
        return name.utf8.allSatisfy { letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "_") }
    }
}
