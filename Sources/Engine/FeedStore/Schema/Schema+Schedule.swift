extension Schema {
    /// Schema 3: when servers are asked.
    static let schedule = """
        -- What is known of the requests for a subscription; a row is made with the first.
        CREATE TABLE schedule (
            subscription INTEGER PRIMARY KEY REFERENCES subscription ON DELETE CASCADE,
            request_hash INTEGER,       -- of what the requests are made of
            asked_at INTEGER, fresh_until INTEGER, retry_at INTEGER,
            rhythm INTEGER, skipped_hours INTEGER NOT NULL, skipped_days INTEGER NOT NULL,
            changed_at INTEGER, change_gap INTEGER,
            failures INTEGER NOT NULL, failing_since INTEGER, is_failure_named INTEGER NOT NULL,
            is_gone INTEGER NOT NULL,
            moved_to TEXT, move_target TEXT, move_readings INTEGER NOT NULL,
            milliseconds INTEGER,       -- of the last transfers
            was_cut_off INTEGER NOT NULL
        ) STRICT;

        -- Sites that have asked for fewer requests.
        CREATE TABLE site_hold (site TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        """
}
