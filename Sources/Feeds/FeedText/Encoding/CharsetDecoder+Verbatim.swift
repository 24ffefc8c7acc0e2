/// The text of a large document that is nothing but the document's own bytes.
public struct VerbatimText: Sendable {
    /// How it was read; its `utf8` is empty.
    public let decoding: DecodedText
    /// The text, without a byte-order mark.
    public let utf8: ByteSource
    /// Whether there are carriage returns.
    public let hasCarriageReturns: Bool
}

extension CharsetDecoder {
    /// How much of a document is looked at for a declaration of its encoding.
    private static var headLength: Int { 64 << 10 }

    /// The text of a large XML document as ``decode(_:transportCharset:kind:)`` reads it, where that is the document's own
    /// bytes and all of them are characters that XML allows; reads the document once.
    ///
    /// - Returns: nil where the document has to be decoded as a whole.
    public static func verbatimXML(
        _ source: ByteSource, transportCharset: String?
    ) throws(ByteSource.Failure) -> VerbatimText? {
        var pieces = TextPieces(source)
        var shape = ByteShape()
        var hasCarriageReturns = false
        while !pieces.isAtEnd {
            guard let piece = try pieces.next() else { return nil }
            let characters = piece.span.xmlCharacters
            guard characters.areAllowed else { return nil }
            if characters.haveReturns { hasCarriageReturns = true }
            shape.add(valid: piece.span)
        }
        let head = try source.bytes(in: 0..<headLength)
        let reading = reading(head.span, transportCharset: transportCharset, kind: .xml, shapeOfAll: shape)
        return reading.verbatimFrom.map {
            VerbatimText(
                decoding: reading.decoded, utf8: source.dropping(first: $0), hasCarriageReturns: hasCarriageReturns)
        }
    }
}
