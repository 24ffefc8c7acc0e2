public import FeedJSON

/// One option: what a user may write under a name.
public struct Option: Sendable {
    /// The name, in `snake_case`.
    public var name: String
    /// What may stand there.
    public var kind: OptionKind
    /// Whether it must be there.
    public var isRequired: Bool
    /// What counts where it is absent; nil for an option that then has no value.
    public var defaultValue: JSONValue?
    /// One line of documentation.
    public var summary: String
    /// Whether it tells one subscription from another where there is no URL; never for secrets, limits or paging.
    public var isIdentifying: Bool

    /// An option that may be absent.
    public init(
        _ name: String, _ kind: OptionKind, default defaultValue: JSONValue? = nil, _ summary: String,
        isIdentifying: Bool = false
    ) {
        self.name = name
        self.kind = kind
        self.defaultValue = defaultValue
        self.summary = summary
        self.isIdentifying = isIdentifying
        isRequired = false
    }

    /// An option that must be there.
    public static func required(
        _ name: String, _ kind: OptionKind, _ summary: String, isIdentifying: Bool = false
    ) -> Option {
        var option = Option(name, kind, summary, isIdentifying: isIdentifying)
        option.isRequired = true
        return option
    }
}

/// The options of a plugin or of an object within: the one place for names, kinds, defaults and documentation.
///
/// Checking, decoding, the help text and the JSON Schema all come from it.
public struct OptionTable: Sendable, ExpressibleByArrayLiteral {
    /// The options in the order in which they are documented.
    public var options: [Option]

    /// A table of options.
    public init(_ options: [Option]) {
        self.options = options
    }

    /// A table of options.
    public init(arrayLiteral options: Option...) {
        self.options = options
    }

    /// The option with a name.
    public subscript(name: String) -> Option? {
        options.first { $0.name == name }
    }

    /// The options of both.
    public static func + (left: OptionTable, right: OptionTable) -> OptionTable {
        OptionTable(left.options + right.options)
    }

    /// Notes every mistake in an object: unknown, doubled and missing names, and values of a wrong kind.
    public func check(_ node: JSONNode, at path: ConfigurationPath, into problems: inout [ConfigurationProblem]) {
        guard case .object(let members) = node.content else {
            problems.append(
                ConfigurationProblem(
                    "\(node.value.kindName) stands where an object is expected", at: path, offset: node.offset))
            return
        }
        var seen: Set<String> = []
        for member in members {
            let memberPath = path.appending(member.name)
            guard let option = self[member.name] else {
                problems.append(
                    ConfigurationProblem(
                        "unknown key; \(Spelling.advice(for: member.name, among: options.map(\.name)))",
                        at: memberPath, offset: member.nameOffset))
                continue
            }
            guard seen.insert(member.name).inserted else {
                problems.append(
                    ConfigurationProblem(
                        "the key stands here twice; keep one of them", at: memberPath, offset: member.nameOffset))
                continue
            }
            option.kind.check(member.value, memberPath, &problems)
        }
        for option in options where option.isRequired && !seen.contains(option.name) {
            problems.append(
                ConfigurationProblem(
                    "\"\(option.name)\" is missing; it takes \(option.kind.name)", at: path, offset: node.offset))
        }
    }

    /// The JSON Schema of an object with these options.
    public var schema: JSONObject {
        var properties = JSONObject()
        for option in options {
            var schema = option.kind.schema
            schema["description"] = .string(option.summary)
            schema["default"] = option.defaultValue
            properties[option.name] = .object(schema)
        }
        var object: JSONObject = [
            "type": "object", "properties": .object(properties), "additionalProperties": false,
        ]
        let required = options.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { object["required"] = .array(required) }
        return object
    }
}
