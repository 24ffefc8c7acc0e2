/// A JSON value without its place: what extension objects of a feed, cursors and receipts are made of (RFC 8259).
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

// MARK: - Reading a value

extension JSONValue {
    /// The text of a string; nil for every other kind.
    public var stringValue: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The truth value of a boolean; nil for every other kind.
    public var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The number as an integer; nil for every other kind, and for a number that is no integer or out of range.
    public var intValue: Int? {
        guard case .number(let number) = self else { return nil }
        return number.intValue
    }

    /// The number as the nearest double; nil for every other kind.
    public var doubleValue: Double? {
        guard case .number(let number) = self else { return nil }
        return number.doubleValue
    }

    /// The elements of an array; nil for every other kind.
    public var arrayValue: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members of an object; nil for every other kind.
    public var objectValue: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }

    /// What a message calls the kind of this value, with its article.
    public var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

// MARK: - Literals

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// The value `null`.
    public init(nilLiteral: ()) { self = .null }

    /// A boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// A number without a fraction.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }

    /// A number; `null` for infinities and NaN, which JSON cannot write.
    public init(floatLiteral value: Double) { self = JSONNumber(value).map(JSONValue.number) ?? .null }

    /// A list.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// An object with its members in the order of the literal.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONMember(name: $0.0, value: $0.1) }))
    }
}
