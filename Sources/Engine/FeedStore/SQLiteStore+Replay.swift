package import FeedModel
package import TributaryEngine

extension SQLiteStore: ReplayStore {
    package func rewind(to time: Timestamp) throws(StoreFailure) -> Int64 {
        try transaction { () throws(StoreFailure) in
            let mark = try database.statement("SELECT coalesce(max(id), 0) FROM response").first { $0.integer() } ?? 0
            let since = time.seconds
            try database.run(
                script: """
                    CREATE TEMP TABLE again (number INTEGER PRIMARY KEY);
                    INSERT INTO again SELECT number FROM ledger WHERE first_seen >= \(since);
                    """)
            for table in ["arrived", "held", "verdict", "receipt", "outbox", "memory", "ledger_key", "publication"] {
                try database.statement("DELETE FROM \(table) WHERE number IN (SELECT number FROM again)").run()
            }
            try database.run(
                script: """
                    DELETE FROM entry WHERE id IN (
                        SELECT entry FROM ledger WHERE number IN (SELECT number FROM again) AND entry IS NOT NULL);
                    DELETE FROM ledger WHERE number IN (SELECT number FROM again);
                    DROP TABLE again;
                    -- What was revised since then has another hash than any text.
                    UPDATE ledger SET content_hash = ~content_hash
                        WHERE response IN (SELECT id FROM response WHERE run >= \(since));
                    -- What is on its way, is held or owed is the next run's, not the past's.
                    DELETE FROM entry WHERE id IN (SELECT entry FROM arrived);
                    DELETE FROM arrived;
                    DELETE FROM held;
                    DELETE FROM outbox;
                    DELETE FROM contact WHERE at >= \(since);
                    -- Nobody is asked, so nobody has to be left alone.
                    DELETE FROM schedule;
                    DELETE FROM site_hold;
                    """)
            return mark
        }
    }

    package func numbers(broughtBehind response: Int64) throws(StoreFailure) -> [Int64] {
        try database.statement("SELECT number FROM ledger WHERE response > ? ORDER BY response, place, number")
            .bind(response).all { $0.integer() }
    }
}
