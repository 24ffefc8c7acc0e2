import FeedJSON
import FeedModel

/// A field that a condition can ask for, by the name that the configuration gives it.
struct EntryField: Sendable {
    /// What a field holds, which decides the operators that it takes.
    enum Kind: Sendable {
        case text, texts, number, numbers, date, elements
        /// A value of an extension object, whose kind only the entry knows.
        case json

        /// What messages call it, with its article.
        var name: String {
            switch self {
            case .text: "a text"
            case .texts: "a list of texts"
            case .number: "a number"
            case .numbers: "a list of numbers"
            case .date: "a date"
            case .elements: "a list of objects"
            case .json: "an extension's value"
            }
        }
    }

    let name: String
    let kind: Kind
    /// What the entry has; cheap unless the field is computed.
    let read: @Sendable (Entry) -> FieldValues
    /// Whether reading takes time in proportion to the entry's text.
    let isComputed: Bool
    /// The place in ``known``; nil for a path into an extension object.
    var slot: Int?

    /// The field with a name; nil where there is none.
    init?(named name: String) {
        if let slot = Self.known.firstIndex(where: { $0.name == name }) {
            self = Self.known[slot]
            self.slot = slot
        } else if let field = Self.extensionField(name) {
            self = field
        } else {
            return nil
        }
    }

    private init(
        _ name: String, _ kind: Kind, isComputed: Bool = false, read: @escaping @Sendable (Entry) -> FieldValues
    ) {
        self.name = name
        self.kind = kind
        self.isComputed = isComputed
        self.read = read
    }

    static func text(_ name: String, _ read: @escaping @Sendable (Entry) -> String?) -> EntryField {
        EntryField(name, .text) { .text(read($0)) }
    }

    static func computedText(_ name: String, _ read: @escaping @Sendable (Entry) -> String?) -> EntryField {
        EntryField(name, .text, isComputed: true) { .text(read($0)) }
    }

    static func texts(_ name: String, _ read: @escaping @Sendable (Entry) -> [String]) -> EntryField {
        EntryField(name, .texts) { .texts(read($0)) }
    }

    static func number(_ name: String, _ read: @escaping @Sendable (Entry) -> Double?) -> EntryField {
        EntryField(name, .number) { .number(read($0)) }
    }

    static func numbers(_ name: String, _ read: @escaping @Sendable (Entry) -> [Double]) -> EntryField {
        EntryField(name, .numbers) { .numbers(read($0)) }
    }

    static func date(_ name: String, _ read: @escaping @Sendable (Entry) -> Timestamp?) -> EntryField {
        EntryField(name, .date) { .date(read($0)) }
    }

    static func elements(_ name: String, _ read: @escaping @Sendable (Entry) -> Int) -> EntryField {
        EntryField(name, .elements) { .elements(read($0)) }
    }
}

// MARK: - Paths into extension objects

extension EntryField {
    /// A path such as `_media.rating`, `authors._profile.id` or `attachments._media.width`.
    private static func extensionField(_ name: String) -> EntryField? {
        let path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard path.allSatisfy({ !$0.isEmpty }), let root = path.first, root != "_tributary" else { return nil }
        if root.hasPrefix("_") {
            return EntryField(name, .json) { .json(JSONValue.object($0.extensions).values(at: path[...])) }
        }
        let below = path.dropFirst()
        guard below.first?.hasPrefix("_") == true else { return nil }
        switch root {
        case "authors":
            return EntryField(name, .json) { entry in
                .json(entry.authors.flatMap { JSONValue.object($0.extensions).values(at: below) })
            }
        case "attachments":
            return EntryField(name, .json) { entry in
                .json(entry.attachments.flatMap { JSONValue.object($0.extensions).values(at: below) })
            }
        default: return nil
        }
    }
}
