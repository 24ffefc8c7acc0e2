/// What kind of document bytes are, which says where a declaration of their encoding may stand.
public enum TextKind: Sendable {
    /// XML: an `encoding` in the XML declaration.
    case xml
    /// JSON: UTF-8 by definition (RFC 8259 §8.1); no declaration.
    case json
    /// HTML: a `meta` element in the first kilobyte.
    case html
    /// Anything else: no declaration.
    case plain
}

/// A document as UTF-8, with how it was read.
public struct DecodedText: Sendable {
    /// What decided on the encoding.
    public enum Source: Sendable, Hashable {
        /// A byte-order mark, which is no longer part of the text, or UTF-16 or UTF-32 visible in the first bytes.
        case byteOrderMark
        /// The charset of the HTTP response.
        case transport
        /// The XML declaration or a `meta` element.
        case declaration
        /// Nothing was declared, or nothing that fits, and the bytes are valid UTF-8.
        case assumed
        /// Nothing fits and the bytes aren't UTF-8: the most likely encoding by statistics.
        case guessed
    }

    /// The text as well-formed UTF-8, without a byte-order mark.
    public var utf8: [UInt8]
    /// WHATWG's name of the encoding in lower case, as in `utf-8`, `shift_jis`, `windows-1252`.
    public var encoding: String
    /// How many malformed sequences were replaced by U+FFFD.
    public var replacedSequences: Int
    /// What decided on the encoding.
    public var source: Source
    /// A declared label that was overruled because it is unknown or contradicts the bytes; a reason for a diagnostic.
    public var overruledLabel: String?
}
