public import FeedJSON

/// Decodes checked options into a plugin's `Options`, with the table's defaults filled in.
///
/// Property names in camelCase find keys in snake_case. Run the table's `check` first: this stops at the first mistake.
public struct OptionDecoder: Decoder {
    /// The value at hand.
    public let node: JSONNode
    private let table: OptionTable?

    /// A decoder of a value, by a table if it is an object.
    public init(_ node: JSONNode, table: OptionTable?) {
        self.node = node
        self.table = table
    }

    /// Checks and decodes in one go.
    ///
    /// - Throws: every mistake, with paths relative to the node.
    public static func decode<Value: Decodable>(
        _ type: Value.Type, from node: JSONNode, table: OptionTable
    ) throws(ConfigurationError) -> Value {
        var problems: [ConfigurationProblem] = []
        table.check(node, at: ConfigurationPath(), into: &problems)
        guard problems.isEmpty else { throw ConfigurationError(problems) }
        do {
            return try Value(from: OptionDecoder(node, table: table))
        } catch let error as ConfigurationError {
            throw error
        } catch {
            throw ConfigurationError("the options do not fit the table that describes them: \(error)")
        }
    }

    /// Empty: problems carry their own paths.
    public var codingPath: [any CodingKey] { [] }

    /// Empty.
    public var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The members of the object at hand.
    public func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(OptionMembers<Key>(node: node, table: table))
    }

    /// The elements of the list at hand.
    public func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = node.content else {
            throw ConfigurationError([.wrongKind(node, "a list", at: ConfigurationPath())])
        }
        return OptionElements(elements: elements, table: table)
    }

    /// The single value at hand.
    public func singleValueContainer() throws -> any SingleValueDecodingContainer {
        OptionScalar(node: node, table: table)
    }
}

// MARK: - Containers

private struct OptionMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let node: JSONNode
    let table: OptionTable?
    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
        guard case .object(let members) = node.content else { return [] }
        return members.compactMap { Key(stringValue: $0.name) }
    }

    func contains(_ key: Key) -> Bool { scalar(key) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { scalar(key)?.decodeNil() ?? true }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let name = Self.written(key.stringValue)
        guard let scalar = scalar(key) else {
            throw ConfigurationError([
                ConfigurationProblem("\"\(name)\" is missing", offset: node.offset)
            ])
        }
        do {
            return try scalar.decode(type)
        } catch let error as ConfigurationError {
            throw ConfigurationError(error.placed(at: ConfigurationPath([.key(name)]), node: scalar.node))
        }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { OptionDecoder(node, table: table) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private func decoder(_ key: Key) throws -> OptionDecoder {
        let scalar = scalar(key)
        return OptionDecoder(scalar?.node ?? JSONNode(.null, at: node.offset), table: scalar?.table)
    }

    private func scalar(_ key: Key) -> OptionScalar? {
        let name = Self.written(key.stringValue)
        let option = table?[name]
        if let member = node.member(name) { return OptionScalar(node: member.value, table: option?.kind.table) }
        return option?.defaultValue.map {
            OptionScalar(node: JSONNode($0, at: node.offset), table: option?.kind.table)
        }
    }

    /// `keepFor` is written `keep_for`.
    private static func written(_ name: String) -> String {
        var written = ""
        for scalar in name.unicodeScalars {
            if ("A"..."Z").contains(scalar) {
                written += "_" + String(scalar).lowercased()
            } else {
                written.unicodeScalars.append(scalar)
            }
        }
        return written
    }
}

private struct OptionElements: UnkeyedDecodingContainer {
    let elements: [JSONNode]
    let table: OptionTable?
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
        guard case .null = elements[currentIndex].content else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let node = elements[currentIndex]
        do {
            let value = try OptionScalar(node: node, table: table).decode(type)
            currentIndex += 1
            return value
        } catch let error as ConfigurationError {
            throw ConfigurationError(error.placed(at: ConfigurationPath([.index(currentIndex)]), node: node))
        }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { next() }

    private mutating func next() -> OptionDecoder {
        defer { currentIndex += 1 }
        return OptionDecoder(elements[currentIndex], table: table)
    }
}

private struct OptionScalar: SingleValueDecodingContainer {
    let node: JSONNode
    let table: OptionTable?
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool {
        guard case .null = node.content else { return false }
        return true
    }

    func decode(_ type: Bool.Type) throws -> Bool { try value("true or false", node.value.boolValue) }

    func decode(_ type: String.Type) throws -> String { try value("a text", node.value.stringValue) }

    func decode(_ type: Double.Type) throws -> Double { try value("a number", node.value.doubleValue) }

    func decode(_ type: Float.Type) throws -> Float { try Float(decode(Double.self)) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let integer = type as? any FixedWidthInteger.Type, let value = try decode(integer: integer) as? Value {
            return value
        }
        return try Value(from: OptionDecoder(node, table: table))
    }

    private func decode<Value: FixedWidthInteger>(integer type: Value.Type) throws -> Value {
        try value("a whole number", node.value.intValue.flatMap(Value.init(exactly:)))
    }

    private func value<Value>(_ expected: String, _ found: Value?) throws -> Value {
        guard let found else {
            throw ConfigurationError([.wrongKind(node, expected, at: ConfigurationPath())])
        }
        return found
    }
}
