import FeedJSON
package import FeedModel
package import TributaryEngine

extension SQLiteStore: OutboxStore {
    package func owedDeliveries(
        to sinks: Set<String>?, at now: Timestamp
    ) throws(StoreFailure) -> [OwedDelivery] {
        let query = try database.statement(
            """
            SELECT k.key, k.left_at IS NOT NULL, k.retry_at, k.failure, o.position, o.tries, o.failure, o.dead_at,
                l.number, e.title, coalesce(s.name, s.title, s.key)
            FROM sink AS k CROSS JOIN outbox AS o ON o.sink = k.id CROSS JOIN ledger AS l ON l.number = o.number
                CROSS JOIN subscription AS s ON s.id = l.subscription LEFT JOIN entry AS e ON e.id = l.entry
            WHERE ?1 IS NULL OR k.key IN (SELECT value FROM json_each(?1))
            ORDER BY k.key, o.position
            """)
        return try query.bind(sinks.map(Self.list)).all { (row) in
            let sink = row.text()
            let isParked = row.bool()
            let retryAt = row.optionalInteger().map { Timestamp(seconds: $0, offset: now.offset) }
            let reason = row.optionalText()
            let (id, tries) = (row.integer(), Int(row.integer()))
            let ownReason = row.optionalText()
            let deadAt = row.optionalInteger().map { Timestamp(seconds: $0, offset: now.offset) }
            let state: OwedDelivery.State =
                if let deadAt {
                    .dead(because: ownReason ?? "", since: deadAt)
                } else if isParked {
                    .parked
                } else if let retryAt, retryAt.seconds > now.seconds {
                    .waiting(until: retryAt, because: reason ?? "")
                } else {
                    .pending
                }
            return OwedDelivery(
                id: id, sink: sink, state: state, isParked: isParked, tries: tries, entry: row.integer(),
                title: row.optionalText(), feed: row.text())
        }
    }

    package func knownSinks() throws(StoreFailure) -> Set<String> {
        Set(try database.statement("SELECT key FROM sink").all { $0.text() })
    }

    package func retry(_ selection: OutboxSelection) throws(StoreFailure) -> OutboxChange {
        try transaction { () throws(StoreFailure) in
            let owed = try deliveries(selection)
            let revive = try database.statement(
                "UPDATE outbox SET dead_at = NULL, tries = 0, failure = NULL WHERE sink = ? AND position = ?")
            for delivery in owed where delivery.isDead { try revive.bind(delivery.sink).bind(delivery.position).run() }
            let ask = try database.statement(
                "UPDATE sink SET retry_at = NULL, failures = 0, failure = NULL WHERE id = ?")
            for sink in Set(owed.map(\.sink)) { try ask.bind(sink).run() }
            return Self.change(of: owed, selection)
        }
    }

    package func drop(_ selection: OutboxSelection, at now: Timestamp) throws(StoreFailure) -> OutboxChange {
        try transaction { () throws(StoreFailure) in
            let owed = try deliveries(selection)
            let bodies = BodyKeeper(database)
            for delivery in owed {
                try database.end(
                    delivery.position, to: delivery.sink, of: delivery.number, revision: delivery.revision,
                    as: .dropped, at: now.seconds)
                try bodies.release(delivery.number)
            }
            return Self.change(of: owed, selection)
        }
    }
}

// MARK: - Private

extension SQLiteStore {
    private struct Owed {
        var sink: Int64
        var position: Int64
        var number: Int64
        var revision: Int64
        var isDead: Bool
        var key: String
    }

    private static func change(of owed: [Owed], _ selection: OutboxSelection) -> OutboxChange {
        var change = OutboxChange()
        change.count = owed.count
        change.deadCount = owed.count { $0.isDead }
        change.sinks = Set(owed.map(\.key)).sorted()
        let found = Set(owed.map(\.position))
        change.unknownIDs = (selection.ids ?? []).filter { !found.contains($0) }
        return change
    }

    private func deliveries(_ selection: OutboxSelection) throws(StoreFailure) -> [Owed] {
        let query = try database.statement(
            """
            SELECT o.sink, o.position, o.number, coalesce(l.kept_revision, l.revision), o.dead_at IS NOT NULL, k.key
            FROM sink AS k CROSS JOIN outbox AS o ON o.sink = k.id CROSS JOIN ledger AS l ON l.number = o.number
            WHERE (?1 IS NULL OR k.key IN (SELECT value FROM json_each(?1)))
                AND (?2 IS NULL OR o.position IN (SELECT value FROM json_each(?2)))
            """)
        let ids = selection.ids.map { "[\($0.map { "\($0)" }.joined(separator: ","))]" }
        return try query.bind(selection.sinks.map(Self.list)).bind(ids).all { (row) in
            Owed(
                sink: row.integer(), position: row.integer(), number: row.integer(), revision: row.integer(),
                isDead: row.bool(), key: row.text())
        }
    }

    /// A list of texts for SQLite's `json_each`.
    private static func list(_ texts: Set<String>) -> String {
        var writer = JSONWriter()
        writer.value(.array(texts.map(JSONValue.string)))
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
