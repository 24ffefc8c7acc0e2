import FeedHTML
import FeedText

/// Lays a card out for the terminal.
///
///     ╭ Why trains run late
///     │ Rail Notes · Ann Author · 2026-11-30 18:04 · #12
///     │
///     │ Trains are late when the switches freeze.
///     │
///     │ [rail] [winter]
///     │ [image: A frozen switch]
///     ╰ https://example.org/trains
///
/// No line is wider than the terminal but one that holds a URL. On a wide terminal lines stay short enough to be read.
struct CardLayout {
    /// The most columns of text in a line.
    private static let measure = 96
    /// The rule on the left and the space after it.
    private static let ruleWidth = 2

    private let style: TerminalStyle
    private let search: SearchQuery?
    private let width: Int
    private var lines: [StyledLine] = []

    init(style: TerminalStyle, search: SearchQuery? = nil) {
        self.style = style
        self.search = search
        width = min(style.columns - CardLayout.ruleWidth, CardLayout.measure)
    }

    /// The card with an empty line behind it.
    mutating func render(_ card: EntryCard) -> String {
        lines.removeAll()
        appendFound(DisplayText.singleLine(card.title), most: 4, .title, link: card.link)
        appendDetails(of: card)
        if let summary = card.summary.map(DisplayText.singleLine) {
            lines.append(StyledLine())
            appendFound(summary, most: 5)
        }
        if !card.tags.isEmpty || card.image != nil || card.link != nil { lines.append(StyledLine()) }
        appendChips(card.tags)
        if let image = card.image { append(image) }
        if let link = card.link { append(link, .link, link: link) }
        return framed()
    }
}

extension CardLayout {
    private mutating func append(_ text: String, _ role: StyledLine.Role = .plain, link: String? = nil) {
        var line = StyledLine()
        line.append(text, role, link: link)
        lines.append(line)
    }

    /// Appends the lines of a text, with what was searched for highlighted.
    private mutating func appendFound(
        _ text: String, most: Int, _ role: StyledLine.Role = .plain, link: String? = nil
    ) {
        let texts = wrapped(text, most: most)
        guard let search, style.color else {
            for text in texts { append(text, role, link: link) }
            return
        }
        // The lines are the text but for white space at their ends, and `…` at the end of the last.
        let shown = texts.joined(separator: "\n")
        var styled = StyledText()
        styled.append(shown, role, link: link, matches: search.matches(in: text), of: text)
        lines += styled.wrapped(toColumns: .max)
    }

    /// The lines of a text; the last of `most` ends with `…` if there would be more.
    private func wrapped(_ text: String, most: Int) -> [String] {
        var lines = DisplayWidth.wrapped(text, toColumns: width)
        guard lines.count > most else { return lines }
        lines.removeLast(lines.count - most)
        if let last = lines.popLast() { lines.append(DisplayWidth.truncated(last + "…", toColumns: width)) }
        return lines
    }

    /// Feed, authors, date and number, as many on a line as fit.
    private mutating func appendDetails(of card: EntryCard) {
        var details: [(text: String, role: StyledLine.Role)] = []
        if let feedName = card.feedName { details.append((DisplayText.singleLine(feedName), .feed)) }
        if !card.authors.isEmpty {
            details.append((DisplayText.singleLine(card.authors.joined(separator: ", ")), .detail))
        }
        if let date = card.date { details.append((LocalDate.text(of: date, in: style), .detail)) }
        if let number = card.number { details.append(("#\(number)", .detail)) }
        var line = StyledLine()
        var used = 0
        for (text, role) in details {
            let textWidth = DisplayWidth.columns(of: text)
            if used > 0, used + 3 + textWidth <= width {
                line.append(" · ", .detail)
                line.append(text, role)
                used += 3 + textWidth
                continue
            }
            if used > 0 { lines.append(line) }
            line = StyledLine()
            var rest = wrapped(text, most: 3)
            let last = rest.popLast() ?? ""
            for text in rest { append(text, role) }
            line.append(last, role)
            used = DisplayWidth.columns(of: last)
        }
        if used > 0 { lines.append(line) }
    }

    private mutating func appendChips(_ tags: [String]) {
        var line = StyledLine()
        var used = 0
        for tag in tags {
            let text = DisplayWidth.truncated(DisplayText.singleLine(tag), toColumns: width - 2)
            let chipWidth = DisplayWidth.columns(of: text) + 2
            if used > 0, used + 1 + chipWidth > width {
                lines.append(line)
                line = StyledLine()
                used = 0
            }
            if used > 0 { line.append(" ") }
            line.append(style.color ? " \(text) " : "[\(text)]", .chip)
            used += (used > 0 ? 1 : 0) + chipWidth
        }
        if used > 0 { lines.append(line) }
    }

    private mutating func append(_ image: HTMLImage) {
        let description = image.alternativeText ?? WebLink.fileName(image.url)
        let text = "[image: \(DisplayText.singleLine(description))]"
        for line in wrapped(text, most: 2) { append(line, .detail, link: WebLink.safe(image.url)) }
    }

    /// The lines with the rule on their left, which is round at both ends.
    private func framed() -> String {
        var text = ""
        for index in lines.indices {
            let corner = index == lines.startIndex ? "╭" : index == lines.endIndex - 1 ? "╰" : "│"
            let rule = lines.count == 1 ? "─" : corner
            var line = StyledLine()
            line.append(lines[index].isEmpty ? rule : rule + " ", .rule)
            line.append(contentsOf: lines[index])
            text += line.rendered(color: style.color)
        }
        return text + "\n"
    }
}
