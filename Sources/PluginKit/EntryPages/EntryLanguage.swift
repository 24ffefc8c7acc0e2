package import FeedModel

/// In which language an entry is shown, so that its script is set as its readers expect it.
package enum EntryLanguage {
    /// The language that the entry says, if it is a language tag in form (RFC 5646); else Japanese or Korean by its script.
    ///
    /// Any other language is left open: a wrong one is worse for a reader's ear and eye than none.
    package static func tag(of entry: Entry) -> String? {
        if let language = entry.language, isTag(language) { return language }
        var (kana, hangul, letters) = (0, 0, 0)
        for scalar in [entry.title, entry.summary].compactMap({ $0?.unicodeScalars.prefix(500) }).joined() {
            switch scalar.value {
            case 0x3041...0x30FF, 0xFF66...0xFF9D: (kana, letters) = (kana + 1, letters + 1)
            case 0xAC00...0xD7A3: (hangul, letters) = (hangul + 1, letters + 1)
            default: if scalar.properties.isAlphabetic { letters += 1 }
            }
        }
        if kana >= 2, kana * 5 >= letters { return "ja" }
        return hangul >= 2 && hangul * 2 >= letters ? "ko" : nil
    }

    /// Whether a text is made like a language tag: a language, then parts of up to eight letters and digits.
    package static func isTag(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = parts.first, (2...8).contains(first.count), text.utf8.count <= 35 else { return false }
        func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
        return first.allSatisfy(isLetter)
            && parts.dropFirst().allSatisfy { part in
                (1...8).contains(part.count) && part.allSatisfy { isLetter($0) || $0 &- 0x30 < 10 }
            }
    }
}
