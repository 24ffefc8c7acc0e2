import FeedJSON
import FeedText
import TributaryPluginKit

/// New names by old ones; old names are compared without regard to case and width.
struct Names: OptionDecodable, Sendable {
    private var names: [String: String] = [:]

    var isEmpty: Bool { names.isEmpty }

    /// What may stand in the configuration.
    static let kind = OptionKind("an object, under each name another", schema: OptionKind.map(of: .text).schema) {
        node, path, problems in
        let count = problems.count
        OptionKind.map(of: .text).check(node, path, &problems)
        guard problems.count == count, case .object(let members) = node.content else { return }
        var seen: Set<String> = []
        for member in members where !seen.insert(TextFolding.folded(member.name)).inserted {
            problems.append(
                ConfigurationProblem(
                    "this name stands here twice, but for case and width; keep one of them",
                    at: path.appending(member.name), offset: member.nameOffset))
        }
    }

    init(option node: JSONNode) throws(ConfigurationError) {
        guard case .object(let members) = node.content else { return }
        for member in members { names[TextFolding.folded(member.name)] = member.value.value.stringValue }
    }

    /// What something with a name is to be called; its name where nothing is said of it.
    func name(for name: String) -> String { isEmpty ? name : names[TextFolding.folded(name)] ?? name }
}
