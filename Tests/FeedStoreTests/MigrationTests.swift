import FeedModel
import FeedText
import Testing
import TributaryEngine
import TributaryPluginKit

@testable import FeedStore

@Suite("Databases of earlier schemas")
struct MigrationTests {
    @Test("a database of every earlier schema opens with its entries, which can be marked, found and revised")
    func everySchema() async throws {
        for steps in 1..<Migration.all.count {
            let folder = try TemporaryFolder()
            let path = folder("old.db")
            try DatabaseFile.makeIfMissing(path)
            do {
                let old = try Connection(opening: path)
                try old.migrate(by: Array(Migration.all.prefix(steps)))
                try old.run(script: Self.content)
            }
            let place: Comment = "schema \(steps)"
            let bench = try await Bench(try SQLiteStore(path: path))
            #expect(try await bench.cached().map(\.title) == ["設計の話"], place)
            var unread = ArchiveQuery()
            unread.isUnread = true
            #expect(try await bench.cached(unread).count == 1, place)
            #expect(try await bench.store.mark(.all(of: []), .read, at: .noon) == 1, place)
            #expect(try await bench.store.indexEntries(atMost: 10, patience: 0) == 1, place)
            let found = try await bench.store.search(for: SearchQuery("設計"), matching: ArchiveQuery())
            #expect(found.count == 1, place)
            try await bench.arrive([.kept(.sample("1", title: "二"), number: 1, hash: 2, isRevision: true)])
            try await bench.routeAll(at: .noon.days(1))
            let revisions = try await bench.store.revisions(of: 1)
            #expect(revisions.map(\.entry?.title) == ["設計の話", "二"], place)
            #expect(revisions.map(\.date?.seconds) == [7, Timestamp.noon.days(1).seconds], place)
        }
    }

    /// An entry in the words of the first schema, whose columns all later ones have.
    private static let content = """
        INSERT INTO subscription (id, key, first_key, readings, listed_at, read_at) VALUES (1, 'feed', 'feed', 1, 7, 7);
        INSERT INTO ledger (number, subscription, place, first_seen, first_seen_nanoseconds, first_seen_offset,
            last_listed, last_listed_at, revision, hash_version, content_hash, kept_revision, entry, cached_at,
            sort_seconds, sort_nanoseconds, keys)
            VALUES (1, 1, 0, 7, 0, 0, 1, 7, 0, 1, 1, 0, 1, 7, 7, 0, x'');
        INSERT INTO entry (id, number, revision, entry_id, title, json)
            VALUES (1, 1, 0, '1', '設計の話', CAST('{"id":"1","title":"設計の話"}' AS BLOB));
        UPDATE state SET value = 2 WHERE name = 'next number';
        """
}
