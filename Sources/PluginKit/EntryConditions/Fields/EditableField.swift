package import FeedModel
import FeedText
package import TributaryPluginKit

/// A field of texts that a stage may change, by the name that the configuration gives it.
package enum EditableField: String, CaseIterable, Sendable, Decodable {
    case title, url
    case externalURL = "external_url"
    case contentHTML = "content_html"
    case contentText = "content_text"
    case summary, image
    case bannerImage = "banner_image"
    case language, tags
    case authorNames = "authors.name"

    /// What a field's texts are.
    package enum Kind: Sendable {
        case text, html, url
        /// Several texts.
        case list
    }

    /// What the field's texts are.
    package var kind: Kind {
        switch self {
        case .title, .contentText, .summary, .language: .text
        case .contentHTML: .html
        case .url, .externalURL, .image, .bannerImage: .url
        case .tags, .authorNames: .list
        }
    }

    /// The texts that an entry has under the field, none of them empty.
    package func texts(of entry: Entry) -> [String] {
        switch self {
        case .tags: entry.tags.filter { !$0.isEmpty }
        case .authorNames: entry.authors.compactMap(\.name).filter { !$0.isEmpty }
        default: single.flatMap { entry[keyPath: $0] }.flatMap { $0.isEmpty ? nil : [$0] } ?? []
        }
    }

    /// Gives an entry other texts under the field; none takes the field away.
    ///
    /// Of an author only the name is set: those of the same name stay, with what else is known of them.
    package func set(_ texts: [String], in entry: inout Entry) {
        switch self {
        case .tags: entry.tags = Self.distinct(texts)
        case .authorNames:
            entry.authors = Self.distinct(texts).map { name in
                entry.authors.first { $0.name == name } ?? Author(name: name)
            }
        default:
            if let single { entry[keyPath: single] = texts.first { !$0.isEmpty } }
        }
    }

    /// Changes each text under the field; nil from `change` leaves it, an empty one takes it away.
    ///
    /// An author who thereby loses the name goes, unless more is known of them.
    package func edit(
        _ entry: inout Entry, _ change: (String) throws(StageFailure) -> String?
    ) throws(StageFailure) {
        switch self {
        case .tags:
            var isChanged = false
            var tags = entry.tags
            for index in tags.indices {
                guard let other = try change(tags[index]) else { continue }
                tags[index] = other
                isChanged = true
            }
            if isChanged { entry.tags = Self.distinct(tags) }
        case .authorNames:
            var nameless: Set<Int> = []
            for index in entry.authors.indices {
                guard let name = entry.authors[index].name, let other = try change(name) else { continue }
                entry.authors[index].name = other.isEmpty ? nil : other
                if entry.authors[index].isEmpty { nameless.insert(index) }
            }
            entry.authors = entry.authors.indices.filter { !nameless.contains($0) }.map { entry.authors[$0] }
        default:
            guard let single, let text = entry[keyPath: single], let other = try change(text) else { return }
            entry[keyPath: single] = other.isEmpty ? nil : other
        }
    }

    private var single: WritableKeyPath<Entry, String?>? {
        switch self {
        case .title: \.title
        case .url: \.url
        case .externalURL: \.externalURL
        case .contentHTML: \.contentHTML
        case .contentText: \.contentText
        case .summary: \.summary
        case .image: \.image
        case .bannerImage: \.bannerImage
        case .language: \.language
        case .tags, .authorNames: nil
        }
    }

    /// The texts in order, without empty ones, each once.
    private static func distinct(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}

extension EditableField {
    /// What is a URL that people may follow: absolute, of the web or an address; nil for any other text.
    package static func usableURL(_ text: String) -> String? {
        guard let url = URLText.resolve(text, against: nil), let scheme = URLText.scheme(of: url) else { return nil }
        return ["http", "https", "mailto"].contains(scheme) ? url : nil
    }

    /// What may stand in the configuration.
    package static let optionKind = OptionKind.choice(of: allCases.map(\.rawValue))
}
