import FeedModel
import Foundation
import Testing
import TributaryEngine
import TributaryPluginKit

@testable import FeedStore

@Suite("From schema 1")
struct OutboxMigrationTests {
    @Test("What was owed before there were dead letters is owed as it was")
    func owed() async throws {
        let folder = try TemporaryFolder()
        let path = folder("old.db")
        _ = try SQLiteStore(path: path, migrations: Array(Migration.all.prefix(1)))
        try Connection(opening: path).run(
            script: """
                INSERT INTO subscription (id, key, first_key, readings, read_at) VALUES (1, 'feed', 'feed', 1, 5);
                INSERT INTO entry (id, number, revision, entry_id, title, json)
                    VALUES (7, 3, 0, 'a', 'A title', CAST('{"id":"a","title":"A title"}' AS BLOB));
                INSERT INTO ledger (number, subscription, place, first_seen, first_seen_nanoseconds, first_seen_offset,
                        last_listed, last_listed_at, revision, hash_version, content_hash, kept_revision, entry, keys)
                    VALUES (3, 1, 0, 5, 0, 0, 1, 5, 0, 1, 1, 0, 7, x'');
                INSERT INTO sink (id, key, mark) VALUES (2, 'mail', 'there');
                INSERT INTO outbox (sink, position, number) VALUES (2, 9, 3)
                """)
        let bench = try await Bench(try SQLiteStore(path: path), sinks: ["mail"])
        #expect(bench.state.sinks["mail"]?.mark?.state == "there")
        #expect(bench.state.sinks["mail"]?.standing == SinkStanding())
        #expect(try await bench.pending().map(\.position) == [9])
        let owed = try await bench.store.owedDeliveries(to: nil, at: .noon)
        #expect(owed.map(\.state) == [.pending] && owed.map(\.title) == ["A title"])
    }
}
