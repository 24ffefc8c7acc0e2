/// The database as it is laid out (docs/architecture.md says what each table is for).
///
/// Times are seconds since 1970, but for those of entries: seconds, nanoseconds, offset. Hashes are 64 bits as SQLite's
/// signed integers.
enum Schema {
    /// Which migrations have run.
    static let migrations = """
        CREATE TABLE migration (ordinal INTEGER PRIMARY KEY, name TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
        """

    /// Schema 1.
    static let first = """
        -- Numbers that are given out once and never again, and when housekeeping was last done.
        CREATE TABLE state (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        INSERT INTO state VALUES ('next number', 1), ('next position', 1), ('kept house', 0);

        CREATE TABLE subscription (
            id INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            first_key TEXT NOT NULL,    -- the key that it was made with: what delivery ids are derived from
            name TEXT,                  -- the configuration's name for it
            left_at INTEGER,            -- since when it is not in the configuration
            readings INTEGER NOT NULL DEFAULT 0,    -- the ordinal of the last reading that brought a feed
            listed_at INTEGER,          -- the time of that reading
            read_at INTEGER,            -- the time of the last success, "nothing has changed" included
            failed_at INTEGER,
            failure TEXT,
            has_validators INTEGER NOT NULL DEFAULT 0,
            validator_url TEXT, etag TEXT, last_modified TEXT, document_hash INTEGER, adapter_state TEXT,
            title TEXT, home_page_url TEXT,         -- the feed's
            feed BLOB                   -- the feed as JSON Feed, without entries
        ) STRICT;

        -- Every entry ever seen.
        CREATE TABLE ledger (
            number INTEGER PRIMARY KEY,
            subscription INTEGER NOT NULL REFERENCES subscription,
            place INTEGER NOT NULL,
            first_seen INTEGER NOT NULL, first_seen_nanoseconds INTEGER NOT NULL, first_seen_offset INTEGER NOT NULL,
            last_listed INTEGER NOT NULL,           -- the ordinal of a reading
            last_listed_at INTEGER NOT NULL,
            revision INTEGER NOT NULL,              -- of the newest revision that arrived
            hash_version INTEGER NOT NULL, content_hash INTEGER NOT NULL,
            kept_revision INTEGER,                  -- of the newest one that was kept
            entry INTEGER,                          -- that one's row in entry, as long as somebody wants it
            cached_at INTEGER,                      -- set while the cache holds it
            sort_seconds INTEGER, sort_nanoseconds INTEGER, -- where it stands in the order
            keys BLOB NOT NULL                      -- its rows in ledger_key, packed
        ) STRICT;
        CREATE INDEX cached_newest ON ledger (sort_seconds, sort_nanoseconds) WHERE cached_at IS NOT NULL;
        -- With cached_at, so that entries are counted without looking at the ledger.
        CREATE INDEX cached_newest_of_subscription
            ON ledger (subscription, sort_seconds, sort_nanoseconds, cached_at) WHERE cached_at IS NOT NULL;
        CREATE INDEX cached_longest_unlisted ON ledger (subscription, last_listed_at) WHERE cached_at IS NOT NULL;

        CREATE TABLE ledger_key (
            subscription INTEGER NOT NULL, kind INTEGER NOT NULL, hash INTEGER NOT NULL,
            number INTEGER NOT NULL,                -- 0 for an id that names nothing
            PRIMARY KEY (subscription, kind, hash, number)
        ) STRICT, WITHOUT ROWID;

        -- Entries in their staged form; what a river needs stands before the text.
        CREATE TABLE entry (
            id INTEGER PRIMARY KEY,
            number INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            entry_id TEXT NOT NULL, title TEXT, url TEXT,
            published INTEGER, published_nanoseconds INTEGER, published_offset INTEGER,
            modified INTEGER, modified_nanoseconds INTEGER, modified_offset INTEGER,
            tags TEXT, score REAL, text_hash INTEGER,
            json BLOB NOT NULL
        ) STRICT;

        -- The river: what Route has not taken yet.
        CREATE TABLE arrived (
            number INTEGER PRIMARY KEY REFERENCES ledger,
            entry INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            is_revision INTEGER NOT NULL,
            on_update TEXT NOT NULL,
            failures INTEGER NOT NULL DEFAULT 0,
            held_until INTEGER,
            sort_seconds INTEGER NOT NULL, sort_nanoseconds INTEGER NOT NULL
        ) STRICT;

        -- Entries that were held before they arrived, as they were decoded.
        CREATE TABLE held (
            number INTEGER PRIMARY KEY REFERENCES ledger,
            until INTEGER NOT NULL,
            failures INTEGER NOT NULL,
            stage TEXT NOT NULL, verdict TEXT NOT NULL, reason TEXT, verdict_until INTEGER, target INTEGER,
            on_update TEXT NOT NULL,
            text_hash INTEGER,
            json BLOB NOT NULL
        ) STRICT;
        CREATE INDEX held_due ON held (until);

        CREATE TABLE verdict (
            number INTEGER NOT NULL REFERENCES ledger, revision INTEGER NOT NULL, stage TEXT NOT NULL,
            verdict TEXT NOT NULL, reason TEXT, verdict_until INTEGER, target INTEGER,
            at INTEGER NOT NULL,
            PRIMARY KEY (number, revision, stage)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE sink (
            id INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            mark TEXT,
            rendered_options INTEGER,
            left_at INTEGER             -- since when it is not in the configuration: its deliveries are parked
        ) STRICT;
        CREATE TABLE contact (
            sink INTEGER NOT NULL REFERENCES sink, subscription INTEGER NOT NULL REFERENCES subscription,
            at INTEGER NOT NULL,
            PRIMARY KEY (sink, subscription)
        ) STRICT, WITHOUT ROWID;

        -- Deliveries that are owed; an entry is owed to a sink once.
        CREATE TABLE outbox (
            sink INTEGER NOT NULL REFERENCES sink, position INTEGER NOT NULL,
            number INTEGER NOT NULL REFERENCES ledger,
            PRIMARY KEY (sink, position)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX outbox_by_entry ON outbox (number, sink);
        CREATE TABLE receipt (
            number INTEGER NOT NULL REFERENCES ledger, sink INTEGER NOT NULL REFERENCES sink,
            revision INTEGER NOT NULL,
            is_void INTEGER NOT NULL DEFAULT 0,     -- the entry's text was gone before it could be delivered
            at INTEGER NOT NULL,
            PRIMARY KEY (number, sink)
        ) STRICT, WITHOUT ROWID;

        -- What stages want remembered.
        CREATE TABLE stage (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
        CREATE TABLE memory (
            stage INTEGER NOT NULL REFERENCES stage, key INTEGER NOT NULL,
            number INTEGER NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (stage, key)
        ) STRICT, WITHOUT ROWID;
        """
}
