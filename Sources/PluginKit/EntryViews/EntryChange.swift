import FeedHTML
public import FeedModel
public import FeedText

/// What changed from one revision of an entry to another, as readers see it.
public struct EntryChange: Sendable {
    /// The number of the entry.
    public var number: Int64
    /// The earlier revision, 0 for the first.
    public var from: Int
    /// The later one.
    public var to: Int
    /// When the later one came; nil where that is not known.
    public var date: Timestamp?
    /// What is compared, by its name, and how it changed.
    public var fields: [(name: String, difference: WordDifference)]

    /// Compares title, URL and text of two revisions.
    public init(number: Int64, from: Int, to: Int, date: Timestamp?, old: Entry, new: Entry) {
        self.number = number
        self.from = from
        self.to = to
        self.date = date
        fields = [
            ("title", WordDifference(from: old.title ?? "", to: new.title ?? "")),
            ("url", WordDifference.replacing(old.url ?? "", by: new.url ?? "")),
            ("text", WordDifference(from: Self.text(of: old), to: Self.text(of: new))),
            ("attachments", WordDifference.replacing(Self.files(of: old), by: Self.files(of: new))),
        ]
        fields.removeAll(where: \.difference.isEmpty)
    }

    private static func text(of entry: Entry) -> String {
        entry.contentHTML.map { HTMLText.plainText($0, layout: .paragraphs) } ?? entry.contentText ?? entry.summary
            ?? ""
    }

    private static func files(of entry: Entry) -> String {
        entry.attachments.map(\.url).joined(separator: " ")
    }
}

extension WordDifference {
    /// A difference of values that mean something as a whole only.
    fileprivate static func replacing(_ old: String, by new: String) -> WordDifference {
        WordDifference(parts: old == new ? [Part(.same, old)] : [Part(.removed, old), Part(.added, new)])
    }
}
