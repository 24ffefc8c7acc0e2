import FeedText

/// A user's text, folded once, and the ways to compare an entry's text with it: each linear, none backtracks.
///
/// Folding is NFKC with case and width folded, so `ＳＷＩＦＴ`, `Swift` and `swift` are one.
struct FoldedText: Sendable {
    /// How texts compare.
    enum Comparison: Sendable {
        case equal, containing, beginning, ending
    }

    private let bytes: [UInt8]
    /// For each length of a matched beginning, the longest shorter one that is also its end (Knuth, Morris, Pratt).
    private let fallbacks: [Int]

    /// Folds a text; nil where nothing remains of it.
    init?(_ text: String) {
        bytes = Self.fold(text)
        guard !bytes.isEmpty else { return nil }
        var fallbacks = [0]
        var length = 0
        for index in bytes.indices.dropFirst() {
            while length > 0, bytes[index] != bytes[length] { length = fallbacks[length - 1] }
            if bytes[index] == bytes[length] { length += 1 }
            fallbacks.append(length)
        }
        self.fallbacks = fallbacks
    }

    /// The UTF-8 of a text after folding.
    static func fold(_ text: String) -> [UInt8] { TextFolding.folded(text.utf8.span) }

    /// Compares an entry's text.
    func holds(_ comparison: Comparison, of text: String) -> Bool {
        holdsForASCII(comparison, of: text.utf8.span) ?? holds(comparison, ofFolded: Self.fold(text).span)
    }

    /// Compares an entry's text that has been folded.
    func holds(_ comparison: Comparison, ofFolded text: Span<UInt8>) -> Bool {
        switch comparison {
        case .equal: text.count == bytes.count && isFound(in: text, at: 0)
        case .beginning: text.count >= bytes.count && isFound(in: text, at: 0)
        case .ending: text.count >= bytes.count && isFound(in: text, at: text.count - bytes.count)
        case .containing: isContained(in: text)
        }
    }

    private func isFound(in text: Span<UInt8>, at start: Int) -> Bool {
        for index in bytes.indices where text[start + index] != bytes[index] { return false }
        return true
    }

    private func isContained(in text: Span<UInt8>) -> Bool {
        var matched = 0
        for index in text.indices {
            let byte = text[index]
            while matched > 0, bytes[matched] != byte { matched = fallbacks[matched - 1] }
            if bytes[matched] == byte { matched += 1 }
            if matched == bytes.count { return true }
        }
        return false
    }
}

// MARK: - Text as it came

extension FoldedText {
    /// Compares without folding, as far as the text is ASCII; nil where other characters keep the answer open.
    ///
    /// ASCII folds byte by byte, unless what follows is no ASCII: `e` and U+0301 fold to `é`.
    func holdsForASCII(_ comparison: Comparison, of text: Span<UInt8>) -> Bool? {
        switch comparison {
        case .equal, .beginning: begins(text, isWhole: comparison == .equal)
        case .ending: ends(text)
        case .containing: containsASCII(text)
        }
    }

    private func begins(_ text: Span<UInt8>, isWhole: Bool) -> Bool? {
        for index in text.indices {
            if text[index] >= 0x80 { return nil }
            guard index < bytes.count else { return !isWhole }
            if text[index].asciiLowercased != bytes[index] {
                return index + 1 < text.count && text[index + 1] >= 0x80 ? nil : false
            }
        }
        return text.count == bytes.count
    }

    private func ends(_ text: Span<UInt8>) -> Bool? {
        for distance in 1...bytes.count {
            guard distance <= text.count else { return false }
            let byte = text[text.count - distance]
            if byte >= 0x80 { return nil }
            if byte.asciiLowercased != bytes[bytes.count - distance] { return false }
        }
        return true
    }

    private func containsASCII(_ text: Span<UInt8>) -> Bool? {
        var matched = 0
        for index in text.indices {
            if text[index] >= 0x80 { return nil }
            let byte = text[index].asciiLowercased
            while matched > 0, bytes[matched] != byte { matched = fallbacks[matched - 1] }
            if bytes[matched] == byte { matched += 1 }
            if matched == bytes.count {
                return index + 1 < text.count && text[index + 1] >= 0x80 ? nil : true
            }
        }
        return false
    }
}
