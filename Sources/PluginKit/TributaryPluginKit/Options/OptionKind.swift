public import FeedJSON

/// What may stand under an option: a check, a name for messages and help, and a JSON Schema.
public struct OptionKind: Sendable {
    /// Notes every mistake in a value.
    public typealias Check = @Sendable (JSONNode, ConfigurationPath, inout [ConfigurationProblem]) -> Void

    /// What help and messages call it, with its article: `a text`, `a duration such as "30m"`.
    public var name: String
    /// The JSON Schema of a value.
    public var schema: JSONObject
    /// Notes every mistake in a value.
    public var check: Check
    /// The table of an object, or of the objects in a list.
    public var table: OptionTable?
    /// Whether it is the path of what a sink writes, which no other sink may write to.
    public private(set) var isOutputPath = false
    /// Whether it is the name of a format, which the engine looks up among its adapters.
    public private(set) var isFormat = false

    /// A kind of one's own.
    public init(_ name: String, schema: JSONObject, table: OptionTable? = nil, check: @escaping Check) {
        self.name = name
        self.schema = schema
        self.table = table
        self.check = check
    }
}

// MARK: - Single values

extension OptionKind {
    /// A text that is not empty.
    public static let text = OptionKind("a text", schema: ["type": "string", "minLength": 1]) {
        node, path, problems in
        guard case .string(let text) = node.content else {
            return problems.append(.wrongKind(node, "a text", at: path))
        }
        if text.isEmpty {
            problems.append(ConfigurationProblem("the text is empty", at: path, offset: node.offset))
        }
    }

    /// The path of a file or folder that only this sink writes to.
    public static let outputPath: OptionKind = {
        var kind = OptionKind.text
        kind.isOutputPath = true
        return kind
    }()

    /// The name of an adapter that reads a format, or `auto`, which has the document recognised.
    public static let format: OptionKind = {
        var kind = OptionKind.text
        kind.name = "the name of a format, or \"auto\""
        kind.isFormat = true
        return kind
    }()

    /// Yes or no.
    public static let boolean = OptionKind("true or false", schema: ["type": "boolean"]) { node, path, problems in
        guard case .bool = node.content else {
            return problems.append(.wrongKind(node, "true or false", at: path))
        }
    }

    /// A whole number within bounds.
    public static func integer(in range: ClosedRange<Int>) -> OptionKind {
        let name = "a whole number \(described(range))"
        var schema: JSONObject = ["type": "integer", "minimum": .number(JSONNumber(range.lowerBound))]
        if range.upperBound != .max { schema["maximum"] = .number(JSONNumber(range.upperBound)) }
        return OptionKind(name, schema: schema) { node, path, problems in
            guard case .number(let number) = node.content, let value = number.intValue else {
                return problems.append(.wrongKind(node, name, at: path))
            }
            if !range.contains(value) {
                problems.append(
                    ConfigurationProblem("\(number.literal) is not \(name)", at: path, offset: node.offset))
            }
        }
    }

    /// A span of time, decoded as ``TimeSpan``.
    public static let duration = OptionKind(
        "a duration such as \"30m\"", schema: ["type": "string", "pattern": "^[0-9]+ ?[smhdw]$"]
    ) { node, path, problems in
        do throws(ConfigurationError) {
            _ = try TimeSpan(option: node)
        } catch {
            problems.append(contentsOf: error.placed(at: path, node: node))
        }
    }

    /// A number of bytes, decoded as ``ByteSize``.
    public static let size = OptionKind(
        "a size such as \"10MB\"", schema: ["type": "string", "pattern": "^[0-9]+ ?(B|kB|KB|MB|GB|KiB|MiB|GiB)$"]
    ) { node, path, problems in
        do throws(ConfigurationError) {
            _ = try ByteSize(option: node)
        } catch {
            problems.append(contentsOf: error.placed(at: path, node: node))
        }
    }

    /// One of several words.
    public static func choice(of words: [String]) -> OptionKind {
        let name = "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
        return OptionKind(name, schema: ["enum": .array(words.map(JSONValue.string))]) { node, path, problems in
            guard case .string(let word) = node.content else {
                return problems.append(.wrongKind(node, name, at: path))
            }
            if !words.contains(word) {
                problems.append(
                    ConfigurationProblem(
                        "\"\(word)\" is not known here; \(Spelling.advice(for: word, among: words))", at: path,
                        offset: node.offset))
            }
        }
    }

    private static func described(_ range: ClosedRange<Int>) -> String {
        range.upperBound == .max
            ? "from \(range.lowerBound) up" : "from \(range.lowerBound) to \(range.upperBound)"
    }
}

// MARK: - Compound values

extension OptionKind {
    /// A list of at least so many values of a kind.
    public static func list(of element: OptionKind, atLeast minimum: Int = 0) -> OptionKind {
        let name = "a list, each element \(element.name)"
        let schema: JSONObject = [
            "type": "array", "items": .object(element.schema), "minItems": .number(JSONNumber(minimum)),
        ]
        return OptionKind(name, schema: schema, table: element.table) { node, path, problems in
            guard case .array(let elements) = node.content else {
                return problems.append(.wrongKind(node, name, at: path))
            }
            if elements.count < minimum {
                problems.append(
                    ConfigurationProblem(
                        minimum == 1 ? "the list is empty" : "the list needs at least \(minimum) elements", at: path,
                        offset: node.offset))
            }
            for index in elements.indices { element.check(elements[index], path.appending(index), &problems) }
        }
    }

    /// An object with free names, each with a value of a kind.
    public static func map(of element: OptionKind) -> OptionKind {
        let name = "an object, under each name \(element.name)"
        let schema: JSONObject = ["type": "object", "additionalProperties": .object(element.schema)]
        return OptionKind(name, schema: schema) { node, path, problems in
            guard case .object(let members) = node.content else {
                return problems.append(.wrongKind(node, name, at: path))
            }
            for member in members { element.check(member.value, path.appending(member.name), &problems) }
        }
    }

    /// An object with a table of its own.
    public static func record(_ table: OptionTable) -> OptionKind {
        OptionKind("an object", schema: table.schema, table: table) { node, path, problems in
            table.check(node, at: path, into: &problems)
        }
    }

    /// A value of one of several kinds that can be told apart by their JSON type.
    public static func either(_ kinds: OptionKind...) -> OptionKind {
        let name = kinds.map(\.name).joined(separator: " or ")
        let schema: JSONObject = ["anyOf": .array(kinds.map { .object($0.schema) })]
        return OptionKind(name, schema: schema, table: kinds.compactMap(\.table).first) { node, path, problems in
            var attempts: [[ConfigurationProblem]] = []
            for kind in kinds {
                var found: [ConfigurationProblem] = []
                kind.check(node, path, &found)
                if found.isEmpty { return }
                attempts.append(found)
            }
            // A mistake further down belongs to the one kind whose JSON type fits.
            let deep = attempts.filter { $0.contains { $0.path != path } }
            if deep.count == 1, let only = deep.first {
                problems.append(contentsOf: only)
            } else {
                problems.append(.wrongKind(node, name, at: path))
            }
        }
    }

    /// Any JSON value.
    public static let json = OptionKind("any value", schema: [:]) { _, _, _ in }
}

// MARK: - Messages

extension ConfigurationProblem {
    /// The message for a value of a wrong kind.
    public static func wrongKind(
        _ node: JSONNode, _ expected: String, at path: ConfigurationPath
    ) -> ConfigurationProblem {
        let found =
            switch node.content {
            case .string(let text): "\"\(text)\""
            case .number(let number): number.literal
            case .bool(let value): "\(value)"
            default: node.value.kindName
            }
        return ConfigurationProblem("\(found) stands where \(expected) is expected", at: path, offset: node.offset)
    }
}

extension ConfigurationError {
    /// The problems with their paths put below `path`, each at the node's place unless it has one.
    package func placed(at path: ConfigurationPath, node: JSONNode) -> [ConfigurationProblem] {
        problems.map { problem in
            ConfigurationProblem(
                problem.message, at: ConfigurationPath(path.components + problem.path.components),
                offset: problem.offset ?? node.descendant(problem.path)?.offset ?? node.offset)
        }
    }
}

extension JSONNode {
    /// The value at a path below this one; nil where there is none.
    package func descendant(_ path: ConfigurationPath) -> JSONNode? {
        var node = self
        for component in path.components {
            switch (component, node.content) {
            case (.key(let name), _):
                guard let member = node.member(name) else { return nil }
                node = member.value
            case (.index(let index), .array(let elements)) where elements.indices.contains(index):
                node = elements[index]
            default: return nil
            }
        }
        return node
    }
}
