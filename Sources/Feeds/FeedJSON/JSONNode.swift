/// A JSON value with its place in the source: what a configuration is checked against.
public struct JSONNode: Sendable {
    /// What stands there.
    public enum Content: Sendable {
        case null
        case bool(Bool)
        case number(JSONNumber)
        case string(String)
        case array([JSONNode])
        case object([Member])
    }

    /// One member of an object, with the place of its name.
    public struct Member: Sendable {
        /// The name, unescaped.
        public var name: String
        /// Where the name's opening quote stands, in bytes from the start of the source.
        public var nameOffset: Int
        /// The value under the name.
        public var value: JSONNode

        /// A member found at a place.
        public init(name: String, nameOffset: Int, value: JSONNode) {
            self.name = name
            self.nameOffset = nameOffset
            self.value = value
        }
    }

    /// Where the value begins, in bytes from the start of the source.
    public var offset: Int
    /// What stands there.
    public var content: Content

    /// A value found at a place.
    public init(offset: Int, content: Content) {
        self.offset = offset
        self.content = content
    }

    /// The last member with this name; nil where there is none, or where the value is no object.
    public func member(_ name: String) -> Member? {
        guard case .object(let members) = content else { return nil }
        return members.last { $0.name == name }
    }

    /// The same value without its place.
    public var value: JSONValue {
        switch content {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let number): .number(number)
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(\.value))
        case .object(let members):
            .object(JSONObject(members.map { JSONMember(name: $0.name, value: $0.value.value) }))
        }
    }
}

extension JSONNode {
    /// A value given a place: every part of it stands at `offset`.
    public init(_ value: JSONValue, at offset: Int) {
        self.offset = offset
        switch value {
        case .null: content = .null
        case .bool(let value): content = .bool(value)
        case .number(let number): content = .number(number)
        case .string(let text): content = .string(text)
        case .array(let elements): content = .array(elements.map { JSONNode($0, at: offset) })
        case .object(let object):
            content = .object(
                object.members.map {
                    Member(name: $0.name, nameOffset: offset, value: JSONNode($0.value, at: offset))
                })
        }
    }
}
