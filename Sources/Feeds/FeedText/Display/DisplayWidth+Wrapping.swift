extension DisplayWidth {
    /// The text broken into lines of at most that many columns (fewer than two count as two).
    ///
    /// Lines end at white space, which is dropped there, and between East Asian characters, as kinsoku allows: no line
    /// begins with a closing bracket, a full stop, a small kana or the like, none ends with an opening bracket. A word
    /// longer than a line is cut. Line breaks in the text stay. No text, no lines.
    public static func wrapped(_ text: String, toColumns columns: Int) -> [String] {
        var wrapping = Wrapping(columns: max(columns, 2))
        for character in text { wrapping.take(character) }
        return wrapping.finished()
    }

    /// Lines under construction: what is on the line, the white space after it, and the unit that must stay whole.
    private struct Wrapping {
        let columns: Int
        private var lines: [String] = []
        private var line = ""
        private var lineWidth = 0
        private var gap = ""
        private var gapWidth = 0
        private var unit: [(character: Character, width: Int)] = []
        private var unitWidth = 0
        private var isAfterBreak = false

        init(columns: Int) { self.columns = columns }

        mutating func take(_ character: Character) {
            if character.isNewline {
                endLine()
                isAfterBreak = true
                return
            }
            isAfterBreak = false
            if LineBreaking.isGap(character) {
                placeUnit()
                gap.append(character)
                gapWidth += DisplayWidth.columns(of: character)
                return
            }
            if let last = unit.last?.character, LineBreaking.mayBreak(between: last, and: character) { placeUnit() }
            let width = DisplayWidth.columns(of: character)
            unit.append((character, width))
            unitWidth += width
        }

        consuming func finished() -> [String] {
            if !unit.isEmpty || !line.isEmpty || isAfterBreak { endLine() }
            return lines
        }

        private mutating func placeUnit() {
            guard !unit.isEmpty else { return }
            if lineWidth + gapWidth + unitWidth > columns, !line.isEmpty { flushLine() }
            if lineWidth + gapWidth + unitWidth <= columns {
                line += gap
                lineWidth += gapWidth
            }
            for (character, width) in unit {
                if lineWidth + width > columns, !line.isEmpty { flushLine() }
                line.append(character)
                lineWidth += width
            }
            (gap, gapWidth, unitWidth) = ("", 0, 0)
            unit.removeAll(keepingCapacity: true)
        }

        private mutating func flushLine() {
            lines.append(line)
            (line, lineWidth, gap, gapWidth) = ("", 0, "", 0)
        }

        private mutating func endLine() {
            placeUnit()
            flushLine()
        }
    }
}

/// Where a line of text may end (a small part of UAX #14 and of JIS X 4051).
package enum LineBreaking {
    /// Whether a line may end between two neighbours without white space between them.
    package static func mayBreak(between first: Character, and second: Character) -> Bool {
        guard isEastAsian(first) || isEastAsian(second) else { return false }
        return !isIn(neverEnd, first) && !isIn(neverBegin, second)
    }

    /// White space at which a line may end; with a mark upon it, it is something to be seen.
    static func isGap(_ character: Character) -> Bool {
        if character.utf8.count == 1 { return character == " " || character == "\t" }
        return character.isWhitespace && character.unicodeScalars.count == 1 && character != "\u{A0}"
            && character != "\u{202F}"
    }

    /// Ideographs, kana, their punctuation and emoji; Hangul is written in words.
    static func isEastAsian(_ character: Character) -> Bool {
        switch character.unicodeScalars.first?.value ?? 0 {
        case 0x2E80...0x303F, 0x3041...0x312F, 0x31A0...0x31FF, 0x3300...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F,
            0xFF01...0xFF9F, 0x1F300...0x1FAFF, 0x2_0000...0x3_FFFF:
            true
        default: false
        }
    }

    private static func isIn(_ set: Set<UInt32>, _ character: Character) -> Bool {
        character.unicodeScalars.first.map { set.contains($0.value) } ?? false
    }

    private static let neverBegin = scalars(
        "、。，．・：；？！ー゛゜ヽヾゝゞ々〻’”）〕］｝〉》」』】〙〗〟｠»°′″℃％‰…‥〜～ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ"
            + "｡｣､･ｰﾞﾟｧｨｩｪｫｬｭｮｯ)]},.!?:;%")
    private static let neverEnd = scalars("‘“（〔［｛〈《「『【〘〖〝｟«￥＄￡＃｢([{$#@")

    private static func scalars(_ text: String) -> Set<UInt32> { Set(text.unicodeScalars.map(\.value)) }
}
