/// The name of an element or attribute as two small integers that the consumer's vocabulary gives out.
public struct XMLName: Hashable, Sendable {
    /// The namespace's code; `noNamespace`, `xml` or `unknownNamespace` where no vocabulary is needed.
    public let namespace: UInt8
    /// The local name's code, 0 for one that the vocabulary doesn't hold.
    public let local: UInt16

    /// A name from its two codes.
    public init(namespace: UInt8, local: UInt16) {
        self.namespace = namespace
        self.local = local
    }

    /// The code of names that stand in no namespace.
    public static var noNamespace: UInt8 { 0 }
    /// The code of `http://www.w3.org/XML/1998/namespace`, whose prefix `xml` needs no declaration.
    public static var xml: UInt8 { 254 }
    /// The code of every namespace that the vocabulary doesn't hold.
    public static var unknownNamespace: UInt8 { 255 }
    /// The code of every local name that the vocabulary doesn't hold.
    public static var unknownLocal: UInt16 { 0 }
}
