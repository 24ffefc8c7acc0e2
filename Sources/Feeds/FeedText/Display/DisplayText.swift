/// Feed text made safe to show: in a terminal, a header, a file name.
///
/// What moves the cursor, turns the writing direction or can't be seen is taken out, so that text looks like what it is
/// and takes as many columns as it seems to.
public enum DisplayText {
    /// The text without controls, bidirectional controls, zero-width and unassigned characters; line ends are spaces.
    ///
    /// Zero-width joiners stay where they do their work: between emoji, and within words of scripts that need them.
    /// Text with nothing to change is returned as it is.
    public static func printable(_ text: String) -> String {
        var isClean = true
        for scalar in text.unicodeScalars where !isPlain(scalar) {
            isClean = false
            break
        }
        return isClean ? text : filtered(text)
    }

    /// ``printable(_:)`` with runs of white space made one space, and none at the ends.
    ///
    /// A lone ideographic space stays one.
    public static func singleLine(_ text: String) -> String {
        let printable = printable(text)
        guard needsCollapsing(printable) else { return printable }
        var out = String.UnicodeScalarView()
        var run: Unicode.Scalar?
        for scalar in printable.unicodeScalars {
            if scalar.properties.isWhitespace {
                run = run == nil && scalar == ideographicSpace ? scalar : " "
                continue
            }
            if let space = run, !out.isEmpty { out.append(space) }
            run = nil
            out.append(scalar)
        }
        return String(out)
    }
}

// MARK: - Private

extension DisplayText {
    private static let ideographicSpace: Unicode.Scalar = "\u{3000}"

    private enum Verdict { case keep, drop, space, joiner }

    /// The bulk of all text, decided without a look into tables.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x400...0x52F, 0x2010...0x2027, 0x3000...0x3096, 0x3099...0x30FF,
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF9F:
            true
        default: false
        }
    }

    private static func filtered(_ text: String) -> String {
        var out = String.UnicodeScalarView()
        let scalars = text.unicodeScalars
        var last: Unicode.Scalar?
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let scalar = scalars[index]
            index = scalars.index(after: index)
            switch isPlain(scalar) ? .keep : verdict(on: scalar) {
            case .keep: out.append(scalar)
            case .space: out.append(" ")
            case .drop: continue
            case .joiner:
                guard let last, index < scalars.endIndex, joins(last, scalars[index]),
                    verdict(on: scalars[index]) == .keep
                else { continue }
                out.append(scalar)
            }
            last = scalar
        }
        return String(out)
    }

    private static func verdict(on scalar: Unicode.Scalar) -> Verdict {
        switch scalar.value {
        case 0x09...0x0D, 0x85, 0x2028, 0x2029, 0x3164, 0xFFA0: return .space
        case 0x200C, 0x200D: return .joiner
        // Format characters of Arabic and Syriac that are seen: number signs, end of ayah, abbreviation mark.
        case 0x600...0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2: return .keep
        // Combining grapheme joiner, Khmer's invisible vowels, the Mongolian separators.
        case 0x34F, 0x17B4, 0x17B5, 0x180B...0x180F: return .drop
        // A newer Unicode's emoji are better shown as a box than lost.
        case 0x1F000...0x1FAFF: return .keep
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned: return .drop
        case .lineSeparator, .paragraphSeparator: return .space
        default: return .keep
        }
    }

    /// Whether a joiner between two characters shows: emoji sequences, and scripts with joining or conjunct letters.
    private static func joins(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        if isPictograph(second) {
            return isPictograph(first) || first == "\u{FE0F}" || first.properties.isEmojiModifier
        }
        return isJoiningScript(first) && isJoiningScript(second)
    }

    private static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x2190 && scalar.properties.isEmoji
    }

    /// Arabic, Syriac, N'Ko, Mandaic, the Indic scripts, Tibetan, Myanmar, Khmer and Mongolian.
    private static func isJoiningScript(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x600...0x8FF, 0x900...0xDFF, 0xF00...0x109F, 0x1780...0x18AF, 0xA840...0xA87F, 0xA8E0...0xA8FF: true
        default: false
        }
    }

    private static func needsCollapsing(_ text: String) -> Bool {
        var wasSpace = true
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x21...0x7E: wasSpace = false
            case 0x20, 0x3000:
                if wasSpace { return true }
                wasSpace = true
            case 0xA0: return true
            default:
                if !isPlain(scalar), scalar.properties.isWhitespace { return true }
                wasSpace = false
            }
        }
        return wasSpace && !text.isEmpty
    }
}
