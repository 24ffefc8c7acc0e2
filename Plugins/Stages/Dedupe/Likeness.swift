import FeedJSON
import FeedModel
import FeedText
import TributaryPluginKit

/// What two entries of one story have in common: one field, or several together.
struct Likeness: OptionDecodable, Sendable {
    enum Field: String, CaseIterable {
        case url
        case canonicalURL = "canonical_url"
        case externalURL = "external_url"
        case attachment = "attachments.url"
        case title, headline, id, text, date, day
        case author = "authors.name"
        case feed, near
    }

    let fields: Set<Field>

    /// What may stand in the configuration.
    static let kind = OptionKind(
        "a field or a list of fields",
        schema: ["anyOf": [.object(field.schema), .object(OptionKind.list(of: field, atLeast: 1).schema)]]
    ) { node, path, problems in
        let count = problems.count
        if case .array = node.content {
            OptionKind.list(of: field, atLeast: 1).check(node, path, &problems)
        } else {
            field.check(node, path, &problems)
        }
        guard problems.count == count, let fields = try? Likeness(option: node).fields else { return }
        if fields.contains(.near), fields.count > 1 {
            problems.append(
                ConfigurationProblem(
                    "\"near\" compares by itself; write it into a list of its own, or without a list", at: path,
                    offset: node.offset))
        } else if fields.isSubset(of: [.date, .day, .author, .feed]) {
            problems.append(
                ConfigurationProblem(
                    "this alone would make one story of many; add \"title\", as in [\"title\", \"date\"]", at: path,
                    offset: node.offset))
        }
    }

    private static let field = OptionKind.choice(of: Field.allCases.map(\.rawValue))

    init(option node: JSONNode) throws(ConfigurationError) {
        let names = node.value.arrayValue ?? [node.value]
        let fields = names.compactMap { $0.stringValue.flatMap(Field.init(rawValue:)) }
        guard fields.count == names.count else {
            throw ConfigurationError([.wrongKind(node, "a field or a list of fields", at: ConfigurationPath())])
        }
        self.fields = Set(fields)
    }

    /// What entries have in common, in words: `same title and date`.
    var words: String {
        if fields.contains(.near) { return "nearly the same text" }
        return "same " + Field.allCases.filter(fields.contains).map(\.rawValue).joined(separator: " and ")
    }

    /// Whether more of an entry is compared than its head tells.
    var needsEntry: Bool { !fields.isDisjoint(with: [.near, .externalURL, .attachment, .author]) }

    /// What there is to compare of an entry, of which the head alone is needed unless ``needsEntry``; nil for nothing.
    func trace(of head: EntryHead, _ entry: Entry?) -> Trace? {
        guard fields.contains(.near) else { return key(of: head, entry).map { .key($0) } }
        return entry.flatMap { Sketch(of: $0) }.map { .near($0) }
    }

    /// A hash of what the entry has under the fields; nil where it lacks one of them.
    private func key(of head: EntryHead, _ entry: Entry?) -> UInt64? {
        var hash = StableHash()
        for field in Field.allCases where fields.contains(field) {
            hash.combine(field.rawValue)
            switch field {
            case .date, .day:
                guard let date = head.datePublished else { return nil }
                hash.combine(UInt64(bitPattern: field == .date ? date.seconds : Self.day(of: date.seconds)))
            case .feed:
                hash.combine(head.feed.id)
            case .text:
                guard let text = head.textHash else { return nil }
                hash.combine(text)
            case .id:
                guard !head.entryID.isEmpty else { return nil }
                // Only a URI means the same everywhere; "1234" is an id within its feed.
                if !URLText.isAbsolute(head.entryID) { hash.combine(head.feed.id) }
                hash.combine(head.entryID)
            default:
                guard let text = comparable(field, of: head, entry), !text.isEmpty else { return nil }
                hash.combine(text)
            }
        }
        return hash.finish()
    }

    /// What the entry has under a field that is compared as a text.
    private func comparable(_ field: Field, of head: EntryHead, _ entry: Entry?) -> String? {
        switch field {
        case .url: Self.page(head, ComparableURL.text)
        case .canonicalURL: Self.page(head, ComparableURL.canonical)
        case .externalURL: entry?.externalURL.map(ComparableURL.canonical)
        case .attachment: entry?.attachments.first.map { ComparableURL.canonical($0.url) }
        case .title: head.title.map(Self.folded)
        case .headline: head.title.map { Headline.text($0, feedTitle: head.feed.title) }
        case .author: entry.map { $0.authors.compactMap(\.name).map(Self.folded).sorted().joined(separator: "\n") }
        case .id, .text, .date, .day, .feed, .near: nil
        }
    }

    /// The entry's page; none where that is the site itself, to which entries without a page of their own link.
    private static func page(_ head: EntryHead, _ form: (String) -> String) -> String? {
        guard let url = head.url.map(form), url != head.feed.homePageURL.map(form) else { return nil }
        return url
    }

    /// The day in UTC, counted from 1970-01-01.
    private static func day(of seconds: Int64) -> Int64 { seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0) }

    /// The text without differences of case, width and white space.
    private static func folded(_ text: String) -> String {
        TextFolding.folded(text).utf8.split { $0.isASCIIWhitespace }.map { String(decoding: $0, as: UTF8.self) }
            .joined(separator: " ")
    }
}
