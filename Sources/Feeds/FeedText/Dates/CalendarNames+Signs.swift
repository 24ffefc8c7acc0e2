/// Numbers and signs that are written otherwise than in ASCII.
extension CalendarNames {
    /// Text made comparable (``folded(_:)``), its dashes and numbers as ASCII writes them: `15時−05:00`, 二〇二四年.
    ///
    /// Chinese numerals are numbers only before the unit that they count: 五 in 五月 is, in 星期五 it is not.
    static func plain(_ text: String) -> [UInt8] {
        var plain: [UInt8] = []
        var numerals: [Unicode.Scalar] = []
        for scalar in String(decoding: folded(text), as: UTF8.self).unicodeScalars {
            if numeralValues[scalar] != nil {
                numerals.append(scalar)
                continue
            }
            if !numerals.isEmpty {
                if units.contains(scalar), let number = number(numerals) {
                    plain.append(contentsOf: String(number).utf8)
                } else {
                    for numeral in numerals { plain.append(scalar: numeral.value) }
                }
                numerals.removeAll()
            }
            switch scalar {
            case "\u{2010}"..."\u{2013}", "\u{2212}": plain.append(UInt8(ascii: "-"))
            case "\u{2014}"..."\u{2015}", "\u{301C}": plain.append(UInt8(ascii: "~"))
            default: plain.append(scalar: scalar.value)
            }
        }
        for numeral in numerals { plain.append(scalar: numeral.value) }
        return plain
    }

    /// The number that numerals write by place, 二〇二四, or by tens, 二十四.
    private static func number(_ numerals: [Unicode.Scalar]) -> Int? {
        guard numerals.count <= 4 else { return nil }
        var tens: Int?
        var value = 0
        for numeral in numerals {
            guard let digit = numeralValues[numeral] else { return nil }
            if digit < 10 {
                value = value * 10 + digit
            } else {
                guard tens == nil, value < 10 else { return nil }
                tens = numeral == "十" ? max(value, 1) * 10 : digit
                value = 0
            }
        }
        guard let tens else { return value }
        return value < 10 ? tens + value : nil
    }

    private static let numeralValues: [Unicode.Scalar: Int] = [
        "〇": 0, "零": 0, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10, "廿": 20,
        "卅": 30,
    ]
    private static let units: Set<Unicode.Scalar> = ["年", "月", "日", "号", "號", "時", "时", "點", "点", "分", "秒"]
}
