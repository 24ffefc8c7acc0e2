import EntryMessages
import EntryViews
import FeedJSON
import FeedModel
import FeedText
import TributaryPluginKit

/// What stands above the text of a file, in YAML: what is known of an entry, or what the configuration asks for.
///
/// JSON is YAML too, and in quotes nothing of a feed can be a key or end the front matter.
struct FrontMatter: Sendable {
    private enum Value: Sendable {
        case constant(JSONValue)
        case text(MessageTemplate)
        case list([Element])
    }

    private enum Element: Sendable {
        case text(MessageTemplate)
        /// Each author or tag is an element.
        case each(String)
    }

    private let members: [(key: String, value: Value)]?

    /// The option, as it is documented.
    static let option = Option(
        "front_matter", .map(of: .either(.text, .boolean, .list(of: .text))),
        "What stands above the text instead: under each key a template, a list of templates, or true or false.")

    /// Names that stand for several texts each.
    private static let manifold = ["authors", "tags"]

    /// The front matter that an option asks for; nil for the usual one.
    ///
    /// - Throws: what is no template, at its place below `front_matter`.
    init(option value: JSONValue?) throws(ConfigurationError) {
        guard let object = value?.objectValue else {
            members = nil
            return
        }
        var members: [(key: String, value: Value)] = []
        for member in object.members {
            let path = ConfigurationPath([.key("front_matter"), .key(member.name)])
            guard !DisplayText.singleLine(member.name).isEmpty else {
                throw ConfigurationError("a key has a name that can be seen", at: path)
            }
            members.append((member.name, try Self.value(member.value, at: path)))
        }
        self.members = members
    }

    /// The lines for a delivery, with those that begin and end it; what has no value is left out.
    func lines(for delivery: Delivery) -> [String] {
        let values = members.map { Self.filled($0, EntryTexts(delivery)) } ?? Self.usual(of: delivery.entry)
        return ["---"] + values.map { "\(Self.key($0.key)): \(Self.escaped($0.value))" } + ["---"]
    }
}

// MARK: - Templates

extension FrontMatter {
    private static func value(_ value: JSONValue, at path: ConfigurationPath) throws(ConfigurationError) -> Value {
        switch value {
        case .string(let text): return .text(try MessageTemplate(text, naming: EntryTexts.names, at: path))
        case .array(let elements):
            var list: [Element] = []
            for (place, element) in elements.enumerated() {
                let text = element.stringValue ?? ""
                if let name = manifold.first(where: { text == "{{\($0)}}" }) {
                    list.append(.each(name))
                } else {
                    list.append(
                        .text(try MessageTemplate(text, naming: EntryTexts.names, at: path.appending(place))))
                }
            }
            return .list(list)
        default: return .constant(value)
        }
    }

    private static func filled(
        _ members: [(key: String, value: Value)], _ texts: EntryTexts
    ) -> [(key: String, value: JSONValue)] {
        members.compactMap { member in
            switch member.value {
            case .constant(let value): return (member.key, value)
            case .text(let template): return line(template.filled { texts[$0] }).map { (member.key, .string($0)) }
            case .list(let elements):
                let lines = elements.flatMap { element in
                    switch element {
                    case .text(let template): [template.filled { texts[$0] }]
                    case .each(let name): name == "tags" ? texts.card.tags : texts.card.authors
                    }
                }
                return list(lines).map { (member.key, $0) }
            }
        }
    }
}

// MARK: - The usual one

extension FrontMatter {
    private static func usual(of entry: Entry) -> [(key: String, value: JSONValue)] {
        let card = EntryCard(entry)
        let all: [(key: String, value: JSONValue?)] = [
            ("title", .string(DisplayText.singleLine(card.title))),
            ("date", entry.datePublished.map { .string($0.rfc3339) }),
            ("updated", entry.dateModified.map { .string($0.rfc3339) }),
            ("url", card.link.map(JSONValue.string)),
            ("feed", card.feedName.map { .string(DisplayText.singleLine($0)) }),
            ("authors", list(card.authors)),
            ("tags", list(card.tags)),
            ("language", entry.language.map { .string(DisplayText.singleLine($0)) }),
            ("id", .string(entry.id)),
        ]
        return all.compactMap { member in member.value.map { (member.key, $0) } }
    }

    private static func list(_ texts: [String]) -> JSONValue? {
        let lines = texts.compactMap(line)
        return lines.isEmpty ? nil : .array(lines.map(JSONValue.string))
    }

    private static func line(_ text: String) -> String? {
        let line = DisplayText.singleLine(text)
        return line.isEmpty ? nil : line
    }

    /// A key in quotes, unless it is a word that means only itself.
    private static func key(_ key: String) -> String {
        let isWord =
            key.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
            && key.utf8.first?.isASCIILetter == true
        let meaning = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
        return isWord && !meaning.contains(key.asciiLowercased) ? key : escaped(.string(DisplayText.singleLine(key)))
    }

    /// A value as JSON in which what cannot be seen is escaped.
    private static func escaped(_ value: JSONValue) -> String {
        String(decoding: HiddenCharacters.escaped(inJSON: value.bytes()), as: UTF8.self)
    }
}
