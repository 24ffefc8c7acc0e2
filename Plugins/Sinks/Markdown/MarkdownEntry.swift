import EntryViews
import FeedJSON
import FeedModel
import FeedText

/// An entry as Markdown.
enum MarkdownEntry {
    /// A file: front matter in YAML, then the text.
    static func file(of entry: Entry) -> [UInt8] {
        let article = Article(entry)
        let card = article.card
        var lines = ["---"]
        func add(_ name: String, _ value: JSONValue?) {
            // JSON is YAML too, and in quotes nothing of a feed can be a key.
            if let value { lines.append("\(name): \(escaped(value))") }
        }
        add("title", .string(DisplayText.singleLine(card.title)))
        add("date", entry.datePublished.map { .string($0.rfc3339) })
        add("updated", entry.dateModified.map { .string($0.rfc3339) })
        add("url", card.link.map(JSONValue.string))
        add("feed", card.feedName.map { .string(DisplayText.singleLine($0)) })
        add("authors", list(card.authors))
        add("tags", list(card.tags))
        add("language", entry.language.map { .string(DisplayText.singleLine($0)) })
        add("id", .string(entry.id))
        lines.append("---")
        return Array((lines.joined(separator: "\n") + "\n\n" + body(of: article)).utf8)
    }

    /// A part of a digest: a heading, where it comes from, and the text.
    static func section(of entry: Entry) -> [UInt8] {
        let article = Article(entry)
        let card = article.card
        let title = MarkdownText.escaped(card.title)
        let heading = card.link.flatMap(MarkdownText.target).map { "[\(title)](\($0))" } ?? title
        let details =
            [card.feedName, card.authors.isEmpty ? nil : card.authors.joined(separator: ", ")]
            .compactMap { $0.map(MarkdownText.escaped) }.filter { !$0.isEmpty }
            + (card.date.map { [String($0.rfc3339.prefix(10))] } ?? [])
        var text = "# \(heading)\n\n"
        if !details.isEmpty { text += "*\(details.joined(separator: " · "))*\n\n" }
        return Array((text + body(of: article) + "\n").utf8)
    }
}

// MARK: - Private

extension MarkdownEntry {
    private static func body(of article: Article) -> String {
        var text = MarkdownText.text(of: article.blocks)
        let files = article.attachments.compactMap { file in
            MarkdownText.target(file.url).map {
                "- [\(MarkdownText.escaped(file.title ?? WebLink.fileName(file.url)))](\($0))"
            }
        }
        if !files.isEmpty { text += (text.isEmpty ? "" : "\n") + files.joined(separator: "\n") + "\n" }
        return text
    }

    private static func list(_ texts: [String]) -> JSONValue? {
        texts.isEmpty ? nil : .array(texts.map { .string(DisplayText.singleLine($0)) })
    }

    /// A value as JSON in which what cannot be seen is escaped.
    private static func escaped(_ value: JSONValue) -> String {
        String(decoding: HiddenCharacters.escaped(inJSON: value.bytes()), as: UTF8.self)
    }
}
