/// How many letters of each script a text has.
struct ScriptCount {
    var latin = 0
    var kana = 0
    var han = 0
    var hangul = 0
    var cyrillic = 0
    var greek = 0
    var hebrew = 0
    var arabic = 0
    /// Letters that Persian, Urdu and Kurdish have and Arabic has not.
    var notArabic = 0
    var thai = 0
    var devanagari = 0
    /// Letters of all other scripts.
    var others = 0

    init(_ text: String) {
        for scalar in text.unicodeScalars { count(scalar) }
    }

    /// All letters; one of Chinese or Japanese stands for about two of an alphabet.
    var weight: Int {
        latin + 2 * (kana + han) + hangul + cyrillic + greek + hebrew + arabic + thai + devanagari + others
    }

    private mutating func count(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF: latin += 1
        case 0..<0xC0: break
        case 0x370...0x3FF, 0x1F00...0x1FFF: greek += 1
        case 0x400...0x52F: cyrillic += 1
        case 0x5D0...0x5EA: hebrew += 1
        case 0x600...0x6FF:
            guard scalar.properties.isAlphabetic else { return }
            arabic += 1
            // پ چ ژ ک گ ی ٹ ڈ ڑ ے ہ ە
            if [0x67E, 0x686, 0x698, 0x6A9, 0x6AF, 0x6CC, 0x679, 0x688, 0x691, 0x6D2, 0x6C1, 0x6D5].contains(
                scalar.value)
            {
                notArabic += 1
            }
        case 0x900...0x97F: devanagari += 1
        case 0xE01...0xE4E: thai += 1
        case 0x3041...0x3096, 0x30A1...0x30FA, 0xFF66...0xFF9D: kana += 1
        case 0x3005, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x2_0000...0x3_FFFF: han += 1
        case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7A3: hangul += 1
        default: if scalar.properties.isAlphabetic { others += 1 }
        }
    }
}
