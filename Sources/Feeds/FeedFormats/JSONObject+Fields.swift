public import FeedJSON

/// Setting members only where there is a value, as extension objects want it.
extension JSONObject {
    /// Sets a text unless it is nil.
    public mutating func set(_ name: String, _ text: String?) {
        if let text { self[name] = .string(text) }
    }

    /// Sets a whole number unless it is nil.
    public mutating func set(_ name: String, _ number: Int?) {
        if let number { self[name] = .number(JSONNumber(number)) }
    }

    /// Sets a number unless it is nil or no number.
    public mutating func set(_ name: String, _ number: Double?) {
        if let number = number.flatMap(JSONNumber.init) { self[name] = .number(number) }
    }

    /// Sets yes or no unless it is nil.
    public mutating func set(_ name: String, _ bool: Bool?) {
        if let bool { self[name] = .bool(bool) }
    }

    /// Sets an object unless it is empty.
    public mutating func set(_ name: String, _ object: JSONObject) {
        if !object.isEmpty { self[name] = .object(object) }
    }

    /// Sets a list unless it is empty.
    public mutating func set(_ name: String, _ objects: [JSONObject]) {
        if !objects.isEmpty { self[name] = .array(objects.map(JSONValue.object)) }
    }

    /// Sets a list of texts unless it is empty.
    public mutating func set(_ name: String, _ texts: [String]) {
        if !texts.isEmpty { self[name] = .array(texts.map(JSONValue.string)) }
    }
}
