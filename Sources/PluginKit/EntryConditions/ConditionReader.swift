import FeedJSON
import FeedText
import TributaryPluginKit

/// Reads a condition and notes every mistake in it; where one was noted, what it returns is a placeholder.
struct ConditionReader {
    /// How deep `all`, `any` and `not` may be nested.
    static let depthLimit = 64

    private(set) var problems: [ConfigurationProblem] = []

    /// Reads an object of parts, all of which must hold.
    mutating func condition(_ node: JSONNode, at path: ConfigurationPath, depth: Int = 0) -> Condition.Node {
        guard case .object(let members) = node.content else {
            problems.append(.wrongKind(node, Self.kindName, at: path))
            return .all([])
        }
        if members.isEmpty { note("the condition is empty; write \(Self.kindName)", at: path, node.offset) }
        if depth > Self.depthLimit {
            note("the condition is nested deeper than \(Self.depthLimit) levels", at: path, node.offset)
            return .all([])
        }
        let parts = distinct(members, at: path).map { part($0, at: path.appending($0.name), depth: depth) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    static let kindName = "a condition such as {\"title\": {\"contains\": \"swift\"}}"
}

// MARK: - Parts

extension ConditionReader {
    private mutating func part(_ member: JSONNode.Member, at path: ConfigurationPath, depth: Int) -> Condition.Node {
        switch member.name {
        case "all": return .all(list(member.value, at: path, depth: depth))
        case "any": return .any(list(member.value, at: path, depth: depth))
        case "not": return .not(condition(member.value, at: path, depth: depth + 1))
        default: break
        }
        guard let field = EntryField(named: member.name) else {
            let allowed = ["all", "any", "not"] + EntryField.known.map(\.name)
            note("unknown field; \(Spelling.advice(for: member.name, among: allowed))", at: path, member.nameOffset)
            return .all([])
        }
        guard case .object(let operators) = member.value.content else {
            let example = "{\"\(ConditionOperator.names(for: field.kind)[0])\": …}"
            problems.append(.wrongKind(member.value, "an object of operators such as \(example)", at: path))
            return .all([])
        }
        if operators.isEmpty {
            note("no operator is given; \(Self.operators(of: field))", at: path, member.value.offset)
        }
        let tests = distinct(operators, at: path).compactMap { test($0, of: field, at: path.appending($0.name)) }
        return tests.count == 1 ? .test(tests[0]) : .all(tests.map { .test($0) })
    }

    private mutating func list(_ node: JSONNode, at path: ConfigurationPath, depth: Int) -> [Condition.Node] {
        guard case .array(let elements) = node.content else {
            problems.append(.wrongKind(node, "a list of conditions", at: path))
            return []
        }
        if elements.isEmpty { note("the list is empty", at: path, node.offset) }
        return elements.indices.map { condition(elements[$0], at: path.appending($0), depth: depth + 1) }
    }

    private mutating func test(
        _ member: JSONNode.Member, of field: EntryField, at path: ConfigurationPath
    ) -> FieldTest? {
        guard let asked = ConditionOperator(rawValue: member.name) else {
            let allowed = ConditionOperator.names(for: field.kind)
            note("unknown operator; \(Spelling.advice(for: member.name, among: allowed))", at: path, member.nameOffset)
            return nil
        }
        guard asked.applies(to: field.kind) else {
            note(
                "\"\(asked.rawValue)\" does not apply to \(field.name), which is \(field.kind.name); "
                    + Self.operators(of: field), at: path, member.nameOffset)
            return nil
        }
        let value = member.value
        guard let question = question(asked, value, of: field.kind, at: path) else { return nil }
        return FieldTest(
            field: field, question: question, words: Self.words(for: question, asked, value, field),
            offset: member.nameOffset)
    }

    private static func words(
        for question: FieldTest.Question, _ asked: ConditionOperator, _ value: JSONNode, _ field: EntryField
    ) -> (holding: String, failing: String) {
        let (holding, failing) = asked.verbs
        switch question {
        case .exists(true): return ("\(field.name) \(holding)", "\(field.name) \(failing)")
        case .exists(false): return ("\(field.name) \(failing)", "\(field.name) \(holding)")
        default:
            return (
                "\(field.name) \(holding) \(written(value))", "\(field.name) \(failing) \(written(value))"
            )
        }
    }

    /// The members without those whose name stands there a second time.
    private mutating func distinct(_ members: [JSONNode.Member], at path: ConfigurationPath) -> [JSONNode.Member] {
        var seen: Set<String> = []
        return members.filter { member in
            if seen.insert(member.name).inserted { return true }
            note("the key stands here twice; keep one of them", at: path.appending(member.name), member.nameOffset)
            return false
        }
    }

    private static func operators(of field: EntryField) -> String {
        "write " + ConditionOperator.names(for: field.kind).map { "\"\($0)\"" }.joined(separator: ", ")
    }

    private static func written(_ node: JSONNode) -> String {
        switch node.content {
        case .string(let text): "\"\(text)\""
        case .number(let number): number.literal
        case .bool(let value): "\(value)"
        default: node.value.kindName
        }
    }

    mutating func note(_ message: String, at path: ConfigurationPath, _ offset: Int) {
        problems.append(ConfigurationProblem(message, at: path, offset: offset))
    }

    mutating func note(_ problem: ConfigurationProblem) {
        problems.append(problem)
    }
}
