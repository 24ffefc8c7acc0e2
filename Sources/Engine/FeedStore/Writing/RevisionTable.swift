import FeedModel
import TributaryEngine

/// Keeps the forms that entries had before, compressed, and when each form came.
struct RevisionTable {
    /// How many earlier forms of an entry are kept: a page with a counter on it would make one at every reading.
    static let limit = 100

    private let database: Connection

    init(_ database: Connection) {
        self.database = database
    }

    /// Keeps the form in a row of `entry`, which is about to give way to another revision.
    ///
    /// A form that is merely staged anew is no revision.
    func setAside(_ row: Int64, for next: Int64) throws(StoreFailure) {
        let earlier = try database.statement(
            """
            SELECT e.number, e.revision, CASE WHEN e.revision = 0 THEN l.first_seen END, e.json
            FROM entry AS e CROSS JOIN ledger AS l ON l.number = e.number WHERE e.id = ? AND e.revision < ?
            """
        )
        .bind(row).bind(next).first { (row) in
            (
                number: row.integer(), revision: row.integer(), date: row.optionalInteger(),
                text: row.withBytes { CompressedText($0) }
            )
        }
        guard let earlier, let text = earlier.text else { return }
        try database.statement(
            """
            INSERT INTO revision (number, revision, at, size, json) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (number, revision) DO UPDATE SET size = excluded.size, json = excluded.json
            """
        )
        .bind(earlier.number).bind(earlier.revision).bind(earlier.date).bind(text.size).bind(text.bytes).run()
        try database.statement("DELETE FROM revision WHERE number = ? AND revision < ?")
            .bind(earlier.number).bind(next - Int64(Self.limit)).run()
    }

    /// Notes when a revision came.
    func begin(_ revision: Int64, of number: Int64, at now: Timestamp) throws(StoreFailure) {
        try database.statement("INSERT OR IGNORE INTO revision (number, revision, at) VALUES (?, ?, ?)")
            .bind(number).bind(revision).bind(now.seconds).run()
    }

    /// Drops all that is kept of an entry.
    func forget(_ number: Int64) throws(StoreFailure) {
        try database.statement("DELETE FROM revision WHERE number = ?").bind(number).run()
    }

    /// The forms that are kept of an entry, oldest first; of the present one only its date.
    func revisions(of number: Int64) throws(StoreFailure) -> [EntryRevision] {
        let query = try database.statement(
            "SELECT revision, at, size, json FROM revision WHERE number = ? ORDER BY revision")
        return try query.bind(number).all { (row) throws(StoreFailure) in
            let revision = Int(row.integer())
            let date = row.optionalInteger().map { Timestamp(seconds: $0) }
            guard let size = row.optionalInteger() else {
                return EntryRevision(revision: revision, date: date, entry: nil)
            }
            guard let text = CompressedText(size: Int(size), bytes: row.bytes()).expanded else {
                throw StoreFailure(
                    .corrupt,
                    "\(database.name): revision \(revision) of entry \(number) is damaged; put a backup in its place")
            }
            return EntryRevision(
                revision: revision, date: date,
                entry: try EntryText.entry(in: text.span, number: number, of: database.name))
        }
    }
}
