import EntryConditions
import FeedJSON
public import FeedModel
public import TributaryPluginKit

/// Gives fields fixed values, or what other fields hold.
public struct SetFields: EntryStage {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var values: FixedValues
        var copy: CopiedFields
        var replace: Bool
    }

    /// What people and the engine must know of the stage.
    public static let descriptor = PluginDescriptor(
        name: "set", role: .stage, summary: "gives fields fixed values, or what other fields hold",
        options: [
            Option("values", FixedValues.kind, default: [:], "Values by field; null takes a field away."),
            Option("copy", CopiedFields.kind, default: [:], "By field the field whose value it gets."),
            Option("replace", .boolean, default: true, "Whether fields that have a value get another."),
        ],
        example: #"{"use": "set", "values": {"language": "ja"}}"#)

    private let options: Options

    /// Makes the stage; it has something to do.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        guard !options.values.texts.isEmpty || !options.copy.sources.isEmpty else {
            throw ConfigurationError("there is nothing to set; write \"values\" or \"copy\"")
        }
        if let twice = options.values.texts.keys.first(where: { options.copy.sources[$0] != nil }) {
            throw ConfigurationError(
                "\"\(twice.rawValue)\" has a fixed value too; keep one of them",
                at: ConfigurationPath([.key("copy"), .key(twice.rawValue)]))
        }
        self.options = options
    }

    /// Sets the fields; what is copied is taken from the entry as it came.
    public func apply(_ entry: inout Entry) -> Verdict {
        let original = entry
        for (field, texts) in options.values.texts where isOpen(field, in: original) { field.set(texts, in: &entry) }
        for (field, source) in options.copy.sources where isOpen(field, in: original) {
            let texts = source.texts(of: original, for: field.kind)
            if !texts.isEmpty { field.set(texts, in: &entry) }
        }
        return .keep
    }

    private func isOpen(_ field: EditableField, in entry: Entry) -> Bool {
        options.replace || field.texts(of: entry).isEmpty
    }
}
