/// Guesses the encoding of bytes that aren't UTF-8 and carry no label that fits.
///
/// East Asian encodings are told by the structure of their pairs and by the characters that every text in them is full
/// of; what fits none of them is Cyrillic if its words are, else windows-1252, which fits everything.
struct EncodingGuess {
    /// Pairs that are well formed, bytes that fit nowhere, pairs that are typical.
    private struct Score {
        var pairs = 0
        var errors = 0
        var typical = 0
        /// Pairs whose second byte is beyond ASCII too.
        var highTrails = 0
        /// Bytes that stand for a character alone: half-width kana.
        var singles = 0

        /// At least `share` percent of the pairs are typical, and errors are rare.
        func fits(share: Int) -> Bool { pairs > 1 && errors * 50 <= pairs && typical * 100 >= pairs * share }
    }

    /// Enough to tell, however long the document is.
    static let longestSample = 262_144

    static func encoding(of bytes: Span<UInt8>) -> TextEncoding {
        let end = min(bytes.count, longestSample)
        let isJapanese = saysJapanese(bytes)
        if score(bytes, end, kind: .eucJP).fits(share: isJapanese ? 0 : 10) { return .eucJP }
        let shiftJIS = score(bytes, end, kind: .shiftJIS)
        if shiftJIS.fits(share: isJapanese ? 0 : 20) || isKanji(shiftJIS, bytes, end) { return .shiftJIS }
        if score(bytes, end, kind: .eucKR).fits(share: 95) { return .eucKR }
        let simplified = score(bytes, end, kind: .gb18030)
        let traditional = score(bytes, end, kind: .big5)
        // Both take the other's bytes; the one whose everyday characters are more of the text has it.
        if simplified.fits(share: 60),
            simplified.typical * max(traditional.pairs, 1) > traditional.typical * simplified.pairs
        {
            return .gb18030
        }
        if traditional.fits(share: 80) { return .big5 }
        if simplified.fits(share: 60) { return .gb18030 }
        return cyrillic(bytes, end) ?? .windows1252
    }

    private static func score(_ bytes: Span<UInt8>, _ end: Int, kind: TextEncoding) -> Score {
        var score = Score()
        var index = 0
        while index < end {
            let lead = bytes[index]
            index += 1
            guard lead >= 0x80, index < end else { continue }
            if kind == .shiftJIS, (0xA1...0xDF).contains(lead) {
                score.singles += 1
                continue
            }
            let trail = bytes[index]
            guard isPair(lead, trail, kind: kind) else {
                score.errors += 1
                continue
            }
            index += 1
            score.pairs += 1
            if trail >= 0x80 { score.highTrails += 1 }
            if isTypical(lead, trail, kind: kind) { score.typical += 1 }
        }
        return score
    }

    /// Whether the document says that it is in Japanese.
    private static func saysJapanese(_ bytes: Span<UInt8>) -> Bool {
        let head = bytes.extracting(first: 8192)
        for mark in ["<language>ja", "<dc:language>ja", "lang=\"ja", "lang='ja", "\"language\": \"ja"] as [StaticString]
        {
            if head.firstIndex(of: mark) != nil { return true }
        }
        return false
    }

    /// Whether text is Shift_JIS for its kana alone, whose first bytes are rare signs everywhere else.
    static func isFullOfKana(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.firstIndex(of: 0x82) != nil || bytes.firstIndex(of: 0x83) != nil else { return false }
        let score = score(bytes, min(bytes.count, longestSample), kind: .shiftJIS)
        return score.errors == 0 && score.typical >= 4 && score.fits(share: 30)
    }

    /// Whether text without kana is Shift_JIS all the same: its kanji begin with bytes that no other encoding is full of,
    /// different ones, and end, unlike the curly quotes of windows-1252 before a letter, beyond ASCII too.
    private static func isKanji(_ score: Score, _ bytes: Span<UInt8>, _ end: Int) -> Bool {
        guard score.pairs >= 3, score.errors == 0, score.singles * 2 <= score.pairs, score.highTrails >= 2,
            score.highTrails * 10 >= score.pairs * 3
        else { return false }
        var low = 0
        var different: UInt32 = 0
        var index = 0
        while index + 1 < end {
            guard bytes[index] >= 0x80 else {
                index += 1
                continue
            }
            if bytes[index] < 0xA0 {
                low += 1
                different |= 1 << UInt32(bytes[index] & 0x1F)
            }
            index += (0xA1...0xDF).contains(bytes[index]) ? 1 : 2
        }
        return low * 10 >= score.pairs * 7 && different.nonzeroBitCount >= 3
    }

    private static func isPair(_ lead: UInt8, _ trail: UInt8, kind: TextEncoding) -> Bool {
        switch kind {
        case .shiftJIS:
            ((0x81...0x9F).contains(lead) || (0xE0...0xFC).contains(lead))
                && ((0x40...0x7E).contains(trail) || (0x80...0xFC).contains(trail))
        case .eucJP: trail >= 0xA1 && trail <= 0xFE && (lead == 0x8E || (lead >= 0xA1 && lead <= 0xFE))
        case .eucKR: trail >= 0xA1 && trail <= 0xFE && lead >= 0xA1 && lead <= 0xFD
        case .big5: (0xA1...0xF9).contains(lead) && ((0x40...0x7E).contains(trail) || (0xA1...0xFE).contains(trail))
        default: (0x81...0xFE).contains(lead) && trail >= 0x40 && trail != 0x7F && trail != 0xFF
        }
    }

    private static func isTypical(_ lead: UInt8, _ trail: UInt8, kind: TextEncoding) -> Bool {
        switch kind {
        case .shiftJIS: (lead == 0x82 && trail >= 0x9F && trail <= 0xF1) || (lead == 0x83 && trail <= 0x96)
        case .eucJP: lead == 0xA4 || lead == 0xA5
        case .eucKR: (0xA1...0xC8).contains(lead) && lead != 0xA4 && lead != 0xA5
        case .big5: (0xA1...0xC6).contains(lead)
        default: (lead <= 0xD7 && lead >= 0xB0 || lead == 0xA1 || lead == 0xA3) && trail >= 0xA1
        }
    }

    /// Words of nothing but Cyrillic letters: small ones are the upper half in windows-1251, the lower in KOI8-R.
    private static func cyrillic(_ bytes: Span<UInt8>, _ end: Int) -> TextEncoding? {
        var low = 0
        var high = 0
        var lone = 0
        var index = 0
        while index < end {
            guard bytes[index] >= 0x80 else {
                index += 1
                continue
            }
            let start = index
            var lowHere = 0
            while index < end, bytes[index] >= 0x80 {
                if (0xC0...0xDF).contains(bytes[index]) { lowHere += 1 }
                index += 1
            }
            if index - start < 3 {
                lone += index - start
            } else {
                low += lowHere
                high += index - start - lowHere
            }
        }
        guard low + high > 4 * lone else { return nil }
        return high > low ? .windows1251 : .koi8R
    }
}
