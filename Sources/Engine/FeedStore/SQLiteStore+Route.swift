package import FeedModel
package import TributaryEngine
package import TributaryPluginKit

extension SQLiteStore {
    package func arrivedEntries(at now: Timestamp) throws(StoreFailure) -> [ArrivedEntry] {
        let query = try database.statement(
            """
            SELECT a.number, l.subscription, a.sort_seconds, a.sort_nanoseconds, l.place, a.revision, a.is_revision,
                a.on_update, a.failures
            FROM arrived AS a CROSS JOIN ledger AS l ON l.number = a.number
            WHERE a.held_until IS NULL OR a.held_until <= ?
            """)
        var arrived: [ArrivedEntry] = []
        // Of hundreds of thousands an array that grows takes twice the memory.
        arrived.reserveCapacity(
            Int(try database.statement("SELECT count(*) FROM arrived").first { $0.integer() } ?? 0))
        try query.bind(now.seconds).forEach { (row) in
            let (number, subscription) = (row.integer(), SubscriptionID(row: row.integer()))
            let date = Timestamp(seconds: row.integer(), nanoseconds: Int32(truncatingIfNeeded: row.integer()))
            let place = RiverPlace(
                number: number, subscription: subscription, date: date, place: Int(row.integer()))
            arrived.append(
                ArrivedEntry(
                    place: place, revision: Int32(clamping: row.integer()), isRevision: row.bool(),
                    onUpdate: RevisionPolicy(rawValue: row.text()) ?? .replace,
                    failures: Int32(clamping: row.integer())))
        }
        for index in arrived.indices where arrived[index].isRevision {
            arrived[index].earlierSinks = try sinks(thatHad: arrived[index].number)
        }
        return arrived
    }

    package func heads(ofArrived numbers: [Int64]) throws(StoreFailure) -> [EntryHead] {
        let query = try database.statement(
            """
            SELECT \(EntryReader.headColumns), a.is_revision
            FROM arrived AS a CROSS JOIN ledger AS l ON l.number = a.number CROSS JOIN entry AS e ON e.id = a.entry
            WHERE a.number = ?
            """)
        var reader = EntryReader(database)
        var heads: [EntryHead] = []
        heads.reserveCapacity(numbers.count)
        for number in numbers {
            let head = try query.bind(number).first { (row) throws(StoreFailure) in
                var head = try reader.head(from: &row).head
                head.isRevision = row.bool()
                return head
            }
            if let head { heads.append(head) }
        }
        return heads
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
        try transaction { () throws(StoreFailure) in
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
