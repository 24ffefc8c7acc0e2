public import FeedJSON
public import TributaryPluginKit

extension Condition: OptionDecodable {
    /// Reads a condition; texts are folded and patterns compiled here, once.
    ///
    /// - Throws: every mistake, with paths relative to the node.
    public init(option node: JSONNode) throws(ConfigurationError) {
        var reader = ConditionReader()
        root = reader.condition(node, at: ConfigurationPath())
        guard reader.problems.isEmpty else { throw ConfigurationError(reader.problems) }
    }
}

extension OptionKind {
    /// A condition on entries, decoded as ``Condition``.
    public static let condition = OptionKind(ConditionReader.kindName, schema: Condition.schema) {
        node, path, problems in
        var reader = ConditionReader()
        _ = reader.condition(node, at: path)
        problems.append(contentsOf: reader.problems)
    }
}

extension Condition {
    /// The JSON Schema of the outer object; parts further in are objects of any form.
    fileprivate static var schema: JSONObject {
        let part: JSONValue = ["type": "object", "minProperties": 1]
        let parts: JSONValue = ["type": "array", "minItems": 1, "items": part]
        var properties: JSONObject = ["all": parts, "any": parts, "not": part]
        for field in EntryField.known {
            let operators = ConditionOperator.names(for: field.kind).map { ($0, JSONValue.object([:])) }
            let object = JSONObject(operators.map { JSONMember(name: $0.0, value: $0.1) })
            properties[field.name] = [
                "type": "object", "minProperties": 1, "properties": .object(object), "additionalProperties": false,
            ]
        }
        return [
            "type": "object", "minProperties": 1, "properties": .object(properties),
            "patternProperties": ["^((authors|attachments)\\.)?_": part], "additionalProperties": false,
        ]
    }
}
