public import FeedHTML
public import FeedModel

/// What a person reads of an entry: the whole of it as a tree of values, whatever it is shown on.
///
/// Text still holds any character that the feed wrote, and links are as they came: each renderer makes them harmless.
public struct Article: Sendable, Hashable {
    /// Title, feed, authors, date, tags and link.
    public var card: EntryCard
    /// The text.
    public var blocks: [HTMLBlock]
    /// Files that belong to it.
    public var attachments: [Attachment]

    /// The article that an entry is: its text, else its summary.
    public init(_ entry: Entry) {
        card = EntryCard(entry)
        attachments = entry.attachments
        if let html = entry.contentHTML {
            blocks = HTMLBlock.blocks(of: html, base: entry.baseURL)
        } else {
            blocks = HTMLBlock.paragraphs(of: entry.contentText ?? entry.summary ?? "")
        }
        // HTML that shows nothing says less than a summary.
        if blocks.isEmpty, let summary = entry.summary { blocks = HTMLBlock.paragraphs(of: summary) }
    }
}
