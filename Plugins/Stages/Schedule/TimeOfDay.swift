import FeedJSON
import FeedText
import TributaryPluginKit

/// A time as a clock shows it, `00:00` to `24:00`.
struct TimeOfDay: OptionDecodable, Sendable, Comparable {
    /// Minutes after midnight, 0 to 1440.
    let minutes: Int

    /// What may stand in the configuration.
    static let kind = OptionKind(
        "a time such as \"07:30\"", schema: ["type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$"]
    ) { node, path, problems in
        if (try? TimeOfDay(option: node)) == nil {
            problems.append(.wrongKind(node, "a time such as \"07:30\"", at: path))
        }
    }

    init(option node: JSONNode) throws(ConfigurationError) {
        let text = Array((node.value.stringValue ?? "").utf8)
        guard text.count == 5, text[2] == UInt8(ascii: ":"), let hour = text.span.decimalNumber(in: 0..<2),
            let minute = text.span.decimalNumber(in: 3..<5), minute < 60, hour * 60 + minute <= 1440
        else { throw ConfigurationError([.wrongKind(node, "a time such as \"07:30\"", at: ConfigurationPath())]) }
        minutes = hour * 60 + minute
    }

    static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }
}

/// Whose clock counts.
enum Zone: OptionDecodable, Sendable {
    case local
    /// So many seconds east of UTC.
    case fixed(Int)

    private static let name = "\"local\", \"UTC\" or an offset such as \"+09:00\""

    /// What may stand in the configuration.
    static let kind = OptionKind(
        name, schema: ["type": "string", "pattern": "^local$|^UTC$|^[+-](0[0-9]|1[0-4]):[0-5][0-9]$"]
    ) { node, path, problems in
        if (try? Zone(option: node)) == nil { problems.append(.wrongKind(node, name, at: path)) }
    }

    init(option node: JSONNode) throws(ConfigurationError) {
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
    func offset(at seconds: Int64) -> Int {
        switch self {
        case .local: LocalZone.offset(at: seconds)
        case .fixed(let offset): offset
        }
    }
}
