/// The header fields of one request or response, in their order; names compare without case.
public struct OriginHeaders: Sendable, ExpressibleByDictionaryLiteral {
    /// All fields as they were written.
    public private(set) var fields: [(name: String, value: String)]

    /// Takes the fields as written, in order; a name may occur more than once.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { (name: $0.0, value: $0.1) }
    }

    /// The first value under this name; setting one replaces all of that name, setting nil removes them.
    public subscript(name: String) -> String? {
        get { fields.first { Self.same($0.name, name) }?.value }
        set {
            fields.removeAll { Self.same($0.name, name) }
            if let newValue { fields.append((name: name, value: newValue)) }
        }
    }

    /// Adds a field behind the others.
    public mutating func append(_ name: String, _ value: String) {
        fields.append((name: name, value: value))
    }
}

// MARK: - Private

extension OriginHeaders {
    private static func same(_ left: String, _ right: String) -> Bool {
        left.lowercased() == right.lowercased()
    }
}
