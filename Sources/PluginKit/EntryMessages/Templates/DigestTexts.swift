import FeedText

/// What a template can say of several deliveries at once, by name.
package struct DigestTexts: Sendable {
    private let count: Int
    private let title: String
    private let feeds: [String]

    /// The texts of deliveries, at least one.
    package init(_ deliveries: [EntryTexts]) {
        count = deliveries.count
        title = deliveries.first?.title ?? ""
        var seen: Set<String> = []
        feeds = deliveries.compactMap(\.feed).filter { seen.insert($0).inserted }
    }

    /// The names, in the order in which they are documented.
    package static let names = ["count", "title", "feeds"]

    /// The text under a name: how many entries, the first one's title, the feeds' names.
    package subscript(name: String) -> String? {
        switch name {
        case "count": "\(count)"
        case "title": title
        case "feeds": feeds.joined(separator: ", ")
        default: nil
        }
    }
}
