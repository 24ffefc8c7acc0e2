public import FeedModel
public import FeedXML

/// What tells one XML format from another: which elements are the root and the entries, and what the fields mean.
public protocol FeedTranslator {
    /// Whether a document with this root element is of the format; elements of no known namespace are in `core`.
    func isRoot(_ name: XMLName) -> Bool

    /// Whether an element below the root or a channel is an entry.
    func isEntry(_ name: XMLName) -> Bool

    /// Reads an entry into one that says nothing yet.
    mutating func read(_ element: FeedElement, into entry: inout Entry, findings: inout FeedFindings)

    /// Reads the feed, after all of its entries.
    mutating func feed(from element: FeedElement, findings: inout FeedFindings) -> Feed
}
