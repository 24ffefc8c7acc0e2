extension Schema {
    /// Under which ids entries are published, so that an id stays whatever else is published later.
    static let publications = """
        CREATE TABLE publication (
            number INTEGER PRIMARY KEY REFERENCES ledger,
            id TEXT NOT NULL UNIQUE
        ) STRICT;
        """
}
