package import FeedJSON
package import TributaryPluginKit

/// Where a map finds the values of a field: a path into JSON, a selector, whatever an adapter makes of a text.
package protocol EntryMapSource: Sendable {
    /// Reads what a user wrote for a field.
    init(parsing text: String, for field: EntryMapField) throws(ConfigurationError)
}

/// Which fields of an entry are found where; of several places for one field the first that has a value counts.
package struct EntryMap<Source: EntryMapSource>: Sendable, OptionDecodable {
    /// One field and its sources.
    package struct Rule: Sendable {
        /// The field.
        package var field: EntryMapField
        /// Where it may be found, at least one.
        package var sources: [Source]
    }

    /// The rules in the order in which they were written.
    package let rules: [Rule]
    /// One text for equal maps.
    package let canonicalText: String

    /// The table of an option that takes a map; it finds every source that cannot be read.
    package static var table: OptionTable {
        OptionTable(
            EntryMapField.allCases.map { field in
                let source = OptionKind.text { text throws(ConfigurationError) in
                    _ = try Source(parsing: text, for: field)
                }
                return Option(field.rawValue, .oneOrMore(of: source), field.summary)
            })
    }

    /// Reads an object that was checked by ``table``.
    package init(option node: JSONNode) throws(ConfigurationError) {
        guard case .object(let members) = node.content else {
            throw ConfigurationError("a map is an object")
        }
        var rules: [Rule] = []
        for member in members {
            guard let field = EntryMapField(rawValue: member.name) else { continue }
            let texts: [JSONNode] =
                if case .array(let elements) = member.value.content { elements } else { [member.value] }
            let sources = try texts.map { text throws(ConfigurationError) in
                try Source(parsing: text.value.stringValue ?? "", for: field)
            }
            rules.append(Rule(field: field, sources: sources))
        }
        self.rules = rules
        canonicalText = node.value.canonicalText
    }

    /// The texts of an item by field: of each field those of the first source that has any.
    ///
    /// - Parameter texts: all that a source finds, empty ones left out.
    package func values(_ texts: (Source, EntryMapField) -> [String]) -> [EntryMapField: [String]] {
        var values: [EntryMapField: [String]] = [:]
        for rule in rules {
            for source in rule.sources {
                let found = texts(source, rule.field)
                guard !found.isEmpty else { continue }
                values[rule.field] = found
                break
            }
        }
        return values
    }

    /// The first source of a field, which messages are about; nil where the map does not name it.
    package func source(of field: EntryMapField) -> Source? {
        rules.first { $0.field == field }?.sources.first
    }
}
