/// Reads UTF-8 piece by piece, none of which ends within a character.
package struct TextPieces {
    private let source: ByteSource
    private var position = 0

    /// The pieces of a text.
    package init(_ source: ByteSource) { self.source = source }

    /// Whether all of the text has been read.
    package var isAtEnd: Bool { position == source.count }

    /// The next piece; nil where it isn't UTF-8.
    ///
    /// - Parameter length: how many bytes are wanted, if more than the source's pieces have; a piece may be a few shorter.
    package mutating func next(_ length: Int = 0) throws(ByteSource.Failure) -> [UInt8]? {
        var bytes = try source.bytes(in: position..<position + max(length, source.pieceLength))
        if position + bytes.count < source.count { bytes.removeLast(bytes.cutLength) }
        guard !bytes.isEmpty || isAtEnd, UTF8Validation.isValid(bytes.span) else { return nil }
        position += bytes.count
        return bytes
    }
}

extension [UInt8] {
    /// How many bytes at the end belong to a character that may go on behind them.
    fileprivate var cutLength: Int {
        for length in 1...4 where length <= count {
            switch self[count - length] {
            case 0x80..<0xC0: continue
            case 0xC0...: return length
            default: return 0
            }
        }
        return 0
    }
}
