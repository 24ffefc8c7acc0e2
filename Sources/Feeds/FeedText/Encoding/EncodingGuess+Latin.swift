extension EncodingGuess {
    /// Whether bytes that claim to be Latin letters are plainly text in another script.
    ///
    /// In the Latin alphabets letters beyond ASCII stand alone or in pairs between others: é, ü, ção. In the scripts of
    /// East Asia and in Cyrillic nearly all stand in runs of four bytes and more, they are many different ones, and the
    /// guess by the characters themselves says the same.
    static func contradictsLatin(_ bytes: Span<UInt8>) -> Bool {
        let runs = Runs(bytes)
        guard runs.bytes >= 12, runs.areText || isFullOfKana(bytes) else { return false }
        let guess = encoding(of: bytes)
        switch guess {
        case .windows1252: return false
        case .shiftJIS: return true
        case .eucJP: return runs.areText
        case .windows1251, .koi8R: return runs.areText && isCommonCyrillic(bytes, guess)
        default: return runs.areText && runs.bytes >= 24 && runs.longBytes * 10 >= runs.bytes * 9
        }
    }

    /// The bytes beyond ASCII, and those of them in runs of four and more.
    private struct Runs {
        var bytes = 0
        var longBytes = 0
        /// Bytes that are one more than the one before: letters in the order of their codes are a table, not a text.
        private var successors = 0
        private var different: Set<UInt8> = []

        init(_ text: Span<UInt8>) {
            var index = 0
            let end = min(text.count, EncodingGuess.longestSample)
            while index < end {
                guard text[index] >= 0x80 else {
                    index += 1
                    continue
                }
                let start = index
                while index < end, text[index] >= 0x80 { index += 1 }
                bytes += index - start
                guard index - start >= 4 else { continue }
                longBytes += index - start
                for place in start..<index {
                    if different.count < 8 { different.insert(text[place]) }
                    if place > start, text[place] == text[place - 1] &+ 1 { successors += 1 }
                }
            }
        }

        /// Whether the runs are most of it, and as varied as text is.
        var areText: Bool { longBytes * 2 >= bytes && different.count >= 8 && successors * 5 <= longBytes }
    }

    /// Whether the letters that are more than half of every Russian text are two in five at least.
    private static func isCommonCyrillic(_ bytes: Span<UInt8>, _ encoding: TextEncoding) -> Bool {
        // о а е и н т с р, small and capital
        let common: Set<UInt8> =
            encoding == .windows1251
            ? [
                0xEE, 0xE0, 0xE5, 0xE8, 0xED, 0xF2, 0xF1, 0xF0, 0xCE, 0xC0, 0xC5, 0xC8, 0xCD, 0xD2, 0xD1, 0xD0,
            ]
            : [
                0xCF, 0xC1, 0xC5, 0xC9, 0xCE, 0xD4, 0xD3, 0xD2, 0xEF, 0xE1, 0xE5, 0xE9, 0xEE, 0xF4, 0xF3, 0xF2,
            ]
        var (all, found) = (0, 0)
        for index in 0..<min(bytes.count, longestSample) where bytes[index] >= 0x80 {
            all += 1
            if common.contains(bytes[index]) { found += 1 }
        }
        return found * 5 >= all * 2
    }
}
