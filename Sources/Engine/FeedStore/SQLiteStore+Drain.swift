package import FeedModel
import FeedText
package import TributaryEngine
package import TributaryPluginKit

extension SQLiteStore {
    package func pendingDeliveries(
        to sink: SinkID, after position: Int64, limit: Int
    ) throws(StoreFailure) -> [Delivery] {
        let query = try database.statement(
            """
            SELECT \(EntryReader.entryColumns), o.position, s.first_key
            FROM outbox AS o CROSS JOIN ledger AS l ON l.number = o.number
                CROSS JOIN subscription AS s ON s.id = l.subscription CROSS JOIN entry AS e ON e.id = l.entry
            WHERE o.sink = ? AND o.position > ? AND o.dead_at IS NULL ORDER BY o.position LIMIT ?
            """)
        let sinkKey = try database.statement("SELECT key FROM sink WHERE id = ?").bind(sink.row).first { $0.text() }
        var reader = EntryReader(database)
        let deliveries = try query.bind(sink.row).bind(position).bind(limit).all { (row) throws(StoreFailure) in
            let (entry, revision) = try reader.entry(from: &row)
            let position = row.integer()
            var hash = StableHash()
            let subscription = row.text()
            hash.combine(subscription)
            hash.combine(UInt64(bitPattern: entry.tributary?.number ?? 0))
            hash.combine(entry.id)
            hash.combine(UInt64(bitPattern: revision))
            hash.combine(sinkKey ?? "")
            return Delivery(
                id: String(hash.finish(), radix: 16), position: position, revision: Int(revision), entry: entry,
                subscription: subscription)
        }
        if deliveries.count < limit { try voidDeliveries(to: sink, after: position) }
        return deliveries
    }

    package func pendingPositions(of sink: SinkID) throws(StoreFailure) -> [Int64] {
        try database.statement("SELECT position FROM outbox WHERE sink = ? AND dead_at IS NULL ORDER BY position")
            .bind(sink.row).all { $0.integer() }
    }

    package func confirm(
        _ positions: [Int64], to sink: SinkID, mark: SinkMark?, at now: Timestamp
    ) throws(StoreFailure) {
        try transaction { () throws(StoreFailure) in
            // RETURNING would cost a table of its own per statement.
            let find = try database.statement(
                """
                SELECT l.number, coalesce(l.kept_revision, l.revision), l.cached_at IS NOT NULL
                FROM outbox AS o CROSS JOIN ledger AS l ON l.number = o.number WHERE o.sink = ? AND o.position = ?
                """)
            let bodies = BodyKeeper(database)
            for position in positions {
                let found = try find.bind(sink.row).bind(position).first { (row) in
                    (number: row.integer(), revision: row.integer(), isCached: row.bool())
                }
                guard let found else { continue }
                try database.end(
                    position, to: sink.row, of: found.number, revision: found.revision, as: .delivered, at: now.seconds)
                if !found.isCached { try bodies.release(found.number) }
            }
            guard let mark else { return }
            try database.statement("UPDATE sink SET mark = ? WHERE id = ?").bind(mark.state).bind(sink.row).run()
        }
    }

    package func noteFailure(
        of position: Int64, to sink: SinkID, because reason: String, deadAfter tries: Int, at now: Timestamp
    ) throws(StoreFailure) -> Bool {
        // Of a table without row ids, SQLite 3.40 returns true for `dead_at IS NOT NULL`, whatever it is.
        let deadAt = try database.statement(
            """
            UPDATE outbox SET tries = tries + 1, failure = ?3, dead_at = CASE WHEN tries + 1 >= ?4 THEN ?5 END
            WHERE sink = ?1 AND position = ?2 RETURNING dead_at
            """
        )
        .bind(sink.row).bind(position).bind(reason).bind(tries).bind(now.seconds).first { $0.optionalInteger() }
        return deadAt.flatMap(\.self) != nil
    }

    package func record(_ standing: SinkStanding, of sink: SinkID) throws(StoreFailure) {
        try database.statement("UPDATE sink SET failures = ?, retry_at = ?, failure = ? WHERE id = ?")
            .bind(standing.failures).bind(standing.retryAt?.wholeSecondsUp).bind(standing.reason).bind(sink.row).run()
    }

    package func deadLetterCount() throws(StoreFailure) -> Int {
        // The index holds nothing else.
        let count = try database.statement(
            "SELECT count(*) FROM outbox INDEXED BY outbox_dead WHERE dead_at IS NOT NULL"
        ).first { $0.integer() }
        return Int(count ?? 0)
    }

    package func recordRendering(by sink: SinkID, options: UInt64) throws(StoreFailure) {
        try database.statement("UPDATE sink SET rendered_options = ? WHERE id = ?")
            .bind(options).bind(sink.row).run()
    }

    /// Ends deliveries whose entry has no text any more, so that they aren't pending for ever.
    private func voidDeliveries(to sink: SinkID, after position: Int64) throws(StoreFailure) {
        let void = try database.statement(
            """
            SELECT o.position, o.number, coalesce(l.kept_revision, l.revision), unixepoch()
            FROM outbox AS o CROSS JOIN ledger AS l ON l.number = o.number LEFT JOIN entry AS e ON e.id = l.entry
            WHERE o.sink = ? AND o.position > ? AND e.id IS NULL
            """
        )
        .bind(sink.row).bind(position)
        .all { (row) in (row.integer(), row.integer(), row.integer(), row.integer()) }
        guard !void.isEmpty else { return }
        try transaction { () throws(StoreFailure) in
            for (position, number, revision, time) in void {
                try database.end(position, to: sink.row, of: number, revision: revision, as: .void, at: time)
            }
        }
    }
}
