import EntryViews
import FeedModel
import FeedText
import TributaryPluginKit

/// An entry as Markdown.
enum MarkdownEntry {
    /// A file: front matter in YAML, then the text.
    static func file(of delivery: Delivery, under frontMatter: FrontMatter) -> [UInt8] {
        let head = frontMatter.lines(for: delivery).joined(separator: "\n")
        return Array((head + "\n\n" + body(of: Article(delivery.entry))).utf8)
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
}
