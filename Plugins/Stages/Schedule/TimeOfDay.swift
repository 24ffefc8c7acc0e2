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
