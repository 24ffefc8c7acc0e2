import FeedModel

@testable import FeedStore

/// Databases as former versions of the program have left them.
enum FormerVersion {
    /// Makes the database of a version that knew the first so many migrations; each version before it has written, too.
    static func make(_ path: String, steps: Int) throws -> Connection {
        try DatabaseFile.makeIfMissing(path)
        let database = try Connection(opening: path)
        try database.run(script: "PRAGMA journal_mode = WAL")
        for step in 1...steps {
            try database.migrate(by: Array(Migration.all.prefix(step)))
            try database.run(script: content[step - 1])
        }
        return database
    }

    /// Every row of every table in the words of the columns that there are, as queries and what they give.
    static func rows(of database: Connection) throws -> [String: [String]] {
        let tables = try database.statement(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search%' ORDER BY name"
        ).all { $0.text() }
        var rows: [String: [String]] = [:]
        for table in tables {
            let columns = try database.statement("SELECT name FROM pragma_table_info(?)").bind(table).all { $0.text() }
            let values = columns.map { "quote(\($0))" }.joined(separator: " || '|' || ")
            let query = "SELECT \(values) FROM \(table) ORDER BY 1"
            rows[query] = try database.statement(query).all { $0.text() }
        }
        return rows
    }

    /// What each version adds, in the words of its own schema.
    static let content = [
        """
        INSERT INTO subscription (id, key, first_key, readings, listed_at, read_at, has_validators, etag)
            VALUES (1, 'feed', 'feed', 1, 7, 7, 1, '"e"');
        INSERT INTO ledger (number, subscription, place, first_seen, first_seen_nanoseconds, first_seen_offset,
            last_listed, last_listed_at, revision, hash_version, content_hash, kept_revision, entry, cached_at,
            sort_seconds, sort_nanoseconds, keys)
            VALUES (1, 1, 0, 7, 0, 0, 1, 7, 0, 1, 1, 0, 1, 7, 7, 0, x''), (2, 1, 1, 7, 0, 0, 1, 7, 0, 1, 2, NULL, NULL,
                NULL, NULL, NULL, x''), (3, 1, 2, 7, 0, 0, 1, 7, 0, 1, 3, NULL, NULL, NULL, NULL, NULL, x'');
        INSERT INTO ledger_key VALUES (1, 1, 11, 1), (1, 1, 12, 2), (1, 1, 13, 3);
        INSERT INTO entry (id, number, revision, entry_id, title, json)
            VALUES (1, 1, 0, '1', '設計の話', CAST('{"id":"1","title":"設計の話"}' AS BLOB));
        INSERT INTO verdict VALUES (2, 0, 'stages[0] keep', 'drop', 'dull', NULL, NULL, 7);
        INSERT INTO held VALUES (3, 4000000000, 1, 'stages[0] wait', 'hold', NULL, 4000000000, NULL, 'replace', NULL,
            CAST('{"id":"3"}' AS BLOB));
        INSERT INTO sink (id, key, mark) VALUES (1, 'mail', 'there'), (2, 'page', NULL);
        INSERT INTO contact (sink, subscription, at) VALUES (1, 1, 7), (2, 1, 7);
        INSERT INTO outbox (sink, position, number) VALUES (1, 9, 1);
        INSERT INTO receipt (number, sink, revision, at) VALUES (1, 2, 0, 7);
        INSERT INTO stage VALUES (1, 'dedupe');
        INSERT INTO memory VALUES (1, 5, 1, 7);
        UPDATE state SET value = 4 WHERE name = 'next number';
        UPDATE state SET value = 10 WHERE name = 'next position';
        """,
        """
        UPDATE sink SET failures = 2, retry_at = 9, failure = 'down' WHERE id = 1;
        UPDATE outbox SET tries = 1, failure = 'no';
        """,
        """
        INSERT INTO schedule (subscription, asked_at, skipped_hours, skipped_days, failures, is_failure_named, is_gone,
            move_readings, was_cut_off) VALUES (1, 7, 0, 0, 0, 0, 0, 0, 0);
        INSERT INTO site_hold VALUES ('example.org', 4000000000);
        """,
        "UPDATE ledger SET starred_at = 8 WHERE number = 1",
        "",
        "INSERT INTO revision VALUES (2, 0, 7, 3, x'0102')",
        "UPDATE contact SET seen_before = 4, room = 2 WHERE sink = 1",
        """
        INSERT INTO response (id, subscription, at, run, brought, status) VALUES (1, 1, 7, 7, 3, 200);
        UPDATE ledger SET response = 1, changed_by = 'stages[0] tag';
        """,
        "INSERT INTO publication VALUES (1, 'https://example.org/1')",
    ]
}
