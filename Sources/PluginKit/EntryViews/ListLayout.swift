import FeedText

/// Lays an entry out as one line of a list: number, date, feed and title, in columns.
///
/// Below sixty columns, number and title only. The title is cut where the line ends.
struct ListLayout {
    private static let numberWidth = 6
    private static let dateWidth = 16
    private static let narrow = 60

    private let style: TerminalStyle
    private let search: SearchQuery?

    init(style: TerminalStyle, search: SearchQuery? = nil) {
        self.style = style
        self.search = search
    }

    /// The line with its end; of an entry that was searched for, a second one with the passage.
    func render(_ card: EntryCard) -> String {
        var line = StyledLine()
        let number = card.number.map(String.init) ?? "-"
        let numberColumn = String(repeating: " ", count: max(0, ListLayout.numberWidth - number.count)) + number
        line.append(numberColumn + gap, .detail)
        var used = numberColumn.count + gap.count
        if style.columns >= ListLayout.narrow {
            let date = card.date.map { LocalDate.text(of: $0, in: style) } ?? ""
            line.append(DisplayWidth.padded(date, toColumns: ListLayout.dateWidth) + gap, .detail)
            let feedWidth = min(24, style.columns / 5)
            let feed = DisplayWidth.truncated(DisplayText.singleLine(card.feedName ?? ""), toColumns: feedWidth)
            line.append(DisplayWidth.padded(feed, toColumns: feedWidth) + gap, .feed)
            used += ListLayout.dateWidth + feedWidth + 2 * gap.count
        }
        let title = DisplayWidth.truncated(DisplayText.singleLine(card.title), toColumns: max(1, style.columns - used))
        line.append(title, .title, link: card.link)
        guard let search, let summary = card.summary else { return line.rendered(color: style.color) }
        let indent = String(repeating: " ", count: numberColumn.count + gap.count)
        let passage = DisplayWidth.truncated(
            DisplayText.singleLine(summary), toColumns: max(1, style.columns - indent.count))
        var text = StyledText()
        text.append(indent)
        text.append(passage, .plain, matches: search.matches(in: passage), of: passage)
        return ([line] + text.wrapped(toColumns: .max)).map { $0.rendered(color: style.color) }.joined()
    }

    private var gap: String { "  " }
}
