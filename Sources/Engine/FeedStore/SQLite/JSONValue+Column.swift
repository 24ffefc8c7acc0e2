import CSQLite
import FeedJSON

extension Row {
    /// The next column as JSON: bytes as an object, with their text if they are UTF-8; nil for NULL.
    mutating func value() -> JSONValue? {
        switch type() {
        case SQLITE_INTEGER: return .number(JSONNumber(Int(integer())))
        case SQLITE_FLOAT: return optionalDouble().flatMap { JSONNumber($0) }.map(JSONValue.number)
        case SQLITE_TEXT: return .string(text())
        case SQLITE_BLOB:
            let bytes = bytes()
            if let text = String(validating: bytes, as: UTF8.self) { return .object(["text": .string(text)]) }
            return .object(["bytes": .array(bytes.map { .number(JSONNumber(Int($0))) })])
        default:
            _ = optionalInteger()
            return nil
        }
    }
}

extension Statement {
    /// Binds what ``Row/value()`` has made; false for anything else.
    func bind(_ value: JSONValue) -> Bool {
        switch value {
        case .string(let text): bind(text)
        case .number(let number):
            if let integer = Int64(number.literal) { bind(integer) } else { bind(number.doubleValue) }
        case .object(let object):
            switch (object["text"], object["bytes"]) {
            case (.string(let text)?, nil): bind(Array(text.utf8))
            case (nil, .array(let elements)?):
                let bytes = elements.compactMap { element -> UInt8? in
                    guard case .number(let number) = element else { return nil }
                    return number.intValue.flatMap(UInt8.init(exactly:))
                }
                guard bytes.count == elements.count else { return false }
                bind(bytes)
            default: return false
            }
        case .null, .bool, .array: return false
        }
        return true
    }
}
