import FeedJSON
import FeedModel
import FeedText
import TributaryEngine

/// What sinks are owed, as people and programs read it.
enum OutboxListing {
    /// The widest that a title is shown.
    private static let titleColumns = 48

    /// One line for each delivery under a line of names; titles are cut, reasons stand whole at the end.
    static func table(_ owed: [OwedDelivery]) -> String {
        var rows = [["ID", "SINK", "STATE", "ENTRY", "TITLE", "REASON"]]
        rows += owed.map { delivery in
            [
                "\(delivery.id)", delivery.sink, delivery.state.name, "#\(delivery.entry)",
                DisplayWidth.truncated(shownTitle(of: delivery), toColumns: titleColumns), delivery.explanation,
            ].map(DisplayText.singleLine)
        }
        let widths = (0..<rows[0].count).map { column in
            rows.map { DisplayWidth.columns(of: $0[column]) }.max() ?? 0
        }
        return rows.map { row in
            let cells = zip(row, widths).map { DisplayWidth.padded($0, toColumns: $1) }
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }
        .joined()
    }

    /// One object a line.
    static func json(_ owed: [OwedDelivery]) -> [UInt8] {
        var writer = JSONWriter()
        for delivery in owed {
            var object: JSONObject = [
                "id": .number(JSONNumber(Int(delivery.id))), "sink": .string(delivery.sink),
                "state": .string(delivery.state.name), "tries": .number(JSONNumber(delivery.tries)),
                "entry": .number(JSONNumber(Int(delivery.entry))),
                "feed": .string(URLText.redacted(delivery.feed)),
            ]
            object["title"] = delivery.title.map(JSONValue.string)
            switch delivery.state {
            case .pending, .parked: break
            case .waiting(let time, let reason):
                object["until"] = .string(time.rfc3339)
                object["reason"] = .string(reason)
            case .dead(let reason, let time):
                object["since"] = .string(time.rfc3339)
                object["reason"] = .string(reason)
                if delivery.isParked { object["sink_has_left"] = true }
            }
            writer.value(.object(object))
            writer.endLine()
        }
        return writer.bytes
    }

    private static func shownTitle(of delivery: OwedDelivery) -> String {
        delivery.title ?? "(\(URLText.redacted(delivery.feed)))"
    }
}

extension OwedDelivery.State {
    fileprivate var name: String {
        switch self {
        case .pending: "pending"
        case .waiting: "waiting"
        case .parked: "parked"
        case .dead: "dead"
        }
    }

}

extension OwedDelivery {
    /// Why it has come to this; empty where nothing is wrong.
    fileprivate var explanation: String {
        switch state {
        case .pending: ""
        case .parked: "the sink is not in the configuration"
        case .waiting(let time, let reason): "until \(time.rfc3339): \(reason)"
        case .dead(let reason, _): reason + (isParked ? "; the sink is not in the configuration" : "")
        }
    }
}
