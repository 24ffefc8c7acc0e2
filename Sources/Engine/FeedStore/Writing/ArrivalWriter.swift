import FeedModel
import TributaryEngine
import TributaryPluginKit

/// Writes what readings brought, inside one transaction.
struct ArrivalWriter {
    /// The number for the next entry that is new.
    var nextNumber: Int64 = 0
    /// The row of the response that brings the entries; nil where none does.
    var response: Int64?

    let database: Connection
    let now: Timestamp
    var entries: EntryTable
    var keys: LedgerKeyTable
    /// What runs once per entry.
    let insertRow: Statement
    private let insertArrived: Statement

    init(_ database: Connection, now: Timestamp) throws(StoreFailure) {
        self.database = database
        self.now = now
        entries = EntryTable(database)
        keys = try LedgerKeyTable(database)
        insertRow = try database.statement(Self.insertingRow)
        insertArrived = try database.statement(
            """
            INSERT INTO arrived (number, entry, revision, is_revision, on_update, sort_seconds, sort_nanoseconds)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """)
    }

    /// Writes one arrival.
    ///
    /// - Returns: the numbers of its entries.
    mutating func write(_ arrival: Arrival) throws(StoreFailure) -> [Int64] {
        let listing = try record(arrival.reading, of: arrival.subscription)
        if let fetch = arrival.fetch { try database.record(fetch, of: arrival.subscription) }
        response = try record(arrival.response, of: arrival.subscription, brought: arrival.entries.count)
        var numbers: [Int64] = []
        numbers.reserveCapacity(arrival.entries.count)
        for arriving in arrival.entries {
            let row = try enter(arriving, of: arrival.subscription, in: listing)
            numbers.append(row.number)
            try write(arriving, as: row)
        }
        for listed in arrival.listed { try write(listed, of: arrival.subscription, in: listing) }
        for id in arrival.unusableIDs {
            keys.add(EntryKey(.unusableID, id), number: 0)
        }
        try keys.insert(of: arrival.subscription.row)
        let memories = arrival.memories.map { memory in
            Routing.Memory(stage: memory.stage, key: memory.key, number: numbers[memory.entry])
        }
        try database.remember(memories, at: now)
        if let previous = listing.previous { try date(unlistedSince: previous, of: arrival.subscription) }
        return numbers
    }
}

// MARK: - Outcomes

extension ArrivalWriter {
    /// Writes what became of an entry whose ledger row is up to date.
    private mutating func write(_ arriving: ArrivingEntry, as row: EnteredRow) throws(StoreFailure) {
        if !row.isNew {
            try database.statement("DELETE FROM held WHERE number = ?").bind(row.number).run()
        }
        for verdict in arriving.passed {
            try database.record(verdict, of: row.number, revision: row.revision, at: now)
        }
        switch arriving.outcome {
        case .kept(let entry): try keep(entry, arriving, as: row)
        case .dropped(let verdict): try database.record(verdict, of: row.number, revision: row.revision, at: now)
        case .held(let entry, let until, let verdict, let failures):
            try database.record(verdict, of: row.number, revision: row.revision, at: now)
            var text = EntryText()
            try database.statement(
                """
                INSERT INTO held (number, until, failures, on_update, text_hash,
                    stage, verdict, reason, verdict_until, target, json)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
            )
            .bind(row.number).bind(until.wholeSecondsUp).bind(failures).bind(arriving.onUpdate.rawValue)
            .bind(arriving.textHash).bind(verdict).bind(text.bytes(of: entry)).run()
        }
    }

    /// Marks an entry as arrived; an earlier revision that no river has taken yet gives way to it.
    private mutating func keep(
        _ entry: Entry, _ arriving: ArrivingEntry, as row: EnteredRow
    ) throws(StoreFailure) {
        if !row.isNew {
            let earlier = try database.statement("DELETE FROM arrived WHERE number = ? RETURNING entry")
                .bind(row.number).first { $0.integer() }
            if let earlier { try entries.delete(earlier) }
        }
        let body = try entries.insert(
            entry, number: row.number, revision: row.revision, textHash: arriving.textHash)
        let sortDate = entry.sortDate(firstSeen: row.firstSeen)
        try insertArrived.bind(row.number).bind(body).bind(row.revision).bind(arriving.isRevision)
            .bind(arriving.onUpdate.rawValue).bind(sortDate.seconds).bind(Int64(sortDate.nanoseconds)).run()
    }
}

extension Entry {
    /// The date that the entry is ordered by, the same as its head's.
    func sortDate(firstSeen: Timestamp) -> Timestamp {
        min(datePublished ?? dateModified ?? firstSeen, firstSeen)
    }
}
