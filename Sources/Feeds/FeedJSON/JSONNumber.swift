// Links libm, whose rounding functions the conversions between Double and Int call in debug builds.
import Glibc

/// A JSON number as it was written: no digit is lost on the way through (RFC 8259 §6).
public struct JSONNumber: Sendable, Hashable {
    /// The literal, which follows RFC 8259's grammar: `-1`, `2.50`, `1e9`.
    public let literal: String

    /// A number from an integer.
    public init(_ value: Int) {
        literal = String(value)
    }

    /// A number from a double; nil for infinities and NaN, which JSON cannot write.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        literal = Int(exactly: value).map(String.init) ?? String(describing: value)
    }

    /// A number from a literal that a reader has already found to follow the grammar.
    package init(checkedLiteral literal: String) {
        self.literal = literal
    }

    /// The value as an integer; nil when it has a fraction or is out of range.
    ///
    /// `10.0` and `1e1` are integers.
    public var intValue: Int? {
        Int(literal) ?? doubleValue.flatMap(Int.init(exactly:))
    }

    /// The nearest double; nil where that would be infinite.
    public var doubleValue: Double? {
        Double(literal).flatMap { $0.isFinite ? $0 : nil }
    }
}
