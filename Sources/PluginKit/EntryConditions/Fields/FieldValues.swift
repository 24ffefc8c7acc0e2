import FeedJSON
import FeedModel
import FeedText

/// What an entry has under a field.
enum FieldValues {
    case text(String?)
    case texts([String])
    case number(Double?)
    case numbers([Double])
    case date(Timestamp?)
    /// Elements of which only the number counts.
    case elements(Int)
    /// Values of an extension object: several where the path led through lists.
    case json([JSONValue])

    /// Whether there is anything.
    var exist: Bool {
        switch self {
        case .text(let text): text != nil
        case .texts(let texts): !texts.isEmpty
        case .number(let number): number != nil
        case .numbers(let numbers): !numbers.isEmpty
        case .date(let date): date != nil
        case .elements(let count): count > 0
        case .json(let values): values.contains { $0 != .null }
        }
    }

    /// Unicode scalars of a text, elements of a list; 0 where there is nothing.
    var length: Int {
        switch self {
        case .text(let text): text?.unicodeScalars.count ?? 0
        case .texts(let texts): texts.count
        case .number, .date: exist ? 1 : 0
        case .numbers(let numbers): numbers.count
        case .elements(let count): count
        case .json(let values): values.count == 1 ? Self.length(of: values[0]) : values.count
        }
    }

    func containsText<Failure>(where holds: (String) throws(Failure) -> Bool) throws(Failure) -> Bool {
        switch self {
        case .text(let text?): return try holds(text)
        case .texts(let texts):
            for text in texts {
                if try holds(text) { return true }
            }
            return false
        case .json(let values):
            for value in values.flatMap(\.leaves) {
                if case .string(let text) = value, try holds(text) { return true }
            }
            return false
        default: return false
        }
    }

    func containsNumber(where holds: (Double) -> Bool) -> Bool {
        switch self {
        case .number(let number?): holds(number)
        case .numbers(let numbers): numbers.contains(where: holds)
        case .json(let values): values.flatMap(\.leaves).contains { $0.doubleValue.map(holds) ?? false }
        default: false
        }
    }

    func containsDate(where holds: (Timestamp) -> Bool) -> Bool {
        switch self {
        case .date(let date?): holds(date)
        case .json(let values):
            values.flatMap(\.leaves).contains {
                $0.stringValue.flatMap { DateParser.parse($0) }.map { holds(Timestamp($0)) } ?? false
            }
        default: false
        }
    }

    func contains(_ wanted: Bool) -> Bool {
        guard case .json(let values) = self else { return false }
        return values.flatMap(\.leaves).contains(.bool(wanted))
    }

    private static func length(of value: JSONValue) -> Int {
        switch value {
        case .null: 0
        case .string(let text): text.unicodeScalars.count
        case .array(let elements): elements.count
        case .object(let object): object.members.count
        case .bool, .number: 1
        }
    }
}

extension JSONValue {
    /// The value, or where it is a list its elements.
    var leaves: [JSONValue] { arrayValue ?? [self] }

    /// The values at a path below this one; a list on the way stands for each of its elements.
    func values(at path: ArraySlice<String>) -> [JSONValue] {
        guard let name = path.first else { return [self] }
        switch self {
        case .object(let object): return object[name]?.values(at: path.dropFirst()) ?? []
        case .array(let elements): return elements.flatMap { $0.values(at: path) }
        default: return []
        }
    }
}
