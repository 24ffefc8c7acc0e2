/// What somebody typed to search for: words that all have to occur, phrases in quotes, and `-` before what must not.
///
/// Any text is a query; what cannot be searched for, such as punctuation, is passed over.
public struct SearchQuery: Sendable, Hashable {
    /// What has to occur.
    public private(set) var wanted: [SearchTerm] = []
    /// What must not occur.
    public private(set) var unwanted: [SearchTerm] = []

    /// Reads what was typed.
    public init(_ text: String) {
        // Folding makes ideographic spaces, full-width hyphens and quotes what they stand for.
        let folded = TextFolding.folded(text.utf8.span)
        let bytes = folded.span
        var index = 0
        while index < bytes.count {
            guard !bytes[index].isASCIIWhitespace else {
                index += 1
                continue
            }
            let isUnwanted = bytes[index] == UInt8(ascii: "-")
            if isUnwanted { index += 1 }
            let end: Int
            if let opening = Self.lengthOfQuote(bytes, at: index) {
                let closing = Self.nextQuote(bytes, from: index + opening)
                add(bytes.extracting(index + opening..<closing.start), isUnwanted: isUnwanted)
                end = closing.end
            } else {
                end = Self.endOfWord(bytes, from: index)
                add(bytes.extracting(index..<end), isUnwanted: isUnwanted)
            }
            index = end
        }
    }

    /// Whether nothing has to occur, so that there is nothing to look for.
    public var isEmpty: Bool { wanted.isEmpty }

    /// Where in a text, as it is shown, what is wanted stands: ranges of characters, in order, apart from each other.
    public func matches(in text: String) -> [Range<Int>] {
        var folded: [UInt8] = []
        // For each folded byte the character that it comes from.
        var origins: [Int] = []
        for (number, character) in text.enumerated() {
            let start = folded.count
            folded += TextFolding.folded(String(character).utf8.span)
            origins.append(contentsOf: repeatElement(number, count: folded.count - start))
        }
        let bytes = folded.span
        var cuts: [Range<Int>] = []
        SearchCutting.forEachPiece(of: bytes) { range, _ in cuts.append(range) }
        var ranges: [Range<Int>] = []
        for term in wanted {
            for place in term.places(in: bytes, cutInto: cuts) {
                ranges.append(origins[place.lowerBound]..<origins[place.upperBound - 1] + 1)
            }
        }
        ranges.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
        return ranges.reduce(into: []) { merged, range in
            guard let last = merged.last, last.upperBound >= range.lowerBound else { return merged.append(range) }
            merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
        }
    }

    /// How often each wanted term stands in a text, and how many pieces the text has.
    ///
    /// - Parameter text: folded text.
    public func counts(inFolded text: Span<UInt8>) -> (terms: [Int], pieces: Int) {
        var cuts: [Range<Int>] = []
        cuts.reserveCapacity(text.count / 5)
        SearchCutting.forEachPiece(of: text) { range, _ in cuts.append(range) }
        return (wanted.map { $0.places(in: text, cutInto: cuts).count }, cuts.count)
    }
}

// MARK: - Private

extension SearchQuery {
    private mutating func add(_ text: Span<UInt8>, isUnwanted: Bool) {
        guard let term = SearchTerm(folded: text) else { return }
        if isUnwanted { unwanted.append(term) } else { wanted.append(term) }
    }

    /// The length of a straight or curly double quote here; nil for anything else.
    private static func lengthOfQuote(_ bytes: Span<UInt8>, at index: Int) -> Int? {
        guard index < bytes.count else { return nil }
        if bytes[index] == UInt8(ascii: "\"") { return 1 }
        return bytes.starts(with: "\u{201C}", at: index) || bytes.starts(with: "\u{201D}", at: index) ? 3 : nil
    }

    /// The next quote; where there is none, the end of the text closes.
    private static func nextQuote(_ bytes: Span<UInt8>, from start: Int) -> (start: Int, end: Int) {
        for index in start..<max(start, bytes.count) {
            if let length = lengthOfQuote(bytes, at: index) { return (index, index + length) }
        }
        return (bytes.count, bytes.count)
    }

    private static func endOfWord(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var end = start
        while end < bytes.count, !bytes[end].isASCIIWhitespace, lengthOfQuote(bytes, at: end) == nil { end += 1 }
        return end
    }
}
