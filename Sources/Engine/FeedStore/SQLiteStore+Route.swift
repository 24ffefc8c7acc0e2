package import FeedModel
package import TributaryEngine
import TributaryPluginKit

extension SQLiteStore {
    package func arrivedEntries(at now: Timestamp) throws(StoreFailure) -> [ArrivedEntry] {
        let query = try database.statement(
            """
            SELECT \(EntryReader.headColumns), a.is_revision, a.on_update, a.failures
            FROM arrived AS a CROSS JOIN ledger AS l ON l.number = a.number CROSS JOIN entry AS e ON e.id = a.entry
            WHERE a.held_until IS NULL OR a.held_until <= ?
            """)
        var reader = EntryReader(database)
        var arrived = try query.bind(now.seconds).all { (row) throws(StoreFailure) in
            var (head, subscription, revision) = try reader.head(from: &row)
            head.isRevision = row.bool()
            return ArrivedEntry(
                head: head, subscription: subscription, revision: Int(revision),
                onUpdate: RevisionPolicy(rawValue: row.text()) ?? .replace, earlierSinks: [],
                failures: Int(row.integer()))
        }
        for index in arrived.indices where arrived[index].head.isRevision {
            arrived[index].earlierSinks = try sinks(thatHad: arrived[index].head.id)
        }
        // Heads are large, so places are sorted instead.
        let order = arrived.indices.sorted { arrived[$0].head.isNewer(than: arrived[$1].head) }
        return order.map { arrived[$0] }
    }

    package func entries(_ numbers: [Int64]) throws(StoreFailure) -> [Entry] {
        let query = try database.statement(
            """
            SELECT \(EntryReader.entryColumns)
            FROM ledger AS l JOIN entry AS e ON e.id = coalesce(
                (SELECT entry FROM arrived WHERE arrived.number = l.number), l.entry)
            WHERE l.number = ?
            """)
        var reader = EntryReader(database)
        var entries: [Entry] = []
        entries.reserveCapacity(numbers.count)
        for number in numbers {
            let entry = try query.bind(number).first { (row) throws(StoreFailure) in
                try reader.entry(from: &row).entry
            }
            if let entry { entries.append(entry) }
        }
        return entries
    }

    package func remembered(
        _ keys: [UInt64], by stage: String, since: Timestamp
    ) throws(StoreFailure) -> [UInt64: Int64] {
        let row = try database.statement("SELECT id FROM stage WHERE name = ?").bind(stage).first { $0.integer() }
        guard let row else { return [:] }
        // An entry that Route has dropped stands for nothing.
        let query = try database.statement(
            """
            SELECT number FROM memory WHERE stage = ? AND key = ? AND at >= ?
                AND (EXISTS (SELECT 1 FROM ledger AS l WHERE l.number = memory.number AND l.kept_revision IS NOT NULL)
                    OR EXISTS (SELECT 1 FROM arrived AS a WHERE a.number = memory.number))
            """)
        var found: [UInt64: Int64] = [:]
        for key in keys {
            found[key] = try query.bind(row).bind(key).bind(since.seconds).first { $0.integer() }
        }
        return found
    }

    package func route(_ routing: Routing, at now: Timestamp) throws(StoreFailure) {
        try database.transaction { () throws(StoreFailure) in
            var writer = RoutingWriter(database, now: now)
            try writer.write(routing)
        }
    }

    private func sinks(thatHad number: Int64) throws(StoreFailure) -> Set<SinkID> {
        let query = try database.statement(
            """
            SELECT sink FROM receipt WHERE number = ?1 AND NOT is_dropped UNION SELECT sink FROM outbox WHERE number = ?1
            """)
        return Set(try query.bind(number).all { SinkID(row: $0.integer()) })
    }
}
