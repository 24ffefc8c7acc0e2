/// What a document may ask of the reader.
public struct XMLLimits: Sendable {
    /// How deep elements may nest; the tags of deeper ones are dropped, their text stays.
    public var depth = 512
    /// How many attributes a tag may have; further ones are dropped.
    public var attributes = 256
    /// How many bytes of text the document's own entities may bring, in all.
    public var entityText = 64 << 10
    /// How many declarations of namespaces may be in force at one time; further ones are dropped.
    public var namespaces = 1024
    /// How many diagnostics are kept.
    public var diagnostics = 100

    /// The default limits.
    public init() {}
}
