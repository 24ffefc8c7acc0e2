extension JSONReader {
    /// The next value as a whole.
    public mutating func value(in source: Span<UInt8>) throws(JSONSyntaxError) -> JSONValue {
        switch try peek(in: source) {
        case .null:
            try null(in: source)
            return .null
        case .bool: return .bool(try bool(in: source))
        case .number: return .number(try number(in: source))
        case .string: return .string(try string(in: source))
        case .array:
            var elements: [JSONValue] = []
            try beginArray(in: source)
            while try nextElement(in: source) { elements.append(try value(in: source)) }
            return .array(elements)
        case .object:
            var members: [JSONMember] = []
            try beginObject(in: source)
            while let name = try nextName(in: source) {
                let text = text(of: name.literal, in: source)
                members.append(JSONMember(name: text, value: try value(in: source)))
            }
            return .object(JSONObject(members))
        }
    }
}

extension JSONValue {
    /// The value that a JSON text holds.
    public init(parsing bytes: [UInt8], options: JSONReadingOptions = []) throws(JSONSyntaxError) {
        let source = bytes.span
        var reader = JSONReader(source, options: options)
        self = try reader.value(in: source)
        try reader.finish(in: source)
    }
}
