import FeedHTML
import FeedModel
import FeedText

/// Where in its text an entry holds what was searched for.
enum EntryPassage {
    /// More characters than this of a text are not looked at.
    private static let textLimit = 100_000
    /// How many columns a passage takes at most.
    private static let width = 300
    /// How many characters stand before the first match at most.
    private static let lead = 60

    /// The text around the first match, on one line; nil if only the title holds one.
    static func passage(of entry: Entry, foundBy search: SearchQuery) -> String? {
        for text in [entry.summary, entry.contentHTML.map { HTMLText.plainText($0) } ?? entry.contentText] {
            guard let text else { continue }
            let words = text.prefix(textLimit).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let line = DisplayText.singleLine(words)
            if let match = search.matches(in: line).first { return excerpt(of: line, around: match) }
        }
        return nil
    }

    private static func excerpt(of line: String, around match: Range<Int>) -> String {
        guard match.lowerBound > lead else { return DisplayWidth.truncated(line, toColumns: width) }
        let window = Array(line.dropFirst(match.lowerBound - lead).prefix(lead + width))
        // Not amid a word, if one ends before the match.
        let start = (1..<lead).first { index in
            window[index - 1].isWhitespace || LineBreaking.mayBreak(between: window[index - 1], and: window[index])
        }
        return DisplayWidth.truncated("…" + String(window[(start ?? 0)...]), toColumns: width)
    }
}
