import FeedHTML
import FeedModel
import FeedText

/// Lays an article out for the terminal.
///
///     Why trains run late
///     Rail Notes · Ann Author · 2026-11-30 18:04 · #12
///     https://example.org/trains
///
///     Trains are late when the switches[1] freeze.
///
///     [image: A frozen switch]
///
///     [1] https://example.org/switches
///
/// Lines are broken by columns, as Japanese typesetting allows; only code and URLs are wider than the terminal.
struct ArticleLayout {
    /// The most columns of text in a line.
    private static let measure = 84
    /// However deep blocks stand in each other, so much is left for their text.
    private static let leastWidth = 16

    /// What stands on the left of the lines of a block.
    private struct Margin {
        /// On every line.
        var text: String
        /// Instead of it on the first line.
        var marker: String?
        var role = StyledLine.Role.plain
    }

    private let style: TerminalStyle
    private let width: Int
    private var lines: [StyledLine] = []
    private var margins: [Margin] = []
    private var links = NumberedLinks()

    init(style: TerminalStyle) {
        self.style = style
        width = min(style.columns, ArticleLayout.measure)
    }

    /// The lines of an article.
    mutating func render(_ article: Article) -> String {
        appendHead(of: article.card)
        for block in article.blocks {
            if !block.belongsToLineBefore { appendGap() }
            append(block)
        }
        appendFoot(of: article)
        return lines.map { $0.rendered(color: style.color) }.joined()
    }
}

// MARK: - Head and foot

extension ArticleLayout {
    private mutating func appendHead(of card: EntryCard) {
        append(DisplayText.singleLine(card.title), .title, link: card.link)
        var details = [card.feedName, card.authors.isEmpty ? nil : card.authors.joined(separator: ", ")]
            .compactMap { $0.map(DisplayText.singleLine) }
        if let date = card.date { details.append(LocalDate.text(of: date, in: style)) }
        if let number = card.number { details.append("#\(number)") }
        if !details.isEmpty { append(details.joined(separator: " · "), .detail) }
        if !card.tags.isEmpty {
            append(card.tags.map { "[\(DisplayText.singleLine($0))]" }.joined(separator: " "), .detail)
        }
        if let link = card.link { appendWhole(link, .link, link: link) }
    }

    private mutating func appendFoot(of article: Article) {
        if !article.attachments.isEmpty { appendGap() }
        for attachment in article.attachments {
            let details = [attachment.title, attachment.mimeType, attachment.sizeInBytes.map(SizeText.short)]
                .compactMap { $0.map(DisplayText.singleLine) }.filter { !$0.isEmpty }
            let link = WebLink.safe(attachment.url)
            let name = link ?? DisplayText.singleLine(attachment.url)
            let suffix = details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
            appendWhole("attachment: \(name)\(suffix)", .detail, link: link)
        }
        if !links.urls.isEmpty { appendGap() }
        for (index, url) in links.urls.enumerated() { appendWhole("[\(index + 1)] \(url)", .link, link: url) }
    }
}

// MARK: - Blocks

extension ArticleLayout {
    private mutating func append(_ block: HTMLBlock) {
        switch block {
        case .paragraph(let inlines): append(styled(inlines))
        case .heading(_, let inlines): append(styled(inlines, as: .title))
        case .list(let start, let items): append(items, from: start)
        case .quote(let blocks): append(blocks, in: Margin(text: "│ ", role: .rule))
        case .indented(let blocks): append(blocks, in: Margin(text: "    "))
        case .code(let text): append(code: text)
        case .table(let rows): append(rows)
        case .rule: append(String(repeating: "─", count: min(room, 24)), .rule)
        }
    }

    private mutating func append(_ blocks: [HTMLBlock], in margin: Margin, isTight: Bool = false) {
        margins.append(margin)
        for (index, block) in blocks.enumerated() {
            if index > 0, !isTight, !block.belongsToLineBefore { appendGap() }
            append(block)
        }
        margins.removeLast()
    }

    private mutating func append(_ items: [[HTMLBlock]], from start: Int?) {
        let isTight = items.allSatisfy { $0.allSatisfy(\.isShort) }
        let last = start.map { $0.addingReportingOverflow(items.count - 1).partialValue }
        let markerWidth = start.map { max("\($0)".count, "\(last ?? $0)".count) + 2 } ?? 2
        for (index, item) in items.enumerated() {
            if index > 0, !isTight { appendGap() }
            let marker = start.map { "\($0.addingReportingOverflow(index).partialValue)." } ?? "•"
            let margin = Margin(
                text: String(repeating: " ", count: markerWidth),
                marker: DisplayWidth.padded(marker, toColumns: markerWidth))
            append(item, in: margin, isTight: isTight)
        }
    }

    /// Appends the rows of a table, in columns where they fit.
    private mutating func append(_ rows: [[[HTMLInline]]]) {
        let cells = rows.map { $0.map { styled($0) } }
        var widths: [Int] = []
        for row in cells {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], cell.columns)
            }
        }
        let fits = widths.reduce(3 * (widths.count - 1), +) <= room
        for row in cells {
            var text = StyledText()
            for (column, cell) in row.enumerated() {
                text.append(contentsOf: cell)
                guard column < row.count - 1 else { continue }
                if fits { text.append(String(repeating: " ", count: widths[column] - cell.columns)) }
                text.append(" │ ", .rule)
            }
            append(text)
        }
    }

    private mutating func append(code text: String) {
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let spaced = line.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "    ")
            var styled = StyledLine()
            styled.append("    " + DisplayText.printable(spaced), .code)
            append(styled)
        }
    }
}

// MARK: - Lines

extension ArticleLayout {
    /// How many columns are left for text.
    private var room: Int {
        let used = margins.reduce(0) { $0 + DisplayWidth.columns(of: $1.text) }
        return max(width - used, ArticleLayout.leastWidth)
    }

    private mutating func append(_ text: StyledText) {
        for line in text.wrapped(toColumns: room) { append(line) }
    }

    private mutating func append(_ text: String, _ role: StyledLine.Role, link: String? = nil) {
        var styled = StyledText()
        styled.append(text, role, link: link)
        append(styled)
    }

    /// Appends a line that isn't broken, since it could not be clicked then.
    private mutating func appendWhole(_ text: String, _ role: StyledLine.Role, link: String?) {
        var line = StyledLine()
        line.append(text, role, link: link)
        append(line)
    }

    private mutating func append(_ text: StyledLine) {
        var line = StyledLine()
        // Blocks that stand very deep share the margins of those around them.
        let shown = margins.suffix(max(1, (width - ArticleLayout.leastWidth) / 4)).indices
        for index in margins.indices {
            if shown.contains(index) { line.append(margins[index].marker ?? margins[index].text, margins[index].role) }
            margins[index].marker = nil
        }
        line.append(contentsOf: text)
        lines.append(line)
    }

    private mutating func appendGap() {
        guard !lines.isEmpty else { return }
        var line = StyledLine()
        // White space at the end of an empty line is nothing to see.
        let end = margins.lastIndex { $0.text.contains("│") }.map { $0 + 1 } ?? 0
        for (index, margin) in margins[..<end].enumerated() {
            let text = index == end - 1 ? "│" : margin.text
            line.append(text, margin.role)
        }
        lines.append(line)
    }
}

// MARK: - Runs

extension ArticleLayout {
    private mutating func styled(_ inlines: [HTMLInline], as role: StyledLine.Role? = nil) -> StyledText {
        var text = StyledText()
        append(inlines, to: &text, as: role)
        return text
    }

    /// Appends runs; behind the last of those that lead to one page stands its number.
    private mutating func append(_ inlines: [HTMLInline], to text: inout StyledText, as role: StyledLine.Role?) {
        var label = ""
        for (index, inline) in inlines.enumerated() {
            let link = inline.link.flatMap(WebLink.safe)
            switch inline.content {
            case .lineBreak: text.append("\n")
            case .text(let words):
                let words = DisplayText.printable(words)
                text.append(words, role ?? (link == nil ? inline.role : .link), link: link)
                label += words
            case .image(let url, let description):
                let name = description ?? url.map(WebLink.fileName) ?? ""
                let target = link ?? url.flatMap(WebLink.safe)
                text.append("[image: \(DisplayText.singleLine(name))]", .detail, link: target)
            }
            guard let link, index + 1 == inlines.count || inlines[index + 1].link != inline.link else {
                if link == nil { label = "" }
                continue
            }
            // An address that stands there in full needs no number.
            if label != link { text.append("[\(links.number(of: link))]", .detail) }
            label = ""
        }
    }
}

/// The pages that an article leads to, numbered as they come.
private struct NumberedLinks {
    private(set) var urls: [String] = []
    private var numbers: [String: Int] = [:]

    /// The number of a page; a page has one number, however often it is linked to.
    mutating func number(of url: String) -> Int {
        if let known = numbers[url] { return known }
        urls.append(url)
        numbers[url] = urls.count
        return urls.count
    }
}

extension HTMLInline {
    fileprivate var role: StyledLine.Role {
        if emphasis.contains(.code) { return .code }
        if emphasis.contains(.strong) { return .strong }
        return emphasis.contains(.stressed) ? .emphasis : .plain
    }
}

extension HTMLBlock {
    /// Whether no empty line parts this from what stands before it.
    fileprivate var belongsToLineBefore: Bool { if case .indented = self { true } else { false } }

    /// Whether no empty line is needed between this and its neighbours in a list.
    fileprivate var isShort: Bool {
        switch self {
        case .paragraph(let inlines): !inlines.contains { $0.content == .lineBreak }
        case .list(_, let items): items.allSatisfy { $0.allSatisfy(\.isShort) }
        default: false
        }
    }
}
