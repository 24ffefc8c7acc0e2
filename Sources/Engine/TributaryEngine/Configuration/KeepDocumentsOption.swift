import FeedJSON
import TributaryPluginKit

/// `{"for": "14d", "up_to": "200MB"}`, or `false` to keep none.
struct KeepDocumentsOption: OptionDecodable {
    /// The limits; nil where no document is kept.
    var limits: DocumentLimits?

    private struct Limits: Decodable {
        var `for`: TimeSpan
        var upTo: ByteSize
    }

    private static let table: OptionTable = [
        Option("for", .duration, default: "14d", "For how long."),
        Option("up_to", .size, default: "200MB", "How many bytes together, as they are kept."),
    ]

    /// What may stand there.
    static let kind = OptionKind.either(.choice(of: [false]), .record(table))

    init(option node: JSONNode) throws(ConfigurationError) {
        if case .bool(false) = node.content { return }
        let said = try OptionDecoder.decode(Limits.self, from: node, table: Self.table)
        limits = DocumentLimits(age: said.for.seconds, size: said.upTo.bytes)
    }
}

extension OptionKind {
    /// The one Boolean that means something.
    fileprivate static func choice(of value: [Bool]) -> OptionKind {
        let name = value.map { "\($0)" }.joined(separator: " or ")
        return OptionKind(name, schema: ["enum": .array(value.map(JSONValue.bool))]) { node, path, problems in
            guard case .bool(let said) = node.content, value.contains(said) else {
                return problems.append(.wrongKind(node, name, at: path))
            }
        }
    }
}
