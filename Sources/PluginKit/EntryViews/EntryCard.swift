public import FeedHTML
public import FeedModel

/// What a person sees of an entry at a glance, whatever it is shown on.
///
/// All of it is plain text without line breaks, still with any character that the feed wrote: each renderer makes it
/// harmless in its own way. URLs are links of the web or absent.
public struct EntryCard: Sendable, Hashable {
    /// The number by which the reader can name the entry.
    public var number: Int64?
    /// The title, else the first words of the text, else `(untitled)`.
    public var title: String
    /// The name of the feed that brought it.
    public var feedName: String?
    /// The authors' names.
    public var authors: [String]
    /// When it was published, else when it was changed.
    public var date: Timestamp?
    /// The beginning of the text, as far as the title doesn't show it already.
    public var summary: String?
    /// The main image.
    public var image: HTMLImage?
    /// The labels.
    public var tags: [String]
    /// The entry's page, else the page that it is about.
    public var link: String?
}
