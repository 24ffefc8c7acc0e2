public import FeedJSON
import FeedText

/// Whose clock counts.
public enum Zone: OptionDecodable, Sendable {
    /// That of the machine.
    case local
    /// So many seconds east of UTC.
    case fixed(Int)

    private static let name = "\"local\", \"UTC\" or an offset such as \"+09:00\""

    /// What may stand in the configuration.
    public static let kind = OptionKind(
        name, schema: ["type": "string", "pattern": "^local$|^UTC$|^[+-](0[0-9]|1[0-4]):[0-5][0-9]$"]
    ) { node, path, problems in
        if (try? Zone(option: node)) == nil { problems.append(.wrongKind(node, name, at: path)) }
    }

    /// Reads the name or the offset.
    public init(option node: JSONNode) throws(ConfigurationError) {
        let text = node.value.stringValue ?? ""
        let bytes = Array(text.utf8)
        if text == "local" {
            self = .local
        } else if text == "UTC" {
            self = .fixed(0)
        } else if bytes.count == 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
            bytes[3] == UInt8(ascii: ":"), let hours = bytes.span.decimalNumber(in: 1..<3), hours <= 14,
            let minutes = bytes.span.decimalNumber(in: 4..<6), minutes < 60
        {
            self = .fixed((bytes[0] == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60))
        } else {
            throw ConfigurationError([.wrongKind(node, Self.name, at: ConfigurationPath())])
        }
    }

    /// Seconds east of UTC at an instant.
    public func offset(at seconds: Int64) -> Int {
        switch self {
        case .local: LocalZone.offset(at: seconds)
        case .fixed(let offset): offset
        }
    }
}
