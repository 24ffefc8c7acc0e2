import FeedText

/// Text whose parts have roles and links, on its way into lines.
struct StyledText {
    private struct Part: Hashable {
        var role: StyledLine.Role
        var link: String?
    }

    private var text = ""
    /// The parts in order, each with the byte of the text where it ends.
    private var parts: [(part: Part, end: Int)] = []

    /// Whether nothing has been appended.
    var isEmpty: Bool { text.isEmpty }

    /// Appends text, which must be printable; a line feed in it ends a line.
    mutating func append(_ text: String, _ role: StyledLine.Role = .plain, link: String? = nil) {
        guard !text.isEmpty else { return }
        self.text += text
        parts.append((Part(role: role, link: link), self.text.utf8.count))
    }

    /// Appends another text with the roles and links of its parts.
    mutating func append(contentsOf other: StyledText) {
        let start = text.utf8.count
        text += other.text
        parts += other.parts.map { ($0.part, start + $0.end) }
    }

    /// How many columns it takes on one line.
    var columns: Int { DisplayWidth.columns(of: text) }

    /// Appends a text in which some characters are highlighted.
    ///
    /// - Parameters:
    ///   - matches: ranges of characters of `original`, in order.
    ///   - original: what the text was before it was broken into lines and cut.
    mutating func append(
        _ text: String, _ role: StyledLine.Role, link: String? = nil, matches: [Range<Int>], of original: String
    ) {
        var ranges = matches[...]
        var original = Array(original)[...]
        var run = ""
        var runIsMatch = false
        for character in text {
            // What the original has more of is white space at the ends of lines.
            while let next = original.first, next != character, next.isWhitespace, character != "\n" {
                original = original.dropFirst()
            }
            let index = original.startIndex
            while let range = ranges.first, range.upperBound <= index { ranges = ranges.dropFirst() }
            let isSame = original.first == character
            let isMatch = isSame && (ranges.first?.contains(index) ?? false)
            if isMatch != runIsMatch {
                append(run, runIsMatch ? .match : role, link: link)
                run = ""
                runIsMatch = isMatch
            }
            run.append(character)
            if isSame { original = original.dropFirst() }
        }
        append(run, runIsMatch ? .match : role, link: link)
    }

    /// The text in lines of at most that many columns; `Int.max` breaks it at its line feeds only.
    func wrapped(toColumns columns: Int) -> [StyledLine] {
        let texts =
            columns == .max
            ? text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            : DisplayWidth.wrapped(text, toColumns: columns)
        var place = text.startIndex
        var offset = 0
        var part = 0
        return texts.map { lineText in
            var line = StyledLine()
            var run = ""
            var runPart = part
            for character in lineText {
                // White space at the end of a line is in none.
                while place < text.endIndex, text[place] != character {
                    offset += text[place].utf8.count
                    place = text.index(after: place)
                }
                guard place < text.endIndex else { break }
                while part < parts.count - 1, offset >= parts[part].end { part += 1 }
                if part != runPart {
                    line.append(run, parts[runPart].part.role, link: parts[runPart].part.link)
                    run = ""
                    runPart = part
                }
                run.append(character)
                offset += character.utf8.count
                place = text.index(after: place)
            }
            if !run.isEmpty { line.append(run, parts[runPart].part.role, link: parts[runPart].part.link) }
            return line
        }
    }
}
