/// Cuts folded text into what a search compares: words, and of Chinese, Japanese and Korean overlapping pairs.
///
/// 設計図 becomes 設計, 計図 and 図: pairs find a word of any length without a dictionary, and as the last character of a
/// run stands alone too, every character begins some piece, so that a single one is found as the beginning of a piece.
/// `Swiftで` becomes `swift` and で: scripts are parted where they meet.
public struct SearchCutting {
    /// What a piece is.
    public enum Kind: Sendable, Hashable {
        /// A word of letters and digits, or a symbol that stands for itself, such as an emoji.
        case word
        /// Two neighbours in a run of ideographs, kana or Hangul.
        case pair
        /// The last character of such a run of several.
        case lastOfRun
        /// The only character of such a run.
        case lone
    }

    /// Hands on each piece of folded text, in order, as a range of its bytes.
    ///
    /// - Parameter text: valid UTF-8 as ``TextFolding`` leaves it.
    public static func forEachPiece(of text: Span<UInt8>, _ body: (Range<Int>, Kind) -> Void) {
        var index = 0
        while index < text.count {
            let (sort, length) = text.searchSort(at: index)
            switch sort {
            case .separator: index += length
            case .symbol:
                body(index..<index + length, .word)
                index += length
            case .letter:
                let start = index
                index += length
                while index < text.count {
                    let (next, length) = text.searchSort(at: index)
                    guard next == .letter else { break }
                    index += length
                }
                body(start..<index, .word)
            case .unspaced: index = cutRun(of: text, from: index, length, body)
            }
        }
    }

    /// Cuts the run of unspaced characters that begins at `start` and returns its end.
    private static func cutRun(
        of text: Span<UInt8>, from start: Int, _ firstLength: Int, _ body: (Range<Int>, Kind) -> Void
    ) -> Int {
        var last = start
        var end = start + firstLength
        while end < text.count {
            let (next, length) = text.searchSort(at: end)
            guard next == .unspaced else { break }
            body(last..<end + length, .pair)
            last = end
            end += length
        }
        body(last..<end, last == start ? .lone : .lastOfRun)
        return end
    }
}

// MARK: - Private

private enum SearchSort {
    case separator, letter, unspaced, symbol
}

extension Span<UInt8> {
    /// What the character here is to a search, and how many bytes it has.
    fileprivate func searchSort(at index: Int) -> (SearchSort, length: Int) {
        let lead = self[index]
        if lead < 0x80 { return (lead.isASCIILetter || lead.isASCIIDigit ? .letter : .separator, 1) }
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
        guard index + length <= count else { return (.separator, count - index) }
        var value = UInt32(lead) & (0x7F >> UInt32(length))
        for offset in 1..<length { value = value << 6 | UInt32(self[index + offset] & 0x3F) }
        return (Self.sort(of: value), length)
    }

    private static func sort(of value: UInt32) -> SearchSort {
        switch value {
        case 0x3005...0x3007, 0x3041...0x3096, 0x3099...0x309A, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF,
            0x3105...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0x2_0000...0x3_FFFF:
            return .unspaced
        case 0x3000...0x3004, 0x3008...0x303F, 0x30FB: return .separator
        default: break
        }
        guard let scalar = Unicode.Scalar(value) else { return .separator }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
            return .letter
        case .otherSymbol: return .symbol
        default: return .separator
        }
    }
}
