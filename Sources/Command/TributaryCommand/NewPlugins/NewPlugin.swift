import FeedText
import TributaryEngine
import TributaryPluginKit

/// A plugin to be begun: its files, and what is written of it elsewhere in the package.
struct NewPlugin: Sendable {
    /// What it does.
    let role: PluginRole
    /// Its name in the configuration, such as `mill_news`.
    let name: String

    /// A plugin of a role with a name.
    ///
    /// - Throws: why that cannot be its name.
    init(_ role: PluginRole, name: String, among registry: Registry) throws(UsageFailure) {
        self.role = role
        self.name = name
        guard Self.isSnakeCase(name) else {
            throw UsageFailure("\"\(name)\" is no name of a plugin; write one as mill_news", command: "plugin")
        }
        guard registry.plugin(role, named: name) == nil else {
            throw UsageFailure("the \(role.rawValue) \"\(name)\" is there already", command: "plugin")
        }
        guard !Self.taken.contains(type) else {
            throw UsageFailure("a type named \(type) is the kit's own; choose another name", command: "plugin")
        }
    }

    /// The name of its Swift type: `MillNews`.
    var type: String { name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }

    /// The name of its target: `MillNewsAdapter`.
    var target: String { type + roleWord }

    /// Its folder, and its tests': below the root of the package.
    var folders: (code: String, tests: String) {
        ("Plugins/\(roleWord)s/\(type)", "Tests/Plugins/\(roleWord)s/\(type)Tests")
    }

    /// The files that it begins with, by their paths below the root.
    var files: [(path: String, text: String)] {
        let template = PluginTemplate.of(role)
        return template.files.map { file in
            let text = filled(file.text)
            return (filled(file.path), file.path.hasSuffix("Tests.swift") ? Self.sortingImports(of: text) : text)
        }
    }

    /// The package's description with the plugin's line in it; nil where that has no place for one.
    func described(in package: String) -> String? {
        Self.inserting(filled(PluginTemplate.of(role).packageLine), before: "        \(role.rawValue)(\"", in: package)
        {
            $0.split(separator: "\"").dropFirst().first.map(String.init) ?? ""
        }
    }

    /// The list of plugins with this one in it; nil where that has no place for it.
    func listed(in list: String) -> String? {
        let importing = Self.inserting("import \(target)", before: "import ", in: list) { line in
            line.split(separator: " ").last.map(String.init) ?? ""
        }
        guard let importing else { return nil }
        var lines = importing.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let start = lines.firstIndex(where: { $0.hasSuffix("= [") }) else { return nil }
        // The roles' parts, with an empty line between them.
        var place = start + 1
        for _ in 0..<(PluginRole.allCases.firstIndex(of: role) ?? 0) {
            guard let gap = lines[place...].firstIndex(of: "") else { return nil }
            place = gap + 1
        }
        let part = lines[place...].prefix { $0.hasSuffix(".self,") }
        let behind = part.firstIndex { Self.typeName(in: $0) > type } ?? part.endIndex
        lines.insert("        \(type).self,", at: behind)
        return lines.joined(separator: "\n")
    }
}

// MARK: - Private

extension NewPlugin {
    private var roleWord: String { role.rawValue.prefix(1).uppercased() + role.rawValue.dropFirst() }

    private func filled(_ text: String) -> String {
        text.replacing([("{{Type}}", type), ("{{name}}", name), ("{{Target}}", target), ("{{Role}}", roleWord)])
    }

    /// The target's name stands among the imports wherever the alphabet puts it.
    private static func sortingImports(of text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let imports = lines.prefix { $0.hasPrefix("import ") }
        return (imports.sorted() + lines.dropFirst(imports.count)).joined(separator: "\n")
    }

    /// A text with a line among those that begin alike, by the alphabet of what `key` sees in them.
    private static func inserting(
        _ line: String, before beginning: String, in text: String, key: (String) -> String
    ) -> String? {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let alike = lines.indices.filter { lines[$0].drop(prefix: "public ").hasPrefix(beginning) }
        guard let last = alike.last else { return nil }
        let place = alike.first { key(lines[$0]) > key(line) } ?? last + 1
        lines.insert(line, at: place)
        return lines.joined(separator: "\n")
    }

    /// `Exec` of `        ExecStage.Exec.self,`.
    private static func typeName(in line: String) -> String {
        line.split(separator: ".").dropLast().last?.split(separator: " ").last.map(String.init) ?? ""
    }

    private static func isSnakeCase(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        guard name.utf8.count <= 40, let first = name.utf8.first, !first.isASCIIDigit else { return false }
        return parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0.isASCIIDigit }
        }
    }

    /// Names of types that a plugin's own would hide.
    private static let taken: Set<String> = [
        "Any", "Array", "Attachment", "Author", "Bool", "Delivery", "Diagnostic", "Document", "Duration", "Entry",
        "Error", "Feed", "Hub", "Int", "Never", "Option", "Optional", "Options", "Plugin", "Program", "Protocol",
        "Receipt", "Recognition", "Result", "River", "Self", "Set", "Sink", "Span", "String", "Subscription", "Swift",
        "Testing", "Timestamp", "Type", "Validators", "Verdict",
    ]
}

extension String {
    fileprivate func replacing(_ pairs: [(String, String)]) -> String {
        pairs.reduce(self) { text, pair in
            text.split(separator: pair.0, omittingEmptySubsequences: false).joined(separator: pair.1)
        }
    }

    fileprivate func drop(prefix: String) -> Substring { hasPrefix(prefix) ? dropFirst(prefix.count) : self[...] }
}
