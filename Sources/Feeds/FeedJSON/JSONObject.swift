/// One member of an object: a name and its value.
public struct JSONMember: Sendable, Hashable {
    /// The name, unescaped.
    public var name: String
    /// The value under the name.
    public var value: JSONValue

    /// A member with a name and a value.
    public init(name: String, value: JSONValue) {
        self.name = name
        self.value = value
    }
}

/// A JSON object that keeps its members in the order in which they were written.
///
/// Objects in feeds are small, so a look-up walks the members: O(n). Of two equal names the last one counts.
public struct JSONObject: Sendable, Hashable {
    /// The members in the order of the document; a name may stand twice if the document wrote it twice.
    public private(set) var members: [JSONMember]

    /// An object with these members.
    public init(_ members: [JSONMember] = []) {
        self.members = members
    }

    /// Whether the object has no member.
    public var isEmpty: Bool { members.isEmpty }

    /// The value under a name; setting replaces it in its place, appends it, or with nil removes it.
    public subscript(name: String) -> JSONValue? {
        get { members.last { $0.name == name }?.value }
        set {
            guard let newValue else {
                members.removeAll { $0.name == name }
                return
            }
            if let index = members.lastIndex(where: { $0.name == name }) {
                members[index].value = newValue
            } else {
                members.append(JSONMember(name: name, value: newValue))
            }
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// An object with its members in the order of the literal.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { JSONMember(name: $0.0, value: $0.1) })
    }
}
