import FeedJSON
import FeedModel
import FeedText
import TributaryPluginKit

/// What two entries of one story have in common: one field, or several together.
struct Likeness: OptionDecodable, Sendable {
    enum Field: String, CaseIterable {
        case url, title, id, text, date, feed
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
        if fields.isSubset(of: [.date, .feed]) {
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

    /// The fields in words: `title and date`.
    var name: String {
        Field.allCases.filter(fields.contains).map(\.rawValue).joined(separator: " and ")
    }

    /// A hash of what the entry has under the fields; nil where it lacks one of them.
    func key(of head: EntryHead) -> UInt64? {
        var hash = StableHash()
        for field in Field.allCases where fields.contains(field) {
            hash.combine(field.rawValue)
            switch field {
            case .url:
                guard let url = head.url.map(ComparableURL.text) else { return nil }
                // Entries without a page of their own link to the site.
                guard url != head.feed.homePageURL.map(ComparableURL.text) else { return nil }
                hash.combine(url)
            case .title:
                guard let title = head.title.map(Self.comparable), !title.isEmpty else { return nil }
                hash.combine(title)
            case .id:
                guard !head.entryID.isEmpty else { return nil }
                // Only a URI means the same everywhere; "1234" is an id within its feed.
                if !URLText.isAbsolute(head.entryID) { hash.combine(head.feed.id) }
                hash.combine(head.entryID)
            case .text:
                guard let text = head.textHash else { return nil }
                hash.combine(text)
            case .date:
                guard let date = head.datePublished else { return nil }
                hash.combine(UInt64(bitPattern: date.seconds))
            case .feed:
                hash.combine(head.feed.id)
            }
        }
        return hash.finish()
    }

    /// The title without differences of case, width and white space.
    private static func comparable(_ title: String) -> String {
        TextFolding.folded(title).utf8.split { $0.isASCIIWhitespace }.map { String(decoding: $0, as: UTF8.self) }
            .joined(separator: " ")
    }
}
