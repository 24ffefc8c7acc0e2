/// What the commands of a reader need.
extension Schema {
    /// What has been read and starred.
    static let marks = """
        ALTER TABLE ledger ADD COLUMN read_at INTEGER;
        ALTER TABLE ledger ADD COLUMN starred_at INTEGER;
        CREATE INDEX cached_unread ON ledger (sort_seconds, sort_nanoseconds)
            WHERE cached_at IS NOT NULL AND read_at IS NULL;
        CREATE INDEX cached_starred ON ledger (sort_seconds, sort_nanoseconds)
            WHERE cached_at IS NOT NULL AND starred_at IS NOT NULL;
        """

    /// The index for `search`: it holds no text, so what goes is taken out by the text that went in.
    ///
    /// `indexed_entry` is the row of `entry` whose text is in the index. The tokenizer finds `café` under `cafe`.
    static let search = """
        ALTER TABLE ledger ADD COLUMN indexed_entry INTEGER;
        CREATE INDEX unindexed ON ledger (number) WHERE cached_at IS NOT NULL AND indexed_entry IS NOT entry;
        \(searchTable)
        INSERT INTO state VALUES ('search version', 1);
        """

    /// Also for when the index has to be made anew.
    static let searchTable = """
        CREATE VIRTUAL TABLE search USING fts5(
            title, text, content = '', tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co So Mn Mc'");
        """

    /// The forms that entries had before their present one, which stands in `entry` and here has its date only.
    static let revisions = """
        CREATE TABLE revision (
            number INTEGER NOT NULL, revision INTEGER NOT NULL,
            at INTEGER,                             -- when it came
            size INTEGER, json BLOB,                -- compressed by zlib, and its size before that
            PRIMARY KEY (number, revision)
        ) STRICT, WITHOUT ROWID;
        """
}
