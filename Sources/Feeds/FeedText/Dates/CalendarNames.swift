import CUTF8Proc

/// Month names and the words of a date in the languages that feeds use, compared without case, accents and width.
enum CalendarNames {
    /// The month (1 to 12) that a folded word names: a whole name, or at least three letters of its beginning.
    static func month(_ word: String) -> Int? { months[word] }

    /// Text made comparable: NFKC, without case and accents, so that `Févr.`, `ＦＥＶＲ．` and `fevr.` are one.
    static func folded(_ text: String) -> [UInt8] {
        UnicodeMapping.mapped(
            text,
            options: [UTF8PROC_STABLE, UTF8PROC_COMPAT, UTF8PROC_COMPOSE, UTF8PROC_CASEFOLD, UTF8PROC_STRIPMARK])
    }

    /// Every beginning, from three letters on, of every name.
    ///
    /// Where two languages differ about one, the earlier line
    /// decides (`mar` is March, though Czech and others use it too); one that two months of a language share is none.
    private static let months: [String: Int] = {
        var table = ["mrt": 3, "mrz": 3, "sept": 9]
        for language in namesByLanguage {
            var beginnings: [String: Int] = [:]
            for (index, names) in language.split(separator: " ").enumerated() {
                for name in names.split(separator: "|") {
                    let letters = Array(String(decoding: folded(String(name)), as: UTF8.self))
                    let month = index % 12 + 1
                    table[String(letters)] = table[String(letters)] ?? month
                    for length in min(3, letters.count)..<letters.count {
                        let beginning = String(letters[..<length])
                        beginnings[beginning] = beginnings[beginning, default: month] == month ? month : 0
                    }
                }
            }
            table.merge(beginnings.filter { $0.value > 0 }) { known, _ in known }
        }
        return table
    }()

    /// One language a line, twelve months, other forms of a name after `|`.
    private static let namesByLanguage = [
        // English, German, French, Spanish, Italian, Portuguese, Dutch
        "january february march april may june july august september october november december",
        "januar|jänner februar|feber märz|maerz april mai juni juli august september oktober november dezember",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre diciembre",
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
        "januari februari maart april mei juni juli augustus september oktober november december",
        // Russian, Polish, Japanese and Chinese (numerals), Ukrainian
        "январь|января февраль|февраля март|марта апрель|апреля май|мая июнь|июня июль|июля август|августа"
            + " сентябрь|сентября октябрь|октября ноябрь|ноября декабрь|декабря",
        "styczeń|stycznia luty|lutego marzec|marca kwiecień|kwietnia maj|maja czerwiec|czerwca lipiec|lipca"
            + " sierpień|sierpnia wrzesień|września październik|października listopad|listopada grudzień|grudnia",
        "一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月",
        "січень|січня лютий|лютого березень|березня квітень|квітня травень|травня червень|червня липень|липня"
            + " серпень|серпня вересень|вересня жовтень|жовтня листопад|листопада грудень|грудня",
        // Greek, Swedish, Danish and Norwegian, Czech, Hungarian, Romanian, Turkish
        "ιανουάριος|ιανουαρίου φεβρουάριος|φεβρουαρίου μάρτιος|μαρτίου απρίλιος|απριλίου μάιος|μαΐου ιούνιος|ιουνίου"
            + " ιούλιος|ιουλίου αύγουστος|αυγούστου σεπτέμβριος|σεπτεμβρίου οκτώβριος|οκτωβρίου νοέμβριος|νοεμβρίου"
            + " δεκέμβριος|δεκεμβρίου",
        "januari februari mars april maj juni juli augusti september oktober november december",
        "januar februar marts april maj juni juli august september oktober november desember",
        "leden|ledna únor|února březen|března duben|dubna květen|května červen|června červenec|července"
            + " srpen|srpna září říjen|října listopad|listopadu prosinec|prosince",
        "január február március április május június július augusztus szeptember október november december",
        "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
        "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
    ]
}
