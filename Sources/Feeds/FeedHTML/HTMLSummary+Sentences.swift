import FeedText

extension HTMLSummary {
    /// The first sentences of a plain text, on one line; without an end in sight all of its beginning.
    ///
    /// A line ends a sentence too. In Japanese and Chinese a sentence ends with 。 and its like together with the brackets
    /// that close behind it, but not within brackets: 「そうだ。」と言った。 is one. A full stop behind an initial or a common
    /// abbreviation ends none, nor one that a small letter follows. The first 20,000 scalars are looked at.
    /// - Parameter count: how many sentences, at least 1.
    public static func sentences(of text: String, count: Int) -> String {
        precondition(count > 0, "there is at least one sentence")
        var cutter = SentenceCutter(text)
        var sentences: [String] = []
        while sentences.count < count, let sentence = cutter.next() { sentences.append(sentence) }
        var line = ""
        for sentence in sentences {
            if let last = line.last, let first = sentence.first,
                !LineBreaking.mayBreak(between: last, and: first) || last.isASCII || first.isASCII
            {
                line += " "
            }
            line += sentence
        }
        return line
    }
}

/// Cuts a text into sentences, from its beginning on.
private struct SentenceCutter {
    private let scalars: [Unicode.Scalar]
    /// For each opening bracket the place of the one that closes it; 0 for all else.
    private let partners: [Int]
    private var position = 0

    /// Where no bracket closes within so many scalars, it was no bracket.
    private static let longestBracket = 400
    private static let longestText = 20_000
    private static let brackets: [Unicode.Scalar: Unicode.Scalar] = [
        "「": "」", "『": "』", "（": "）", "【": "】", "〈": "〉", "《": "》", "“": "”", "(": ")",
    ]

    init(_ text: String) {
        scalars = Array(text.unicodeScalars.prefix(Self.longestText))
        var partners = [Int](repeating: 0, count: scalars.count)
        var open: [Int] = []
        for (place, scalar) in scalars.enumerated() {
            if Self.brackets[scalar] != nil { open.append(place) }
            while let last = open.last, place - last > Self.longestBracket { open.removeLast() }
            guard let last = open.last, Self.brackets[scalars[last]] == scalar else { continue }
            partners[last] = place
            open.removeLast()
        }
        self.partners = partners
    }

    /// The next sentence without white space at its ends; nil behind the last one.
    mutating func next() -> String? {
        while position < scalars.count, scalars[position].properties.isWhitespace { position += 1 }
        guard position < scalars.count else { return nil }
        let start = position
        while position < scalars.count {
            let place = position
            position += 1
            if partners[place] > 0 {
                position = partners[place] + 1
                if endsInBracket(position) { break }
            } else if scalars[place] == "\n" || isEnd(place, of: start) {
                while position < scalars.count, closes(scalars[position]) { position += 1 }
                break
            }
        }
        var sentence = String.UnicodeScalarView()
        var wasSpace = false
        for scalar in scalars[start..<position] {
            let isSpace = scalar.properties.isWhitespace && scalar != "\u{3000}"
            if isSpace {
                wasSpace = true
                continue
            }
            if wasSpace { sentence.append(" ") }
            wasSpace = false
            sentence.append(scalar)
        }
        return String(sentence)
    }

    private func closes(_ scalar: Unicode.Scalar) -> Bool { HTMLSummary.closesSentence(Character(scalar)) }

    /// Whether a sentence ends with the bracket before `end`: its text does, and what follows does not go on with it.
    private func endsInBracket(_ end: Int) -> Bool {
        guard end >= 2, "。！？!?.".unicodeScalars.contains(scalars[end - 2]) else { return false }
        guard end < scalars.count else { return true }
        let following = scalars[end]
        if scalars[end - 2].isASCII {
            return following.properties.isWhitespace && startsSentence(at: end)
        }
        // Kana go on: 「そうだ。」と言った。
        return !(0x3041...0x309F).contains(following.value) && !"、。，".unicodeScalars.contains(following)
    }

    private func isEnd(_ place: Int, of start: Int) -> Bool {
        switch scalars[place] {
        case "。", "！", "？", "．", "｡":
            return place + 1 == scalars.count || !"。！？．".unicodeScalars.contains(scalars[place + 1])
        case "!", "?":
            return startsSentence(at: place + 1)
        case ".":
            return startsSentence(at: place + 1) && !isAbbreviation(endingAt: place, from: start)
        default:
            return false
        }
    }

    /// Whether white space, behind brackets that close, and then no small letter follows.
    private func startsSentence(at place: Int) -> Bool {
        var place = place
        while place < scalars.count, closes(scalars[place]) { place += 1 }
        guard place < scalars.count else { return true }
        guard scalars[place].properties.isWhitespace else { return false }
        while place < scalars.count, scalars[place].properties.isWhitespace { place += 1 }
        return place == scalars.count || !scalars[place].properties.isLowercase
    }

    /// Whether the word before a full stop is an initial or an abbreviation that a name or a number follows.
    private func isAbbreviation(endingAt stop: Int, from start: Int) -> Bool {
        var first = stop
        while first > start, stop - first < 8, scalars[first - 1].properties.isAlphabetic { first -= 1 }
        let word = String(String.UnicodeScalarView(scalars[first..<stop]))
        let isInitial = stop - first == 1 && scalars[first].properties.isUppercase
        return isInitial || Self.abbreviations.contains(word.asciiLowercased)
    }

    private static let abbreviations: Set<String> = [
        "mr", "mrs", "ms", "dr", "prof", "st", "mt", "vs", "sr", "jr", "bzw", "nr", "mme", "mlle", "sra", "dra",
    ]
}
