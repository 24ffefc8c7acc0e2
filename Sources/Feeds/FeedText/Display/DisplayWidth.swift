import CUTF8Proc

/// How many columns text takes in a terminal with a fixed-width font.
///
/// East Asian wide and full-width characters take two columns, emoji (also joined families and flags) two, combining
/// marks and controls none, all others one, ambiguous ones among them. The text should be ``DisplayText/printable(_:)``.
public enum DisplayWidth {
    /// The columns that the text takes on one line.
    public static func columns(of text: String) -> Int {
        var columns = 0
        for scalar in text.unicodeScalars {
            guard let width = widthOutsideClusters(of: scalar) else {
                return text.reduce(0) { $0 + self.columns(of: $1) }
            }
            columns += width
        }
        return columns
    }

    /// The columns that one character, as a reader sees it, takes: those of its widest part.
    public static func columns(of character: Character) -> Int {
        if character.utf8.count == 1, let byte = character.asciiValue { return byte >= 0x20 && byte < 0x7F ? 1 : 0 }
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if scalars.count == 1 { return columns(of: first) }
        if isRegionalIndicator(first) { return 2 }
        var widest = 0
        var voicingMarks = 0
        for scalar in scalars {
            if scalar == "\u{FE0F}" { return 2 }
            if isHalfWidthVoicingMark(scalar) { voicingMarks += 1 } else { widest = max(widest, columns(of: scalar)) }
        }
        return widest + voicingMarks
    }

    /// The text with spaces after it until it takes that many columns; longer text as it is.
    public static func padded(_ text: String, toColumns columns: Int) -> String {
        let missing = columns - self.columns(of: text)
        return missing > 0 ? text + String(repeating: " ", count: missing) : text
    }

    /// The text if it fits, else its beginning with `ellipsis` after it; never more columns than that.
    public static func truncated(_ text: String, toColumns columns: Int, ellipsis: String = "…") -> String {
        guard text.utf8.count > columns else { return text }
        let mark = self.columns(of: ellipsis) <= columns ? ellipsis : ""
        let room = columns - self.columns(of: mark)
        var width = 0
        var end = text.startIndex
        var index = text.startIndex
        while index < text.endIndex {
            width += self.columns(of: text[index])
            guard width <= columns else {
                var kept = text[..<end]
                while kept.last?.isWhitespace == true { kept.removeLast() }
                return kept + mark
            }
            index = text.index(after: index)
            if width <= room { end = index }
        }
        return text
    }
}

// MARK: - Private

extension DisplayWidth {
    private static func columns(of scalar: Unicode.Scalar) -> Int {
        if isHalfWidthVoicingMark(scalar) { return 1 }
        if scalar.value >= 0x1F000, scalar.properties.isEmojiPresentation, !isRegionalIndicator(scalar) { return 2 }
        return max(0, Int(utf8proc_charwidth(Int32(bitPattern: scalar.value))))
    }

    /// ﾞ and ﾟ, which Unicode joins with the kana before them, and terminals show in a column of their own.
    private static func isHalfWidthVoicingMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{FF9E}" || scalar == "\u{FF9F}"
    }

    /// The width of a character that never joins with its neighbours into a cluster of another width; nil for others.
    private static func widthOutsideClusters(of scalar: Unicode.Scalar) -> Int? {
        switch scalar.value {
        case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x391...0x482, 0x2010...0x2027: 1
        case 0..<0x20: 0
        case 0x3000...0x3029, 0x3041...0x3096, 0x309B...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
            0xFF01...0xFF60:
            2
        default: nil
        }
    }

    private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }
}
