import FeedJSON
import FeedModel
import FeedText
import TributaryPluginKit

/// One thing to order by: `date`, or from the end `-date`.
struct SortKey: OptionDecodable, Sendable {
    enum Field: String, CaseIterable {
        case date
        case datePublished = "date_published"
        case dateModified = "date_modified"
        case firstSeen = "first_seen"
        case title, feed, url, score
    }

    let field: Field
    /// Whether the last, the newest, the highest come first.
    let isDescending: Bool

    /// Every spelling of a key.
    static let allowed = Field.allCases.map(\.rawValue) + Field.allCases.map { "-\($0.rawValue)" }

    init(option node: JSONNode) throws(ConfigurationError) {
        let text = node.value.stringValue ?? ""
        isDescending = text.hasPrefix("-")
        guard let field = Field(rawValue: isDescending ? String(text.dropFirst()) : text) else {
            throw ConfigurationError([.wrongKind(node, "a field to order by", at: ConfigurationPath())])
        }
        self.field = field
    }

    /// What an entry has under this key, made comparable.
    func value(of head: EntryHead) -> SortValue {
        switch field {
        case .date: .date(head.sortDate)
        case .datePublished: head.datePublished.map { .date($0) } ?? .absent
        case .dateModified: head.dateModified.map { .date($0) } ?? .absent
        case .firstSeen: .date(head.firstSeen)
        case .title: head.title.map { .text(Self.ordered($0)) } ?? .absent
        case .feed: .text(Self.ordered(head.feed.title ?? head.feed.id))
        case .url: head.url.map { .text($0) } ?? .absent
        case .score: head.score.map { .number($0) } ?? .absent
        }
    }

    /// The text without differences of case and width, and with katakana as hiragana: kana then stand in the order of
    /// the syllabary, before all kanji, whose readings no text tells.
    private static func ordered(_ text: String) -> String {
        let folded = TextFolding.folded(text)
        guard !folded.utf8.allSatisfy({ $0 < 0x80 }) else { return folded }
        var ordered = ""
        for scalar in folded.unicodeScalars {
            let isKatakana = (0x30A1...0x30F6).contains(scalar.value)
            ordered.unicodeScalars.append(isKatakana ? Unicode.Scalar(scalar.value - 0x60) ?? scalar : scalar)
        }
        return ordered
    }
}
