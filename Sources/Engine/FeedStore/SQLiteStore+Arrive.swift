package import FeedModel
package import TributaryEngine

extension SQLiteStore {
    package func ledger(
        of subscription: SubscriptionID, matching keys: [EntryKey]
    ) throws(StoreFailure) -> LedgerMatches {
        let lastReading = try database.statement("SELECT readings FROM subscription WHERE id = ?")
            .bind(subscription.row).first { $0.integer() }
        guard let lastReading, lastReading > 0 else { return LedgerMatches() }
        var numbers: Set<Int64> = []
        // Of a key that very many entries share, as on a status page, the newest entries are enough.
        let find = try database.statement(
            """
            SELECT number FROM ledger_key WHERE subscription = ? AND kind = ? AND hash = ?
            ORDER BY number DESC LIMIT 200
            """)
        for key in Set(keys) where key.kind != .unusableID {
            try find.bind(subscription.row).bind(Int(key.kind.rawValue)).bind(key.hash)
                .forEach { (row) throws(StoreFailure) in numbers.insert(row.integer()) }
        }
        var matches = LedgerMatches(lastReading: lastReading)
        let select = try database.statement(
            """
            SELECT keys, last_listed, revision, hash_version, content_hash, kept_revision IS NOT NULL,
                first_seen, first_seen_nanoseconds, first_seen_offset
            FROM ledger WHERE number = ?
            """)
        for number in numbers.sorted() {
            let row = try select.bind(number).first { (row) throws(StoreFailure) in
                LedgerRow(
                    number: number, keys: row.withBytes { [EntryKey](packed: $0) }, lastListed: row.integer(),
                    revision: Int(row.integer()),
                    contentHash: ContentHash(version: Int(row.integer()), value: row.hash()), wasKept: row.bool(),
                    firstSeen: row.timestamp())
            }
            if let row { matches.rows.append(row) }
        }
        try database.statement("SELECT hash FROM ledger_key WHERE subscription = ? AND kind = ?")
            .bind(subscription.row).bind(Int(EntryKey.Kind.unusableID.rawValue))
            .forEach { (row) throws(StoreFailure) in matches.unusableIDs.insert(row.hash()) }
        return matches
    }

    package func arrive(_ arrivals: [Arrival], at now: Timestamp) throws(StoreFailure) -> [[Int64]] {
        try transaction { () throws(StoreFailure) in
            var writer = try ArrivalWriter(database, now: now)
            let new = arrivals.reduce(0) { $0 + $1.entries.count { $0.number == nil } }
            if new > 0 { writer.nextNumber = try database.reserve(new, of: .number) }
            var numbers: [[Int64]] = []
            for arrival in arrivals { numbers.append(try writer.write(arrival)) }
            return numbers
        }
    }

    package func heldEntries(due now: Timestamp) throws(StoreFailure) -> [HeldEntry] {
        let query = try database.statement(
            """
            SELECT l.number, l.subscription, l.place, l.hash_version, l.content_hash, l.kept_revision IS NOT NULL, l.keys,
                h.until, h.failures, h.on_update, h.text_hash,
                h.stage, h.verdict, h.reason, h.verdict_until, h.target,
                l.first_seen, l.first_seen_nanoseconds, l.first_seen_offset, h.json
            FROM held AS h JOIN ledger AS l ON l.number = h.number WHERE h.until <= ? ORDER BY h.until, h.number
            """)
        var reader = EntryReader(database)
        return try query.bind(now.seconds).all { (row) throws(StoreFailure) in
            let number = row.integer()
            let subscription = SubscriptionID(row: row.integer())
            let place = Int(row.integer())
            let contentHash = ContentHash(version: Int(row.integer()), value: row.hash())
            let wasKept = row.bool()
            let keys = row.withBytes { [EntryKey](packed: $0) }
            let until = Timestamp(seconds: row.integer())
            let failures = Int(row.integer())
            let onUpdate = RevisionPolicy(rawValue: row.text()) ?? .replace
            let textHash = row.optionalHash()
            let verdict = row.stageVerdict()
            var known = TributaryExtension(
                feed: try reader.reference(to: subscription.row), firstSeen: row.timestamp(), number: number)
            var entry = try row.withBytes { (bytes) throws(StoreFailure) in
                try EntryText.entry(in: bytes, number: number, of: database.name)
            }
            known.alsoIn = entry.tributary?.alsoIn ?? []
            known.score = entry.tributary?.score
            entry.tributary = known
            return HeldEntry(
                subscription: subscription,
                arriving: ArrivingEntry(
                    number: number, place: place, keys: keys, contentHash: contentHash, textHash: textHash,
                    isRevision: wasKept, onUpdate: onUpdate,
                    outcome: .held(entry, until: until, by: verdict, failures: failures)))
        }
    }
}
