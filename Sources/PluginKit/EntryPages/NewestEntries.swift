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
        let (view, limit, last) = (view, min(left, Self.batch), last)
        let entries = try await asking { try await view.entries(limit: limit, after: last) }
        guard !entries.isEmpty else { return nil }
        left -= entries.count
        self.last = entries.last
        return entries.map(\.redacted)
    }

    /// The next batch, each entry under the id that it is published under; nil behind the last.
    package mutating func nextPublished() async throws(SinkFailure) -> [Entry]? {
        guard var entries = try await next() else { return nil }
        let (view, wishes) = (view, entries.map(PublishedIDWish.init(of:)))
        let ids = try await asking { try await view.publishedIDs(for: wishes) }
        for (place, id) in zip(entries.indices, ids) { entries[place].id = id }
        return entries
    }

    private func asking<Answer: Sendable>(
        _ question: () async throws -> Answer
    ) async throws(SinkFailure) -> Answer {
        do {
            return try await question()
        } catch {
            throw SinkFailure(.retryable(after: nil), "\(page): the cache cannot be read: \(error)")
        }
    }
}
