/// One word or phrase that a search asks for, folded and cut as the index is.
public struct SearchTerm: Sendable, Hashable {
    /// The pieces, in UTF-8, that have to follow each other; at least one.
    public let pieces: [[UInt8]]
    /// Whether the last piece need only be the beginning of one.
    public let isPrefix: Bool

    /// Cuts a folded word or phrase; nil where nothing in it can be searched for.
    ///
    /// A single ideograph or kana is looked for as the beginning of a piece, and so is a word with `*` behind it.
    init?(folded text: Span<UInt8>) {
        var pieces: [[UInt8]] = []
        var last = SearchCutting.Kind.word
        SearchCutting.forEachPiece(of: text) { range, kind in
            var piece: [UInt8] = []
            piece.append(copying: text.extracting(range))
            pieces.append(piece)
            last = kind
        }
        switch last {
        // Where the run of the query ends, the run of a text may go on.
        case .lastOfRun: pieces.removeLast()
        case .word, .pair, .lone: break
        }
        guard !pieces.isEmpty else { return nil }
        self.pieces = pieces
        isPrefix = last == .lone || (last == .word && text[text.count - 1] == UInt8(ascii: "*"))
    }

    /// The places where the term stands in a text: from the first byte of its first piece to the end of its last.
    ///
    /// - Parameters:
    ///   - text: folded text.
    ///   - cuts: the pieces of the text.
    func places(in text: Span<UInt8>, cutInto cuts: [Range<Int>]) -> [Range<Int>] {
        var places: [Range<Int>] = []
        guard cuts.count >= pieces.count else { return places }
        for start in 0...cuts.count - pieces.count {
            guard let end = end(of: start, in: text, cutInto: cuts) else { continue }
            places.append(cuts[start].lowerBound..<end)
        }
        return places
    }

    private func end(of start: Int, in text: Span<UInt8>, cutInto cuts: [Range<Int>]) -> Int? {
        for index in pieces.indices {
            let piece = pieces[index]
            let cut = cuts[start + index]
            let mayBeLonger = isPrefix && index == pieces.count - 1
            guard mayBeLonger ? cut.count >= piece.count : cut.count == piece.count else { return nil }
            for offset in piece.indices where text[cut.lowerBound + offset] != piece[offset] { return nil }
        }
        return cuts[start + pieces.count - 1].lowerBound + (pieces.last?.count ?? 0)
    }
}
