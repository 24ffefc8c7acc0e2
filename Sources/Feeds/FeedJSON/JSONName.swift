/// The name of an object's member as it stands in the source; it becomes text only where somebody asks.
public struct JSONName: Sendable, Hashable {
    /// Where the name's opening quote stands, in bytes from the start of the source.
    public let offset: Int
    /// The bytes between the quotes.
    let literal: JSONStringLiteral

    /// The name as text, unescaped.
    public func text(in source: Span<UInt8>) -> String {
        var reader = JSONReader(source)
        return reader.text(of: literal, in: source)
    }

    /// Whether the name begins with this byte; a name that begins with an escape does not.
    public func hasFirst(_ byte: UInt8, in source: Span<UInt8>) -> Bool {
        !literal.range.isEmpty && source[literal.range.lowerBound] == byte
    }
}

/// A string literal whose syntax has been checked: the bytes between its quotes.
struct JSONStringLiteral: Sendable, Hashable {
    var range: Range<Int>
    var isEscaped: Bool
}
