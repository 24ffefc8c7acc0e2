import EntryViews
package import FeedModel
package import TributaryPluginKit

/// The newest entries that a page shows, read from the cache in batches.
package struct NewestEntries {
    /// How many entries are read at once.
    private static let batch = 50

    private let view: any ArchiveView
    private let page: String
    private var left: Int
    private var last: Entry?

    /// The newest entries of a view.
    ///
    /// - Parameters:
    ///   - count: how many at most.
    ///   - page: what they are read for, as failures name it.
    package init(_ count: Int, in view: any ArchiveView, for page: String) {
        self.view = view
        self.page = page
        left = count
    }

    /// The next batch, the newest first, without what is secret in the addresses of subscriptions; nil behind the last.
    package mutating func next() async throws(SinkFailure) -> [Entry]? {
        guard left > 0 else { return nil }
        let entries: [Entry]
        do {
            entries = try await view.entries(limit: min(left, Self.batch), after: last)
        } catch {
            throw SinkFailure(.retryable(after: nil), "\(page): the cache cannot be read: \(error)")
        }
        guard !entries.isEmpty else { return nil }
        left -= entries.count
        last = entries.last
        return entries.map(\.redacted)
    }
}
