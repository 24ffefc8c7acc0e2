import FeedText

/// Text comes from the producers of events without its place, which is looked for in the document where it matters.
extension FeedFindings {
    /// Notes a finding about a text that stands behind a tag of the document.
    /// - Parameters:
    ///   - text: the beginning of it, as it was handed over.
    ///   - offset: where the last element begins that is before it.
    mutating func note(
        text: Span<UInt8>, after offset: Int, section: @autoclosure () -> String? = nil,
        _ message: @autoclosure () -> String
    ) {
        let count = all.count
        note(at: offset, section: section(), message())
        guard all.count > count else { return }
        // References stand otherwise in the document.
        var end = 0
        while end < min(text.count, 40), !Self.mayBeReference(text[end]) { end += 1 }
        var words = [UInt8]()
        words.append(copying: text.extracting(0..<end))
        all[count].sought = words
    }

    /// Where the text is to be looked for that a finding is about, in a document of a length; nil where that is known.
    func reach(of index: Int, in length: Int) -> Range<Int>? {
        guard !all[index].sought.isEmpty else { return nil }
        let start = min(max(all[index].offset, 0), length)
        // Farther than this nobody looks for it.
        return start..<min(length, start + 65_536)
    }

    /// Moves a finding about a text to where it stands in a part of the document that begins at `start`.
    mutating func seek(_ index: Int, in part: Span<UInt8>, from start: Int) {
        let words = all[index].sought
        all[index].sought = []
        if let place = Self.place(of: words.span, in: part) { all[index].offset = start + place }
    }

    /// Where the words stand as the first after a tag or at the beginning of a CDATA section.
    private static func place(of words: Span<UInt8>, in text: Span<UInt8>) -> Int? {
        var search = 0
        while let place = text.firstIndex(of: words[0], from: search) {
            search = place + 1
            guard place + words.count <= text.count, (0..<words.count).allSatisfy({ text[place + $0] == words[$0] })
            else {
                continue
            }
            var before = place
            while before > 0, text[before - 1].isASCIIWhitespace { before -= 1 }
            if before > 0, text[before - 1] == UInt8(ascii: ">") || text[before - 1] == UInt8(ascii: "[") {
                return place
            }
        }
        return nil
    }

    private static func mayBeReference(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == 0x0D
            || byte == 0x0A
    }
}
