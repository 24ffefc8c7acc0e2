import FeedText

/// Searches for what XML text doesn't hold, or not as it stands; they look at eight bytes at a time.
extension Span<UInt8> {
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

extension UInt8 {
    fileprivate var isSpecialInText: Bool {
        switch self {
        case UInt8(ascii: "\n"), UInt8(ascii: "\t"): false
        case ..<0x20, UInt8(ascii: "&"), UInt8(ascii: "]"), 0xBF: true
        default: false
        }
    }
}
