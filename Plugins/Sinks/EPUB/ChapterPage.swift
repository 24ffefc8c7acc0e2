import EntryViews
import FeedHTML
import FeedModel
import FeedText

/// An entry as a chapter: valid whatever its HTML was, since it is written from the article's blocks.
struct ChapterPage {
    private var page: XHTMLPage

    init(_ article: Article, date: Timestamp?, language: String) {
        let card = article.card
        page = XHTMLPage(title: card.title, language: language)
        page.raw("<article>\n")
        page.element("h1", text: Self.visible(card.title))
        page.raw("\n")
        let day = date.flatMap { (1...9999).contains($0.civilTime.year) ? String($0.rfc3339.prefix(10)) : nil }
        let details = [card.feedName, card.authors.isEmpty ? nil : card.authors.joined(separator: ", "), day]
            .compactMap(\.self).filter { !DisplayText.singleLine($0).isEmpty }
        if !details.isEmpty {
            page.element("p", ("class", "meta"), text: details.joined(separator: " · "))
            page.raw("\n")
        }
        append(article.blocks)
        appendFoot(of: article)
        page.raw("</article>\n")
    }

    /// The whole page.
    var bytes: [UInt8] { page.bytes }
}

// MARK: - Blocks

extension ChapterPage {
    private mutating func append(_ blocks: [HTMLBlock]) {
        for block in blocks {
            append(block)
            page.raw("\n")
        }
    }

    private mutating func append(_ block: HTMLBlock) {
        switch block {
        case .paragraph(let inlines): element("p", inlines)
        case .heading(let level, let inlines): element("h\(min(level + 1, 6))", inlines)
        case .list(let start, let items): append(items, from: start)
        case .quote(let blocks): within("blockquote", blocks)
        case .indented(let blocks): within("div", blocks)
        case .code(let text):
            page.raw("<pre>")
            page.lines(text)
            page.raw("</pre>")
        case .table(let rows): append(rows)
        case .rule: page.raw("<hr/>")
        }
    }

    private mutating func within(_ name: String, _ blocks: [HTMLBlock]) {
        page.raw("<\(name)>\n")
        append(blocks)
        page.raw("</\(name)>")
    }

    private mutating func append(_ items: [[HTMLBlock]], from start: Int?) {
        guard !items.isEmpty else { return }
        let name = start == nil ? "ul" : "ol"
        page.raw(start.map { $0 == 1 ? "<ol>\n" : "<ol start=\"\($0)\">\n" } ?? "<ul>\n")
        for item in items {
            page.raw("<li>")
            append(item)
            page.raw("</li>\n")
        }
        page.raw("</\(name)>")
    }

    private mutating func append(_ rows: [[[HTMLInline]]]) {
        let rows = rows.filter { !$0.isEmpty }
        guard !rows.isEmpty else { return }
        page.raw("<table>\n")
        for row in rows {
            page.raw("<tr>")
            for cell in row { element("td", cell) }
            page.raw("</tr>\n")
        }
        page.raw("</table>")
    }

    private mutating func element(_ name: String, _ inlines: [HTMLInline]) {
        page.raw("<\(name)>")
        for inline in inlines { append(inline) }
        page.raw("</\(name)>")
    }
}

// MARK: - Runs

extension ChapterPage {
    /// Images are not in the book: what they show stands in their place, and leads to them.
    private mutating func append(_ inline: HTMLInline) {
        let marks =
            (inline.emphasis.contains(.strong) ? ["strong"] : [])
            + (inline.emphasis.contains(.stressed) ? ["em"] : []) + (inline.emphasis.contains(.code) ? ["code"] : [])
        switch inline.content {
        case .lineBreak: page.raw("<br/>")
        case .text(let words):
            for mark in marks { page.raw("<\(mark)>") }
            link(words, to: inline.link)
            for mark in marks.reversed() { page.raw("</\(mark)>") }
        case .image(let url, let description):
            let name = description ?? url.map(WebLink.fileName) ?? ""
            if !DisplayText.singleLine(name).isEmpty { link("[\(name)]", to: inline.link ?? url) }
        }
    }

    private mutating func link(_ words: String, to url: String?) {
        if let target = url.flatMap(Self.target) {
            page.element("a", ("href", target), text: words)
        } else {
            page.text(words)
        }
    }

    /// A URL as the specification wants it, if it is one of the web.
    private static func target(_ url: String) -> String? {
        guard let link = WebLink.identifier(url), let parts = URLParts(link), parts.host?.isEmpty != true else {
            return nil
        }
        return parts.isOpaque ? link : WebLink.identifier(parts.text)
    }

    private mutating func appendFoot(of article: Article) {
        let files = article.attachments.compactMap { file in
            Self.target(file.url).map { (file.title ?? WebLink.fileName(file.url), $0) }
        }
        if !files.isEmpty {
            page.raw("<ul>\n")
            for (name, target) in files {
                page.raw("<li>")
                page.element("a", ("href", target), text: Self.visible(name))
                page.raw("</li>\n")
            }
            page.raw("</ul>\n")
        }
        guard let link = article.card.link, let target = Self.target(link) else { return }
        page.raw("<p class=\"meta\">")
        page.element("a", ("href", target), text: link)
        page.raw("</p>\n")
    }

    private static func visible(_ text: String) -> String {
        DisplayText.singleLine(text).isEmpty ? "–" : text
    }
}
