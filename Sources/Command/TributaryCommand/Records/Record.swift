import FeedJSON
import FeedModel
import FeedText

/// One of the things that a command lists: its facts in the order of the columns.
struct Record: Sendable {
    /// A fact.
    struct Field: Sendable {
        /// What the column and the member are called.
        var name: String
        /// What is to be said.
        var value: Value
    }

    /// What is said in a field.
    enum Value: Sendable {
        case none
        case text(String)
        case number(Int)
        case flag(Bool)
        case list([String])
        case date(Timestamp)
    }

    /// The facts.
    var fields: [Field]
}

extension Record.Value {
    /// The text, if there is one.
    init(_ text: String?) { self = text.map { .text($0) } ?? .none }

    /// The date, if there is one.
    init(_ date: Timestamp?) { self = date.map { .date($0) } ?? .none }

    /// The value in one line for scripts.
    var line: String {
        switch self {
        case .none: ""
        case .text(let text): DisplayText.singleLine(text)
        case .number(let number): String(number)
        case .flag(let isSet): isSet ? "yes" : "no"
        case .list(let texts): texts.map(DisplayText.singleLine).joined(separator: ", ")
        case .date(let date): date.rfc3339
        }
    }

    /// The value in one line for people: dates as a clock on the wall shows them.
    var cell: String {
        guard case .date(let date) = self else { return line }
        let local = Timestamp(seconds: date.seconds, offset: Int32(clamping: LocalZone.offset(at: date.seconds)))
        let text = local.rfc3339
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }

    /// The value in JSON.
    var json: JSONValue {
        switch self {
        case .none: .null
        case .text(let text): .string(text)
        case .number(let number): .number(JSONNumber(number))
        case .flag(let isSet): .bool(isSet)
        case .list(let texts): .array(texts.map(JSONValue.string))
        case .date(let date): .string(date.rfc3339)
        }
    }
}
