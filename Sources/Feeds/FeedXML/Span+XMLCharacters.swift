import FeedText

/// Searches for what XML text doesn't hold, or not as it stands; they look at eight bytes at a time.
extension Span<UInt8> {
    /// Whether XML allows every character of a valid UTF-8 text (XML 1.0 §2.2, `Char`).
    var holdsXMLCharactersOnly: Bool { !holdsForbiddenControl && !holdsNoncharacter }

    /// The first byte in a range that text doesn't hold as a rule: `&`, `]`, 0xBF and everything below a space.
    ///
    /// 0xBF is the second byte of the characters that XML forbids, U+FFFE and U+FFFF.
    func firstSpecial(in range: Range<Int>) -> Int {
        var at = range.lowerBound
        unsafe withUnsafeBytes { buffer in
            while at + 8 <= range.upperBound {
                let word = unsafe buffer.word(at: at)
                var marks =
                    word.marksOfControls | word.marks(of: UInt8(ascii: "&")) | word.marks(of: UInt8(ascii: "]"))
                    | word.marks(of: 0xBF)
                while marks != 0 {
                    // Far more often than not it is a line feed.
                    if self[at + marks.firstMark].isSpecialInText {
                        at += marks.firstMark
                        return
                    }
                    marks &= marks &- 1
                }
                at += 8
            }
            while at < range.upperBound, !self[at].isSpecialInText { at += 1 }
        }
        return at
    }
}

extension Span<UInt8> {
    private var holdsForbiddenControl: Bool {
        unsafe withUnsafeBytes { buffer in
            var at = 0
            while buffer.count - at >= 32 {
                let first = unsafe buffer.word(at: at).marksOfControls | buffer.word(at: at + 8).marksOfControls
                let second = unsafe buffer.word(at: at + 16).marksOfControls | buffer.word(at: at + 24).marksOfControls
                if first | second != 0 {
                    for start in stride(from: at, to: at + 32, by: 8) {
                        var marks = unsafe buffer.word(at: start).marksOfControls
                        while marks != 0 {
                            if unsafe buffer[start + marks.firstMark].isForbiddenControl { return true }
                            marks &= marks &- 1
                        }
                    }
                }
                at += 32
            }
            while at < buffer.count {
                if unsafe buffer[at].isForbiddenControl { return true }
                at += 1
            }
            return false
        }
    }

    private var holdsNoncharacter: Bool {
        var position = 0
        while let found = firstIndex(of: 0xEF, from: position) {
            if isNoncharacter(at: found) { return true }
            position = found + 3
        }
        return false
    }
}

extension UInt8 {
    fileprivate var isForbiddenControl: Bool { self < 0x20 && !isXMLSpace }

    fileprivate var isSpecialInText: Bool {
        switch self {
        case UInt8(ascii: "\n"), UInt8(ascii: "\t"): false
        case ..<0x20, UInt8(ascii: "&"), UInt8(ascii: "]"), 0xBF: true
        default: false
        }
    }
}
