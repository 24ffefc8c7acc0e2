import FeedText

/// What stands for a whole text where there is little room: its beginning.
public enum HTMLSummary {
    /// Plain text cut to a number of characters, behind a sentence where one ends late enough, else behind a word.
    ///
    /// What is cut off becomes `…`, which counts. In Japanese and Chinese a sentence ends with 。 and its like, and words
    /// may be parted anywhere but before a closing or behind an opening mark.
    /// - Parameter limit: the most characters (grapheme clusters) of the result, at least 1.
    public static func excerpt(of text: String, limit: Int) -> String {
        precondition(limit > 0, "an excerpt holds at least one character")
        guard let limitIndex = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
            limitIndex < text.endIndex
        else { return text }
        // One character is kept for the ellipsis, one more is looked at to see whether a word ends.
        let window = Array(text[..<limitIndex])
        let most = window.count - 1
        let end = sentenceEnd(in: window, most: most) ?? wordEnd(in: window, most: most)
        return String(window[..<end]) + "…"
    }
}

extension HTMLSummary {
    /// A sentence has to fill this share of the room to be enough.
    private static let enough = 0.6
    /// A word that would leave less than this share of the room filled is cut instead.
    private static let wordShare = 0.5

    private static func sentenceEnd(in window: [Character], most: Int) -> Int? {
        let least = Int(Double(most) * enough)
        var end = most
        while end > 0, end >= least {
            let last = window[end - 1]
            if "。！？．".contains(last) { return end }
            if ".!?".contains(last), window[end].isWhitespace { return end }
            end -= 1
        }
        return nil
    }

    private static func wordEnd(in window: [Character], most: Int) -> Int {
        let least = Int(Double(most) * wordShare)
        var end = most
        while end > least, end > 0 {
            let last = window[end - 1]
            let next = window[end]
            if next.isWhitespace || (isIdeographic(last) || isIdeographic(next)) && mayBreak(between: last, and: next) {
                break
            }
            end -= 1
        }
        if end <= least { end = most }
        while end > 1, window[end - 1].isWhitespace || "、，,;:".contains(window[end - 1]) { end -= 1 }
        return end
    }

    /// Whether a character is written without spaces around words.
    private static func isIdeographic(_ character: Character) -> Bool {
        guard let value = character.unicodeScalars.first?.value else { return false }
        return switch value {
        case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x2_0000...0x3_FFFF: true
        default: false
        }
    }

    private static func mayBreak(between last: Character, and next: Character) -> Bool {
        !"「『（【〔［｛〈《([{".contains(last) && !"、。，．」』）】〕］｝〉》！？ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ)]}".contains(next)
    }
}
