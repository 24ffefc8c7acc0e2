public import FeedModel

/// Lays whole entries out for the terminal.
///
/// Nothing that a feed says can steer a terminal: characters that control, reorder or hide text are left out, and only
/// URLs of http, https and mailto are links.
public struct ArticleRenderer: Sendable {
    /// What the reader can show.
    public let terminal: TerminalStyle

    /// Shows articles to a reader.
    public init(terminal: TerminalStyle) {
        self.terminal = terminal
    }

    /// The whole of an entry, in UTF-8; it ends with a line's end.
    public func bytes(of entry: Entry) -> [UInt8] {
        var layout = ArticleLayout(style: terminal)
        return Array(layout.render(Article(entry)).utf8)
    }
}
