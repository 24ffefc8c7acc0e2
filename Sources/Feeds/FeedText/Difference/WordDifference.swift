/// What changed between two texts, word by word; Chinese and Japanese character by character.
public struct WordDifference: Sendable, Hashable {
    /// A stretch that both texts have, or one of them.
    public struct Part: Sendable, Hashable {
        /// Who has it.
        public enum Kind: Sendable, Hashable {
            /// Both texts.
            case same
            /// The old one only.
            case removed
            /// The new one only.
            case added
        }

        /// Who has it.
        public var kind: Kind
        /// The stretch.
        public var text: String

        /// A stretch.
        public init(_ kind: Kind, _ text: String) {
            self.kind = kind
            self.text = text
        }
    }

    /// The stretches in order; what was removed stands before what was added in its place.
    public let parts: [Part]

    /// Whether the texts are equal.
    public var isEmpty: Bool { parts.allSatisfy { $0.kind == .same } }

    /// A difference that is known already.
    public init(parts: [Part]) {
        self.parts = parts.filter { !$0.text.isEmpty }
    }

    /// Compares two texts.
    ///
    /// The old text is made of the parts that are the same or removed, the new one of those that are the same or added.
    /// - Parameter effort: how many steps may be taken to find the smallest difference; what is not found by then counts
    ///   as replaced as a whole, so that two long texts that have nothing in common take no longer than others.
    public init(from old: String, to new: String, effort: Int = 20_000_000) {
        let oldWords = Self.words(of: old)
        let newWords = Self.words(of: new)
        var numbers: [Substring: Int32] = [:]
        func number(_ word: Substring) -> Int32 {
            if let known = numbers[word] { return known }
            let next = Int32(truncatingIfNeeded: numbers.count)
            numbers[word] = next
            return next
        }
        var script = EditScript(from: oldWords.map(number), to: newWords.map(number), effort: effort)
        script.run()
        var parts: [Part] = []
        var from = 0
        var to = 0
        func add(_ kind: Part.Kind, _ words: ArraySlice<Substring>) {
            guard !words.isEmpty else { return }
            parts.append(Part(kind, words.joined()))
        }
        while from < oldWords.count || to < newWords.count {
            let start = (from, to)
            while from < oldWords.count, script.isRemoved[from] { from += 1 }
            while to < newWords.count, script.isAdded[to] { to += 1 }
            add(.removed, oldWords[start.0..<from])
            add(.added, newWords[start.1..<to])
            let same = from
            while from < oldWords.count, to < newWords.count, !script.isRemoved[from], !script.isAdded[to] {
                from += 1
                to += 1
            }
            add(.same, oldWords[same..<from])
        }
        self.parts = parts
    }

    /// Words, runs of white space, and single characters of every other kind.
    static func words(of text: String) -> [Substring] {
        var words: [Substring] = []
        var start = text.startIndex
        var last = Sort.single
        var index = text.startIndex
        while index < text.endIndex {
            let sort = Sort(text[index])
            if index > start, sort != last || sort == .single {
                words.append(text[start..<index])
                start = index
            }
            last = sort
            index = text.index(after: index)
        }
        if start < text.endIndex { words.append(text[start...]) }
        return words
    }

    private enum Sort {
        case letter, space, single

        init(_ character: Character) {
            if character.isWhitespace {
                self = character.isNewline ? .single : .space
            } else if LineBreaking.isEastAsian(character) || !(character.isLetter || character.isNumber) {
                self = .single
            } else {
                self = .letter
            }
        }
    }
}
