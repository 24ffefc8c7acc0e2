extension JSONValue {
    /// The value as a JSON text in UTF-8.
    public func bytes(layout: JSONWriter.Layout = .compact) -> [UInt8] {
        var writer = JSONWriter(layout: layout)
        writer.value(self)
        return writer.bytes
    }

    /// The one text that equal values share: compact, every object's members by name; of two equal names the last.
    ///
    /// Numbers stay as they were written. Identities are built from it.
    public var canonicalText: String {
        String(decoding: canonical.bytes(), as: UTF8.self)
    }

    fileprivate var canonical: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.canonical))
        case .object(let object): .object(object.canonical)
        default: self
        }
    }
}

extension JSONObject {
    fileprivate var canonical: JSONObject {
        let last = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
        let sorted = last.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return JSONObject(
            sorted.map { name, value in
                JSONMember(name: name, value: value.canonical)
            })
    }
}
