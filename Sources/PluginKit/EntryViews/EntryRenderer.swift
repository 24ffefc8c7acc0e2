public import FeedModel

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
    public func bytes(of entry: Entry) -> [UInt8] {
        switch style {
        case .cards:
            var layout = CardLayout(style: terminal)
            return Array(layout.render(EntryCard(entry)).utf8)
        case .list:
            return Array(ListLayout(style: terminal).render(EntryCard(entry)).utf8)
        case .json:
            return JSONLine.bytes(of: entry)
        case .tsv:
            return FeedRow.bytes(of: entry)
        }
    }
}
