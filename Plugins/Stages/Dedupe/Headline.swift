import FeedText

/// Titles without the differences that editors and planets make.
enum Headline {
    /// The letters and digits of a title, folded; without the feed's own name where a line or dash parts it from the rest.
    static func text(_ title: String, feedTitle: String?) -> String {
        let name = feedTitle.map { letters(of: TextFolding.folded($0)) } ?? ""
        let folded = TextFolding.folded(title)
        guard !name.isEmpty else { return letters(of: folded) }
        var parts = parts(of: folded).map(letters)
        if parts.count > 1, parts.last == name { parts.removeLast() }
        if parts.count > 1, parts.first == name { parts.removeFirst() }
        return parts.joined()
    }

    /// The title cut where a line, or a dash or dot with spaces around it, stands.
    private static func parts(of title: String) -> [String] {
        var parts = [""]
        for word in title.split(separator: " ") {
            if ["|", "-", "–", "—", "::", "·", "•", "»", "«"].contains(word) {
                parts.append("")
                continue
            }
            let pieces = word.split(separator: "|", omittingEmptySubsequences: false)
            parts[parts.count - 1] += pieces[0]
            parts += pieces.dropFirst().map(String.init)
        }
        return parts
    }

    private static func letters(of text: String) -> String {
        var letters = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber: letters.append(scalar)
            default: if scalar.properties.isAlphabetic { letters.append(scalar) }
            }
        }
        return String(letters)
    }
}
