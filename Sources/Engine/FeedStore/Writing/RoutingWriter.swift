import FeedModel
import TributaryEngine

/// Writes what Route decided, inside one transaction.
struct RoutingWriter {
    let database: Connection
    let now: Timestamp
    private var entries: EntryTable
    private let revisions: RevisionTable

    init(_ database: Connection, now: Timestamp) {
        self.database = database
        self.now = now
        entries = EntryTable(database)
        revisions = RevisionTable(database)
    }

    mutating func write(_ routing: Routing) throws(StoreFailure) {
        for (number, entry) in routing.changed { try change(number, to: entry) }
        for (number, stages) in routing.changedBy { try note(stages, on: number) }
        for merge in routing.merges { try note(merge) }
        for (number, verdict) in routing.passed { try record(verdict, ofArrived: number) }
        // In the order of the tables, so that each is walked through once.
        let cached = NumberSet(routing.cached)
        let kept = NumberSet(routing.kept)
        try keep(kept, caching: cached)
        for (number, verdict) in routing.dropped { try drop(number, because: verdict) }
        for (hold, verdict) in routing.held { try self.hold(hold, because: verdict) }
        try owe(routing.deliveries)
        // Whom the cache did not take and nobody is owed.
        let bodies = BodyKeeper(database)
        for number in kept.sorted where !cached.contains(number) { try bodies.release(number) }
        try cache(cached.sorted.filter { !kept.contains($0) })
        try record(routing.contacts)
        try record(routing.rooms)
        try database.remember(routing.memories, at: now)
    }
}

// MARK: - Verdicts

extension RoutingWriter {
    /// Writes the form that stages gave an entry of the river.
    private mutating func change(_ number: Int64, to entry: Entry) throws(StoreFailure) {
        let arriving = try database.statement(
            """
            SELECT a.entry, l.first_seen, l.first_seen_nanoseconds, l.first_seen_offset
            FROM arrived AS a JOIN ledger AS l ON l.number = a.number WHERE a.number = ?
            """
        )
        .bind(number).first { (row) in (entry: row.integer(), firstSeen: row.timestamp()) }
        guard let arriving else { return }
        try entries.update(arriving.entry, to: entry)
        let date = entry.sortDate(firstSeen: arriving.firstSeen)
        try database.statement("UPDATE arrived SET sort_seconds = ?, sort_nanoseconds = ? WHERE number = ?")
            .bind(date.seconds).bind(Int64(date.nanoseconds)).bind(number).run()
    }

    /// Adds to the stages that have changed an entry.
    private func note(_ stages: [StageReference], on number: Int64) throws(StoreFailure) {
        try database.statement(
            "UPDATE ledger SET changed_by = coalesce(changed_by || char(10), '') || ? WHERE number = ?"
        )
        .bind(stages.lines).bind(number).run()
    }

    /// Has an entry, in this river or routed earlier, say that it is also in another feed.
    ///
    /// It is no revision, and its place stays. Of an entry without a text nothing is left that could say so.
    private mutating func note(_ merge: Routing.Merge) throws(StoreFailure) {
        // A revision in the river may yet be dropped, so the form that is shown until then says so too.
        let forms = try database.statement(
            """
            SELECT entry FROM arrived WHERE number = ?1
            UNION SELECT entry FROM ledger WHERE number = ?1 AND entry IS NOT NULL
            """
        )
        .bind(merge.target).all { $0.integer() }
        for row in forms { try add([merge.feed], toRow: row) }
    }

    /// Adds feeds to what a row of `entry` says of other feeds.
    private mutating func add(_ feeds: [FeedReference], toRow row: Int64) throws(StoreFailure) {
        guard !feeds.isEmpty, var entry = try entry(inRow: row), var known = entry.tributary else { return }
        let added = feeds.filter { feed in !known.alsoIn.contains { $0.id == feed.id } }
        guard !added.isEmpty else { return }
        known.alsoIn += added
        entry.tributary = known
        try entries.update(row, to: entry)
    }

    private func entry(inRow row: Int64) throws(StoreFailure) -> Entry? {
        let select = try database.statement(
            """
            SELECT \(EntryReader.entryColumns) FROM entry AS e JOIN ledger AS l ON l.number = e.number WHERE e.id = ?
            """)
        var reader = EntryReader(database)
        return try select.bind(row).first { (row) throws(StoreFailure) in try reader.entry(from: &row).entry }
    }

    /// Keeps what is said of a stage that an entry has passed.
    private func record(_ verdict: StageVerdict, ofArrived number: Int64) throws(StoreFailure) {
        let revision = try database.statement("SELECT revision FROM arrived WHERE number = ?").bind(number)
            .first { $0.integer() }
        if let revision { try database.record(verdict, of: number, revision: revision, at: now) }
    }

    /// Makes the arriving form of an entry the kept one; an earlier one gives way to it.
    ///
    /// An entry that is not in the river was routed before: nothing happens.
    mutating func keep(_ number: Int64, caching: Bool) throws(StoreFailure) {
        // RETURNING would cost a table of its own per statement.
        let find = try database.statement(
            """
            SELECT entry, revision, is_revision AND on_update = 'ignore', sort_seconds, sort_nanoseconds
            FROM arrived WHERE number = ?
            """)
        let taken = try find.bind(number).first { (row) in
            (
                entry: row.integer(), revision: row.integer(), isIgnored: row.bool(), seconds: row.integer(),
                nanoseconds: row.integer()
            )
        }
        guard let taken else { return }
        try database.statement("DELETE FROM arrived WHERE number = ?").bind(number).run()
        if taken.isIgnored { return try entries.delete(taken.entry) }
        if taken.revision > 0 {
            let earlier = try database.statement("SELECT entry FROM ledger WHERE number = ? AND entry IS NOT NULL")
                .bind(number).first { $0.integer() }
            if let earlier {
                // Which other feeds had it is no part of what its own feed revises.
                try add(try entry(inRow: earlier)?.tributary?.alsoIn ?? [], toRow: taken.entry)
                try revisions.setAside(earlier, for: taken.revision)
                try entries.delete(earlier)
            }
            try revisions.begin(taken.revision, of: number, at: now)
        }
        try database.statement(
            """
            UPDATE ledger SET entry = ?, kept_revision = ?, sort_seconds = ?, sort_nanoseconds = ?,
                cached_at = coalesce(cached_at, ?)
            WHERE number = ?
            """
        )
        .bind(taken.entry).bind(taken.revision).bind(taken.seconds).bind(taken.nanoseconds)
        .bind(caching ? now.seconds : nil).bind(number).run()
    }

    /// Takes an entry out of the river; an earlier revision that was kept goes on being shown.
    private func drop(_ number: Int64, because verdict: StageVerdict) throws(StoreFailure) {
        let taken = try database.statement("DELETE FROM arrived WHERE number = ? RETURNING entry, revision")
            .bind(number).first { (row) in (entry: row.integer(), revision: row.integer()) }
        guard let taken else { return }
        try entries.delete(taken.entry)
        try database.record(verdict, of: number, revision: taken.revision, at: now)
    }

    private func hold(_ hold: Routing.Hold, because verdict: StageVerdict) throws(StoreFailure) {
        let revision = try database.statement(
            "UPDATE arrived SET held_until = ?, failures = failures + ? WHERE number = ? RETURNING revision"
        )
        .bind(hold.until.wholeSecondsUp).bind(hold.isFailure).bind(hold.number).first { $0.integer() }
        guard let revision else { return }
        try database.record(verdict, of: hold.number, revision: revision, at: now)
    }
}

// MARK: - What follows

extension RoutingWriter {
    /// Writes deliveries; a sink that is owed an entry already is not owed it twice, and gets its newest form, which is
    /// tried also where an earlier one is a dead letter.
    private func owe(_ deliveries: [Routing.Planned]) throws(StoreFailure) {
        guard !deliveries.isEmpty else { return }
        var position = try database.reserve(deliveries.count, of: .position)
        let insert = try database.statement(
            """
            INSERT INTO outbox (sink, position, number) VALUES (?, ?, ?)
            ON CONFLICT (number, sink) DO UPDATE SET dead_at = NULL, tries = 0, failure = NULL WHERE dead_at IS NOT NULL
            """)
        for delivery in deliveries {
            try insert.bind(delivery.sink.row).bind(position).bind(delivery.number).run()
            position += 1
        }
    }

    /// Has the cache take entries that were kept in an earlier river and are still there.
    private func cache(_ numbers: [Int64]) throws(StoreFailure) {
        let update = try database.statement(
            "UPDATE ledger SET cached_at = ? WHERE number = ? AND entry IS NOT NULL AND cached_at IS NULL")
        for number in numbers { try update.bind(now.seconds).bind(number).run() }
    }

    private func record(_ contacts: [(SubscriptionID, SinkID)]) throws(StoreFailure) {
        let insert = try database.statement(
            """
            INSERT OR IGNORE INTO contact (sink, subscription, at, seen_before)
                VALUES (?, ?, ?, (SELECT value FROM state WHERE name = 'next number'))
            """)
        for (subscription, sink) in contacts {
            try insert.bind(sink.row).bind(subscription.row).bind(now.seconds).run()
        }
    }

    private func record(_ rooms: [(SubscriptionID, SinkID, left: Int)]) throws(StoreFailure) {
        let update = try database.statement("UPDATE contact SET room = ? WHERE sink = ? AND subscription = ?")
        for (subscription, sink, left) in rooms { try update.bind(left).bind(sink.row).bind(subscription.row).run() }
    }
}
