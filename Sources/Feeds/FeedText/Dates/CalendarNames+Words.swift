/// The words around numbers that say what these are.
extension CalendarNames {
    /// Whether a folded word is noon (true) or midnight (false), at its end in Chinese, Japanese and Korean.
    static func isNoon(_ word: String) -> Bool? {
        if let isNoon = middles[word] { return isNoon }
        if ["正午", "中午", "정오"].contains(where: word.hasSuffix) { return true }
        return ["午夜", "半夜", "真夜中", "자정"].contains(where: word.hasSuffix) ? false : nil
    }

    /// Whether a folded word after a number says that it is an hour: `17 Uhr`, `12 noon`.
    static func namesHour(_ word: String) -> Bool { clocks.contains(word) || middles[word] != nil }

    /// Whether a folded word leads from the beginning of a stretch of time to its end.
    static func leadsToEnd(_ word: String) -> Bool { ends.contains(word) }

    private static let middles: [String: Bool] = [
        "noon": true, "midday": true, "midnight": false, "mittag": true, "mittags": true, "mitternacht": false,
        "mitternachts": false, "midi": true, "minuit": false, "mediodia": true, "medianoche": false,
        "mezzogiorno": true, "mezzanotte": false, "meio": true, "meia": false, "middernacht": false,
        "полдень": true, "полночь": false, "południe": true, "połnoc": false,
    ]
    private static let clocks: Set<String> = [
        "am", "pm", "uhr", "uur", "heure", "heures", "ora", "ore", "hora", "horas", "час", "часа", "часов",
    ]
    private static let ends: Set<String> = [
        "to", "until", "till", "through", "thru", "bis", "au", "al", "ate", "do", "tot", "до", "по", "から", "부터", "至",
        "到",
    ]
}
