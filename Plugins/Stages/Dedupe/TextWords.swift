/// The words of a folded text; of Japanese and Chinese, which do not part them, overlapping pairs of characters.
struct TextWords {
    /// Words and pairs in order.
    var all: [String] = []
    /// How many of them are pairs.
    private(set) var bigrams = 0

    /// The first words of a text, at most so many.
    init(of text: String, limit: Int) {
        var word = String.UnicodeScalarView()
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if all.count >= limit { return }
            if Self.isEastern(scalar) {
                end(&word)
                if let last {
                    all.append(String(String.UnicodeScalarView([last, scalar])))
                    bigrams += 1
                }
                last = scalar
                continue
            }
            last = nil
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber: word.append(scalar)
            default: if scalar.properties.isAlphabetic { word.append(scalar) } else { end(&word) }
            }
        }
        end(&word)
    }

    private mutating func end(_ word: inout String.UnicodeScalarView) {
        guard !word.isEmpty else { return }
        all.append(String(word))
        word = String.UnicodeScalarView()
    }

    /// Kana and ideographs.
    private static func isEastern(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3005, 0x3041...0x3096, 0x30A1...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
            0x2_0000...0x3_FFFF:
            true
        default: false
        }
    }
}
