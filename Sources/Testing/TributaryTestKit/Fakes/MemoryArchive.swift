public import FeedModel
import Synchronization
public import TributaryPluginKit

/// What a page sink is shown: entries in memory, the newest first, as many as a test lets it read.
public struct MemoryArchive: ArchiveView {
    private struct Unreadable: Error, CustomStringConvertible {
        var description: String { "the cache is damaged" }
    }

    private let numbered: [Entry]
    private let readable: Int
    private let published: Published

    /// Which entry has which id.
    private final class Published: Sendable {
        let numbers = Mutex<[String: Int64]>([:])
    }

    /// An archive of entries, which are numbered from 1 on; reading fails behind so many of them.
    public init(_ entries: [Entry], failsAfter readable: Int = .max) {
        numbered = entries.enumerated().map { place, entry in
            var entry = entry
            var known =
                entry.tributary
                ?? TributaryExtension(
                    feed: FeedReference(id: "https://example.org/feed"), firstSeen: Timestamp(seconds: 1_777_700_000))
            known.number = Int64(place + 1)
            entry.tributary = known
            return entry
        }
        self.readable = readable
        published = Published()
    }

    /// The entries behind one, in batches.
    public func entries(limit: Int, after: Entry?) async throws -> [Entry] {
        let start = Int(after?.tributary?.number ?? 0)
        let batch = Array(numbered.dropFirst(start).prefix(limit))
        if start + batch.count > readable { throw Unreadable() }
        return batch
    }

    /// Ids that are one entry's only in this archive.
    public func publishedIDs(for wishes: [PublishedIDWish]) async throws -> [String] {
        published.numbers.withLock { numbers in
            wishes.map { wish in
                let id = wish.granted { (id) throws(Never) in numbers[id].map { $0 != wish.number } ?? false }
                numbers[id] = wish.number
                return id
            }
        }
    }
}
