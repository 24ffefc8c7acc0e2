extension Schema {
    /// Schema 2: sinks that wait after a failure, deliveries that failed, dead letters.
    static let outbox = """
        ALTER TABLE sink ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;    -- runs in a row in which it failed
        ALTER TABLE sink ADD COLUMN retry_at INTEGER;                       -- it is not asked before
        ALTER TABLE sink ADD COLUMN failure TEXT;                           -- why it failed last

        ALTER TABLE outbox ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;     -- that failed while others passed
        ALTER TABLE outbox ADD COLUMN failure TEXT;
        ALTER TABLE outbox ADD COLUMN dead_at INTEGER;                      -- since when it is not tried any more
        CREATE INDEX outbox_dead ON outbox (sink, position) WHERE dead_at IS NOT NULL;

        -- Somebody has said that it need not be delivered.
        ALTER TABLE receipt ADD COLUMN is_dropped INTEGER NOT NULL DEFAULT 0;
        """
}
