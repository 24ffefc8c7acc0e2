import EntryConditions
import FeedJSON
import TributaryPluginKit

/// The option `values`: texts by field; none where a field is to be taken away.
struct FixedValues: OptionDecodable, Sendable {
    let texts: [EditableField: [String]]

    /// What may stand in the configuration.
    static let kind = OptionKind(
        "an object with a value under each field",
        schema: [
            "type": "object",
            "properties": .object(
                JSONObject(EditableField.allCases.map { JSONMember(name: $0.rawValue, value: .object(schema(of: $0))) })
            ),
            "additionalProperties": false,
        ]
    ) { node, path, problems in
        guard case .object(let members) = node.content else {
            return problems.append(.wrongKind(node, "an object with a value under each field", at: path))
        }
        for member in members {
            guard let field = EditableField.checked(member, at: path, into: &problems) else { continue }
            do throws(ConfigurationError) {
                _ = try texts(member.value, of: field)
            } catch {
                problems.append(contentsOf: error.placed(at: path.appending(member.name), node: member.value))
            }
        }
    }

    init(option node: JSONNode) throws(ConfigurationError) {
        var texts: [EditableField: [String]] = [:]
        if case .object(let members) = node.content {
            for member in members {
                guard let field = EditableField(rawValue: member.name) else { continue }
                texts[field] = try Self.texts(member.value, of: field)
            }
        }
        self.texts = texts
    }

    private static func schema(of field: EditableField) -> JSONObject {
        switch field.kind {
        case .list: ["type": ["array", "null"], "items": ["type": "string", "minLength": 1]]
        case .text, .html, .url: ["type": ["string", "null"], "minLength": 1]
        }
    }

    private static func texts(_ node: JSONNode, of field: EditableField) throws(ConfigurationError) -> [String] {
        switch (node.content, field.kind) {
        case (.null, _): return []
        case (.array(let elements), .list):
            let texts = elements.compactMap(\.value.stringValue).filter { !$0.isEmpty }
            if texts.count == elements.count { return texts }
            throw ConfigurationError([.wrongKind(node, "a list of texts that are not empty", at: ConfigurationPath())])
        case (.string(let text), .url):
            guard let url = EditableField.usableURL(text) else {
                throw ConfigurationError("\"\(text)\" is no absolute URL; write one with http or https")
            }
            return [url]
        case (.string(let text), .text), (.string(let text), .html):
            if !text.isEmpty { return [text] }
            throw ConfigurationError("the text is empty; null takes the field away")
        default:
            let expected = field.kind == .list ? "a list of texts or null" : "a text or null"
            throw ConfigurationError([.wrongKind(node, expected, at: ConfigurationPath())])
        }
    }
}
