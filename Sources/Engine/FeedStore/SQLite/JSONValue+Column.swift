import CSQLite
import FeedJSON
import FeedText

extension Row {
    /// The next column as JSON: bytes as an object, as their text if they are UTF-8, else as hexadecimal digits; nil for
    /// NULL.
    mutating func value() -> JSONValue? {
        switch type() {
        case SQLITE_INTEGER: return .number(JSONNumber(Int(integer())))
        case SQLITE_FLOAT: return optionalDouble().flatMap { JSONNumber($0) }.map(JSONValue.number)
        case SQLITE_TEXT: return .string(text())
        case SQLITE_BLOB:
            let bytes = bytes()
            if let text = String(validating: bytes, as: UTF8.self) { return .object(["text": .string(text)]) }
            return .object(["hex": .string(Self.hexadecimal(bytes))])
        default:
            _ = optionalInteger()
            return nil
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
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
            switch (object["text"], object["hex"]) {
            case (.string(let text)?, nil): bind(Array(text.utf8))
            case (nil, .string(let digits)?):
                guard let bytes = Self.bytes(hexadecimal: digits) else { return false }
                bind(bytes)
            default: return false
            }
        case .null, .bool, .array: return false
        }
        return true
    }

    private static func bytes(hexadecimal text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 2)
        var high: UInt8?
        for digit in text.utf8 {
            guard let value = digit.hexadecimalValue else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? bytes : nil
    }
}
