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
            SELECT \(EntryReader.columns), e.json, o.position, s.first_key
            FROM outbox AS o CROSS JOIN ledger AS l ON l.number = o.number
                CROSS JOIN subscription AS s ON s.id = l.subscription CROSS JOIN entry AS e ON e.id = l.entry
            WHERE o.sink = ? AND o.position > ? ORDER BY o.position LIMIT ?
            """)
        let sinkKey = try database.statement("SELECT key FROM sink WHERE id = ?").bind(sink.row).first { $0.text() }
        var reader = EntryReader(database)
        let deliveries = try query.bind(sink.row).bind(position).bind(limit).all { (row) throws(StoreFailure) in
            let (entry, _, revision) = try reader.entry(from: &row)
            let position = row.integer()
            var hash = StableHash()
            hash.combine(row.text())
            hash.combine(UInt64(bitPattern: entry.tributary?.number ?? 0))
            hash.combine(entry.id)
            hash.combine(UInt64(bitPattern: revision))
            hash.combine(sinkKey ?? "")
            return Delivery(
                id: String(hash.finish(), radix: 16), position: position, revision: Int(revision), entry: entry)
        }
        if deliveries.count < limit { try voidDeliveries(to: sink, after: position) }
        return deliveries
    }

    package func pendingPositions(of sink: SinkID) throws(StoreFailure) -> [Int64] {
        try database.statement("SELECT position FROM outbox WHERE sink = ? ORDER BY position")
            .bind(sink.row).all { $0.integer() }
    }

    package func confirm(
        _ positions: [Int64], to sink: SinkID, mark: SinkMark?, at now: Timestamp
    ) throws(StoreFailure) {
        try database.transaction { () throws(StoreFailure) in
            let take = try database.statement(
                "DELETE FROM outbox WHERE sink = ? AND position = ? RETURNING number")
            let bodies = BodyKeeper(database)
            for position in positions {
                guard let number = try take.bind(sink.row).bind(position).first({ $0.integer() }) else { continue }
                try writeReceipt(for: number, to: sink, isVoid: false, at: now.seconds)
                try bodies.release(number)
            }
            guard let mark else { return }
            try database.statement("UPDATE sink SET mark = ? WHERE id = ?").bind(mark.state).bind(sink.row).run()
        }
    }

    package func recordRendering(by sink: SinkID, options: UInt64) throws(StoreFailure) {
        try database.statement("UPDATE sink SET rendered_options = ? WHERE id = ?")
            .bind(options).bind(sink.row).run()
    }

    /// Ends deliveries whose entry has no text any more, so that they aren't pending for ever.
    private func voidDeliveries(to sink: SinkID, after position: Int64) throws(StoreFailure) {
        let void = try database.statement(
            """
            SELECT o.position, o.number, unixepoch()
            FROM outbox AS o CROSS JOIN ledger AS l ON l.number = o.number LEFT JOIN entry AS e ON e.id = l.entry
            WHERE o.sink = ? AND o.position > ? AND e.id IS NULL
            """
        )
        .bind(sink.row).bind(position).all { (row) in (row.integer(), row.integer(), row.integer()) }
        guard !void.isEmpty else { return }
        try database.transaction { () throws(StoreFailure) in
            for (position, number, time) in void {
                try database.statement("DELETE FROM outbox WHERE sink = ? AND position = ?")
                    .bind(sink.row).bind(position).run()
                try writeReceipt(for: number, to: sink, isVoid: true, at: time)
            }
        }
    }

    private func writeReceipt(
        for number: Int64, to sink: SinkID, isVoid: Bool, at time: Int64
    ) throws(StoreFailure) {
        try database.statement(
            """
            INSERT OR REPLACE INTO receipt (number, sink, revision, is_void, at)
            SELECT number, ?, coalesce(kept_revision, revision), ?, ? FROM ledger WHERE number = ?
            """
        )
        .bind(sink.row).bind(isVoid).bind(time).bind(number).run()
    }
}
