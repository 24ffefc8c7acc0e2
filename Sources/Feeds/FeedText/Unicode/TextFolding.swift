import CUTF8Proc

/// Text made comparable, for conditions, deduplication and search.
public enum TextFolding {
    /// NFKC, case folded, full and half width made one; what can't be seen (soft hyphens, zero-width spaces) is gone.
    ///
    /// Folding twice changes nothing. Accents stay: `é` isn't `e`. ASCII without capitals is returned as it is.
    public static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.asciiLowercased }
        return String(decoding: folded(text.utf8.span), as: UTF8.self)
    }

    /// The same of valid UTF-8, as UTF-8.
    ///
    /// What folding leaves alone but for ASCII's case is copied, ten times as fast; utf8proc sees the rest, each run
    /// together with the character before it, which a mark may join.
    public static func folded(_ text: Span<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(text.count)
        var index = 0
        var last = (source: 0, folded: 0)
        while index < text.count {
            let length = text.lengthOfPlainCharacter(at: index)
            if length > 0 {
                last = (index, out.count)
                out.append(text[index].asciiLowercased)
                for next in index + 1..<index + length { out.append(text[next]) }
                index += length
            } else {
                let end = text.endOfFoldingRun(from: index)
                out.removeLast(out.count - last.folded)
                out += mapped(text.text(in: last.source..<end))
                index = end
                last = (index, out.count)
            }
        }
        return out
    }

    /// A text folded by utf8proc alone.
    static func mapped(_ text: String) -> [UInt8] {
        UnicodeMapping.mapped(
            text,
            options: [UTF8PROC_STABLE, UTF8PROC_COMPAT, UTF8PROC_COMPOSE, UTF8PROC_CASEFOLD, UTF8PROC_IGNORE])
    }
}

// MARK: - Private

extension Span<UInt8> {
    /// How many bytes the character here has, if it folds to itself or to its lower case and joins nothing before it:
    /// ASCII, kana, the most common ideographs, Hangul syllables; 0 for every other.
    fileprivate func lengthOfPlainCharacter(at index: Int) -> Int {
        let lead = self[index]
        if lead < 0x80 { return 1 }
        guard lead >= 0xE3, lead <= 0xED, index + 2 < count else { return 0 }
        let rest = UInt16(self[index + 1] & 0x3F) << 6 | UInt16(self[index + 2] & 0x3F)
        switch UInt16(lead & 0x0F) << 12 | rest {
        case 0x3001...0x3002, 0x300C...0x300F, 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC, 0x4E00...0x9FFF,
            0xAC00...0xD7A3:
            return 3
        default: return 0
        }
    }

    /// The end of what is folded in one go: before 16 bytes of plain characters, as going back and forth costs more.
    fileprivate func endOfFoldingRun(from start: Int) -> Int {
        var index = start
        var plain = 0
        while index < count, plain < 16 {
            let length = lengthOfPlainCharacter(at: index)
            plain = length > 0 ? plain + length : 0
            index += Swift.max(length, 1)
        }
        return index - plain
    }
}
