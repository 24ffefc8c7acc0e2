import FeedText

/// What stands for a whole text where there is little room: its beginning.
public enum HTMLSummary {
    /// Plain text cut to a number of characters, behind a sentence where one ends late enough, else behind a word.
    ///
    /// What is cut off becomes `…`, which counts. In Japanese and Chinese a sentence ends with 。 and its like, and words
    /// may be parted anywhere but before a closing or behind an opening mark.
    /// - Parameter limit: the most characters (grapheme clusters) of the result, at least 1.
    public static func excerpt(of text: String, limit: Int) -> String {
        split(text, limit: limit).beginning
    }

    /// The excerpt of a text, and what was cut off.
    public static func split(_ text: String, limit: Int) -> (beginning: String, rest: Substring) {
        precondition(limit > 0, "an excerpt holds at least one character")
        guard let limitIndex = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
            limitIndex < text.endIndex
        else { return (text, "") }
        let window = Array(text[..<limitIndex])
        let cut = sentenceEnd(in: window) ?? wordEnd(in: window)
        return (String(window[..<cut.end]) + cut.mark, text[text.index(text.startIndex, offsetBy: cut.end)...])
    }
}

extension HTMLSummary {
    /// How many characters stay, and what stands for the others.
    private typealias Cut = (end: Int, mark: String)

    /// A sentence has to fill this share of the room to be enough.
    private static let enough = 0.6
    /// A word that would leave less than this share of the room filled is cut instead.
    private static let wordShare = 0.5

    private static func sentenceEnd(in window: [Character]) -> Cut? {
        let least = max(1, Int(Double(window.count) * enough))
        var end = window.count - 1
        while end >= least {
            defer { end -= 1 }
            // A bracket that closes behind the mark belongs to the sentence.
            guard !HTMLSummary.closesSentence(window[end]) else { continue }
            guard let mark = window[..<end].last(where: { !HTMLSummary.closesSentence($0) }) else { break }
            switch mark.onlyScalar {
            case "。", "！", "？", "．": return (end, "…")
            case ".", "!", "?":
                if window[end].isWhitespace, end < window.count - 1 { return (end, " …") }
            default: break
            }
        }
        return nil
    }

    /// Whether a mark behind the end of a sentence still belongs to it: brackets and quotes that close.
    static func closesSentence(_ mark: Character) -> Bool {
        switch mark.onlyScalar {
        case "」", "』", "）", "】", "〉", "》", "〕", "］", "｝", "”", "’", "\"", "'", ")", "]", "»": true
        default: false
        }
    }

    private static func wordEnd(in window: [Character]) -> Cut {
        let most = window.count - 1
        let least = Int(Double(most) * wordShare)
        var end = most
        while end > least, end > 0 {
            let last = window[end - 1]
            let next = window[end]
            if next.isWhitespace || LineBreaking.mayBreak(between: last, and: next) { break }
            end -= 1
        }
        if end <= least { end = most }
        while end > 1, window[end - 1].isWhitespace || "、，,;:".contains(window[end - 1]) { end -= 1 }
        return (end, "…")
    }
}

extension Character {
    /// The scalar that it consists of, which is compared much faster than a character; nil where there are several.
    fileprivate var onlyScalar: Unicode.Scalar? {
        var scalars = unicodeScalars.makeIterator()
        let first = scalars.next()
        return scalars.next() == nil ? first : nil
    }
}
