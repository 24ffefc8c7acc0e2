import FeedText

/// The pages' own words, in one of the languages that they can be in.
enum PageWords: String, Decodable, Sendable, CaseIterable {
    case english = "en"
    case japanese = "ja"
}

extension PageWords {
    var skip: String { self == .english ? "Skip to the entries" : "記事へ移動" }
    var filters: String { self == .english ? "Filter" : "絞り込み" }
    var all: String { self == .english ? "All" : "すべて" }
    var feeds: String { self == .english ? "Feeds" : "フィード" }
    var tags: String { self == .english ? "Tags" : "タグ" }
    var noEntries: String { self == .english ? "Nothing here yet." : "まだ記事がありません。" }
    var files: String { self == .english ? "Files" : "添付ファイル" }
    var back: String { self == .english ? "All entries" : "一覧へ" }

    /// What is said of how many entries a filter shows: the first `#` is their number, the second that of all.
    var shown: String { self == .english ? "# of # entries" : "#件（全#件）" }

    /// What the keys do.
    var keys: [(key: String, meaning: String)] {
        self == .english
            ? [("j", "next"), ("k", "previous"), ("o", "read"), ("v", "original page")]
            : [("j", "次"), ("k", "前"), ("o", "読む"), ("v", "元のページ")]
    }

    /// The name of a link to an entry's own page.
    func original(at host: String) -> String {
        self == .english ? "Read at \(host)" : "\(host) で読む"
    }

    /// A day as people name it.
    func day(_ time: CivilTime) -> String {
        switch self {
        case .english:
            "\(Self.weekdays[time.weekday]), \(time.day) \(Self.months[time.month - 1]) \(time.year)"
        case .japanese:
            "\(time.year)年\(time.month)月\(time.day)日（\(Self.japaneseWeekdays[time.weekday])）"
        }
    }

    private static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let japaneseWeekdays = ["日", "月", "火", "水", "木", "金", "土"]
}
