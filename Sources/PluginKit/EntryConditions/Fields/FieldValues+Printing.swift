import FeedJSON
import FeedModel

extension FieldValues {
    /// The values as a person reads them: at most five, each at most 60 characters long, without control characters.
    var printed: String {
        let all: [String] =
            switch self {
            case .text(let text): text.map { [Self.quoted($0)] } ?? []
            case .texts(let texts): texts.map(Self.quoted)
            case .number(let number): number.map { [Self.written($0)] } ?? []
            case .numbers(let numbers): numbers.map(Self.written)
            case .date(let date): date.map { [$0.rfc3339] } ?? []
            case .elements(let count): count == 0 ? [] : [count == 1 ? "1 element" : "\(count) elements"]
            case .json(let values): values.flatMap(\.leaves).map(Self.written)
            }
        guard !all.isEmpty else { return "nothing" }
        return all.prefix(5).joined(separator: ", ") + (all.count > 5 ? ", and \(all.count - 5) more" : "")
    }

    private static func quoted(_ text: String) -> String {
        let limit = 60
        var short = ""
        for scalar in text.unicodeScalars.prefix(limit) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: short += " "
            default: short.unicodeScalars.append(scalar)
            }
        }
        return text.unicodeScalars.dropFirst(limit).isEmpty ? "\"\(short)\"" : "\"\(short)…\""
    }

    private static func written(_ number: Double) -> String {
        JSONNumber(number)?.literal ?? "\(number)"
    }

    private static func written(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): quoted(text)
        case .number(let number): number.literal
        case .bool(let value): "\(value)"
        default: value.kindName
        }
    }
}
