extension Schema {
    /// What `explain` tells: which response brought an entry, and which stages changed it.
    ///
    /// Of responses that brought nothing new only the last of each subscription is kept.
    static let responses = """
        CREATE TABLE response (
            id INTEGER PRIMARY KEY,
            subscription INTEGER NOT NULL,
            at INTEGER NOT NULL,
            run INTEGER NOT NULL,                   -- when the run began
            brought INTEGER NOT NULL,               -- how many entries that were new or revised
            location TEXT, status INTEGER, media_type TEXT, size INTEGER,
            document TEXT, coding TEXT,             -- under what its document is kept, and how it is coded
            repairs TEXT                            -- a line each
        ) STRICT;
        CREATE UNIQUE INDEX response_without_news ON response (subscription) WHERE brought = 0;

        ALTER TABLE ledger ADD COLUMN response INTEGER;     -- what brought the newest revision
        ALTER TABLE ledger ADD COLUMN changed_by TEXT;      -- the stages that changed it, a line each
        ALTER TABLE verdict ADD COLUMN options INTEGER;     -- the hash of the stage's options
        """
}
