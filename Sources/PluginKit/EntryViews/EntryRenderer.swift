public import FeedModel
public import FeedText

/// Shows entries in one of the styles, for the terminal sink and the commands alike.
///
/// Nothing that a feed says can steer a terminal: characters that control, reorder or hide text are left out (in `cards`,
/// `list` and `tsv`) or escaped (in `json`), and only URLs of http, https and mailto are links.
public struct EntryRenderer: Sendable {
    /// How entries are shown.
    public let style: EntryStyle
    /// What the reader can show.
    public let terminal: TerminalStyle

    /// Shows entries in a style to a reader; `json` and `tsv` look the same to all.
    public init(style: EntryStyle, terminal: TerminalStyle) {
        self.style = style
        self.terminal = terminal
    }

    /// The whole of what an entry becomes, in UTF-8; it ends with a line's end.
    ///
    /// - Parameter search: what has found the entry; cards and lists then show where, highlighted on a terminal.
    public func bytes(of entry: Entry, foundBy search: SearchQuery? = nil) -> [UInt8] {
        switch style {
        case .cards:
            var layout = CardLayout(style: terminal, search: search)
            return Array(layout.render(card(of: entry, foundBy: search)).utf8)
        case .list:
            let layout = ListLayout(style: terminal, search: search)
            return Array(layout.render(card(of: entry, foundBy: search)).utf8)
        case .json:
            return JSONLine.bytes(of: entry)
        case .tsv:
            return FeedRow.bytes(of: entry)
        }
    }

    private func card(of entry: Entry, foundBy search: SearchQuery?) -> EntryCard {
        var card = EntryCard(entry)
        if let search, let passage = EntryPassage.passage(of: entry, foundBy: search) { card.summary = passage }
        return card
    }
}
