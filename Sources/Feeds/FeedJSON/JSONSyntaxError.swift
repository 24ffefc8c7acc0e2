/// Why some bytes are no JSON text (RFC 8259): where reading stopped, and in a person's words why.
public struct JSONSyntaxError: Error, Sendable, Hashable {
    /// Where the unexpected byte stands, in bytes from the start of the source.
    public var offset: Int
    /// What was expected or is not allowed there: `expected "," or "]"`.
    public var message: String
    /// Whether the source ended too early; everything before its end was good.
    public var isTruncation: Bool

    /// An error at a place.
    public init(offset: Int, message: String, isTruncation: Bool = false) {
        self.offset = offset
        self.message = message
        self.isTruncation = isTruncation
    }
}
