import EntryConditions
import FeedHTML
import FeedJSON
import FeedModel
import TributaryPluginKit

/// The option `copy`: by field the one whose value it gets.
struct CopiedFields: OptionDecodable, Sendable {
    let sources: [EditableField: Source]

    /// Where a value comes from.
    enum Source: Sendable, Hashable {
        case field(EditableField)
        case feedTitle

        private static let feedTitleName = "_tributary.feed.title"

        /// Every name of a source.
        static let names = EditableField.allCases.map(\.rawValue) + [feedTitleName]

        init?(_ name: String) {
            if name == Self.feedTitleName {
                self = .feedTitle
            } else if let field = EditableField(rawValue: name) {
                self = .field(field)
            } else {
                return nil
            }
        }

        private var kind: EditableField.Kind {
            switch self {
            case .field(let field): field.kind
            case .feedTitle: .text
            }
        }

        /// Whether its values can be a field's: only a URL is one for sure.
        func fits(_ field: EditableField) -> Bool { field.kind != .url || kind == .url }

        /// What an entry has, in the form of a field of a kind.
        func texts(of entry: Entry, for target: EditableField.Kind) -> [String] {
            let texts =
                switch self {
                case .field(let field): field.texts(of: entry)
                case .feedTitle: [entry.tributary?.feed.title ?? ""].filter { !$0.isEmpty }
                }
            switch (kind, target) {
            case (.html, .html): return texts
            case (.html, .text), (.html, .list), (.html, .url):
                return texts.map { HTMLText.plainText($0, layout: target == .text ? .paragraphs : .singleLine) }
            case (_, .html): return texts.isEmpty ? [] : [HTMLText.escaped(texts.joined(separator: ", "))]
            case (.list, .text): return texts.isEmpty ? [] : [texts.joined(separator: ", ")]
            default: return texts
            }
        }
    }

    /// What may stand in the configuration.
    static let kind = OptionKind(
        "an object with a field under each field",
        schema: [
            "type": "object",
            "properties": .object(
                JSONObject(
                    EditableField.allCases.map { field in
                        let names = Source.names.filter { Source($0)?.fits(field) == true }
                        let schema: JSONObject = ["enum": .array(names.map(JSONValue.string))]
                        return JSONMember(name: field.rawValue, value: .object(schema))
                    })),
            "additionalProperties": false,
        ]
    ) { node, path, problems in
        guard case .object(let members) = node.content else {
            return problems.append(.wrongKind(node, "an object with a field under each field", at: path))
        }
        for member in members {
            guard let field = EditableField.checked(member, at: path, into: &problems) else { continue }
            let names = Source.names.filter { Source($0)?.fits(field) == true && $0 != field.rawValue }
            OptionKind.choice(of: names).check(member.value, path.appending(member.name), &problems)
        }
    }

    init(option node: JSONNode) throws(ConfigurationError) {
        var sources: [EditableField: Source] = [:]
        if case .object(let members) = node.content {
            for member in members {
                guard let field = EditableField(rawValue: member.name) else { continue }
                sources[field] = member.value.value.stringValue.flatMap { Source($0) }
            }
        }
        self.sources = sources
    }
}

extension EditableField {
    /// The field that a member names; nil where a mistake was noted.
    static func checked(
        _ member: JSONNode.Member, at path: ConfigurationPath, into problems: inout [ConfigurationProblem]
    ) -> EditableField? {
        if let field = EditableField(rawValue: member.name) { return field }
        let advice = Spelling.advice(for: member.name, among: allCases.map(\.rawValue))
        problems.append(
            ConfigurationProblem(
                "a field with this name cannot be set; \(advice)", at: path.appending(member.name),
                offset: member.nameOffset))
        return nil
    }
}
