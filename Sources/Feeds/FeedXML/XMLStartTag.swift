import FeedText

/// A start tag: its resolved name, its attributes, and both as they were written.
public struct XMLStartTag {
    /// An attribute; its value lies in the tag's `bytes`.
    public struct Attribute {
        /// The resolved name; without a prefix it stands in no namespace.
        public internal(set) var name: XMLName
        /// Where the qualified name as written lies in the tag's `names`.
        public let qualifiedName: Range<Int>
        /// Where the value lies in the tag's `bytes`, references resolved.
        public let value: Range<Int>
    }

    /// The resolved name.
    public var name: XMLName
    /// Where the qualified name as written lies in `names`.
    public var qualifiedName: Range<Int>
    /// The byte in the decoded text where the tag begins; where the source had to be repaired, nearby.
    public var offset: Int
    /// The attributes in the order of the source, without the declarations of namespaces.
    public var attributes: [Attribute] = []
    /// The bytes in which the attributes' values lie.
    public var bytes: [UInt8] = []
    /// The bytes in which qualified names lie.
    public var names: [UInt8] = []

    /// The value of the attribute with a name, or nil if the tag has none.
    public func value(of name: XMLName) -> String? {
        for index in attributes.indices where attributes[index].name == name {
            return String(copying: bytes.span.extracting(attributes[index].value))
        }
        return nil
    }

    /// Where the value of the attribute with a name lies in `bytes`.
    public func range(of name: XMLName) -> Range<Int>? {
        for index in attributes.indices where attributes[index].name == name { return attributes[index].value }
        return nil
    }
}
