/// The eras by which years are counted in Japan and Taiwan: 令和8年 is the eighth year of the era that began in 2019.
enum CalendarEra {
    /// The year before an era's first, by the end of the word before the number; nil where that names no era.
    static func yearBefore(endOf word: String) -> Int? {
        yearsBefore.first { word.hasSuffix($0.name) }?.year
    }

    /// The year before an era's first, by its small letter in Japan's short dates, H31.4.30; nil for any other letter.
    static func yearBefore(letter: UInt8) -> Int? {
        switch letter {
        case UInt8(ascii: "r"): 2018
        case UInt8(ascii: "h"): 1988
        case UInt8(ascii: "s"): 1925
        case UInt8(ascii: "t"): 1911
        case UInt8(ascii: "m"): 1867
        default: nil
        }
    }

    /// The year that a word says without a number, 令和元年; nil where it says none.
    static func firstYear(_ word: String) -> Int? {
        word.hasSuffix("元年") ? yearBefore(endOf: String(word.dropLast(2))).map { $0 + 1 } : nil
    }

    private static let yearsBefore: [(name: String, year: Int)] = [
        ("令和", 2018), ("平成", 1988), ("昭和", 1925), ("大正", 1911), ("明治", 1867), ("民國", 1911), ("民国", 1911),
    ]
}
