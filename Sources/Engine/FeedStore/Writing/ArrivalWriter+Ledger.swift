import FeedModel
import TributaryEngine

extension ArrivalWriter {
    /// An entry's place in the ledger.
    struct EnteredRow {
        var number: Int64
        var revision: Int64
        var firstSeen: Timestamp
        var isNew: Bool
    }

    /// Makes an arriving entry's ledger row, or brings it up to date.
    mutating func enter(
        _ arriving: ArrivingEntry, of subscription: SubscriptionID, in listing: Listing
    ) throws(StoreFailure) -> EnteredRow {
        guard let number = arriving.number else { return try insert(arriving, of: subscription, in: listing) }
        return try update(number, to: arriving, of: subscription, in: listing)
    }

    /// Writes that a known entry is listed still.
    mutating func write(
        _ listed: ListedEntry, of subscription: SubscriptionID, in listing: Listing
    ) throws(StoreFailure) {
        guard let ordinal = listing.ordinal else { return }
        try database.statement(
            "UPDATE ledger SET place = ?, last_listed = ?, last_listed_at = ? WHERE number = ? AND subscription = ?"
        )
        .bind(listed.place).bind(ordinal).bind(now.seconds).bind(listed.number).bind(subscription.row).run()
        if let hash = listed.contentHash {
            try database.statement("UPDATE ledger SET hash_version = ?, content_hash = ? WHERE number = ?")
                .bind(hash.version).bind(hash.value).bind(listed.number).run()
        }
        guard !listed.newKeys.isEmpty else { return }
        let known = try database.statement("SELECT keys FROM ledger WHERE number = ?").bind(listed.number)
            .first { $0.withBytes { [EntryKey](packed: $0) } }
        guard var keys = known else { return }
        try merge(listed.newKeys, into: &keys, of: subscription.row, number: listed.number)
        try database.statement("UPDATE ledger SET keys = ? WHERE number = ?")
            .bind(keys.packed).bind(listed.number).run()
    }

    static let insertingRow = """
        INSERT INTO ledger (number, subscription, place, first_seen, first_seen_nanoseconds, first_seen_offset,
            last_listed, last_listed_at, revision, hash_version, content_hash, keys, response, changed_by)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?)
        """
}

// MARK: - Private

extension ArrivalWriter {
    private mutating func insert(
        _ arriving: ArrivingEntry, of subscription: SubscriptionID, in listing: Listing
    ) throws(StoreFailure) -> EnteredRow {
        let row = EnteredRow(number: nextNumber, revision: 0, firstSeen: now, isNew: true)
        nextNumber += 1
        var keys: [EntryKey] = []
        _ = keys.merge(arriving.keys)
        try insertRow.bind(row.number).bind(subscription.row).bind(arriving.place).bind(row.firstSeen)
            .bind(listing.ordinal ?? 0).bind(now.seconds)
            .bind(arriving.contentHash.version).bind(arriving.contentHash.value).bind(keys.packed)
            .bind(response).bind(arriving.changedBy.lines).run()
        for key in keys { self.keys.add(key, number: row.number) }
        return row
    }

    private mutating func update(
        _ number: Int64, to arriving: ArrivingEntry, of subscription: SubscriptionID, in listing: Listing
    ) throws(StoreFailure) -> EnteredRow {
        let select = try database.statement(
            """
            SELECT keys, revision, hash_version, content_hash, first_seen, first_seen_nanoseconds, first_seen_offset
            FROM ledger WHERE number = ? AND subscription = ?
            """)
        let known = try select.bind(number).bind(subscription.row).first { (row) in
            (
                keys: row.withBytes { [EntryKey](packed: $0) }, revision: row.integer(),
                hash: ContentHash(version: Int(row.integer()), value: row.hash()), firstSeen: row.timestamp()
            )
        }
        guard let known else {
            throw StoreFailure(.other, "\(database.name): subscription \(subscription.row) has no entry \(number)")
        }
        var keys = known.keys
        try merge(arriving.keys, into: &keys, of: subscription.row, number: number)
        // An entry that was held comes back as it was; a hash of another version tells nothing.
        let isRevised = known.hash.version == arriving.contentHash.version && known.hash != arriving.contentHash
        let revision = known.revision + (isRevised ? 1 : 0)
        try database.statement(
            """
            UPDATE ledger SET revision = ?, hash_version = ?, content_hash = ?, keys = ?,
                place = CASE WHEN ?5 IS NULL THEN place ELSE ?6 END,
                last_listed = coalesce(?5, last_listed),
                last_listed_at = CASE WHEN ?5 IS NULL THEN last_listed_at ELSE ?7 END,
                response = coalesce(?8, response), changed_by = ?9
            WHERE number = ?10
            """
        )
        .bind(revision).bind(arriving.contentHash.version).bind(arriving.contentHash.value).bind(keys.packed)
        .bind(listing.ordinal).bind(arriving.place).bind(now.seconds)
        .bind(response).bind(arriving.changedBy.lines).bind(number).run()
        return EnteredRow(number: number, revision: revision, firstSeen: known.firstSeen, isNew: false)
    }

    private mutating func merge(
        _ others: [EntryKey], into keys: inout [EntryKey], of subscription: Int64, number: Int64
    ) throws(StoreFailure) {
        let (added, removed) = keys.merge(others)
        for key in added where !removed.contains(key) { self.keys.add(key, number: number) }
        for key in removed where !added.contains(key) { try self.keys.delete(key, of: subscription, number: number) }
    }
}
