import FeedModel
import TributaryEngine

/// Lets go of what retention does not keep and of what has outlived its use, inside one transaction.
struct Pruner {
    let database: Connection
    let now: Timestamp

    private static let day: Int64 = 86_400
    private static let year = 366 * day

    /// Takes entries out of the cache that no reading has listed for so many seconds.
    ///
    /// A reading that brought "nothing has changed" listed what the one before it did.
    ///
    /// - Returns: how many.
    func letGo(
        of subscription: SubscriptionID, unlistedFor seconds: Int64, keepingUnread keepsUnread: Bool
    ) throws(StoreFailure) -> Int {
        let end = now.adding(seconds: -seconds).seconds
        let unlisted = try database.statement(
            """
            SELECT l.number FROM ledger AS l INDEXED BY cached_longest_unlisted
                CROSS JOIN subscription AS s ON s.id = l.subscription
            WHERE l.subscription = ?1 AND l.cached_at IS NOT NULL AND l.last_listed_at < ?2
                AND (l.last_listed <> s.readings OR s.read_at < ?2)
                AND l.starred_at IS NULL AND (l.read_at IS NOT NULL OR NOT ?3)
            """)
        return try letGo(try unlisted.bind(subscription.row).bind(end).bind(keepsUnread).all { $0.integer() })
    }

    /// Takes entries out of the cache but for the newest.
    ///
    /// - Returns: how many.
    func letGo(
        of subscription: SubscriptionID, beyond count: Int, keepingUnread keepsUnread: Bool
    ) throws(StoreFailure) -> Int {
        let oldest = try database.statement(
            """
            SELECT number, starred_at IS NOT NULL OR (read_at IS NULL AND ?) FROM ledger
                INDEXED BY cached_newest_of_subscription
            WHERE subscription = ? AND cached_at IS NOT NULL
            ORDER BY sort_seconds DESC, sort_nanoseconds DESC, place, number LIMIT -1 OFFSET ?
            """)
        let rows = try oldest.bind(keepsUnread).bind(subscription.row).bind(max(0, count))
            .all { (row) in (number: row.integer(), stays: row.bool()) }
        return try letGo(rows.filter { !$0.stays }.map(\.number))
    }

    /// Once a day: forgets what stages remembered over a year ago, holds that are over, and subscriptions that left over a year ago, as far as
    /// nothing of theirs is cached, on its way or owed.
    func keepHouse() throws(StoreFailure) {
        let isDue = try database.statement(
            "UPDATE state SET value = ?1 WHERE name = 'kept house' AND abs(?1 - value) >= ?2 RETURNING 1"
        )
        .bind(now.seconds).bind(Self.day).first { $0.bool() }
        guard isDue == true else { return }
        let lastYear = now.adding(seconds: -Self.year).seconds
        try database.statement("DELETE FROM memory WHERE at < ?").bind(lastYear).run()
        try database.statement("DELETE FROM site_hold WHERE until < ?").bind(now.seconds).run()
        let left = try database.statement("SELECT id FROM subscription WHERE left_at < ?").bind(lastYear)
            .all { $0.integer() }
        for subscription in left { try forget(subscription) }
    }
}

// MARK: - Private

extension Pruner {
    private func letGo(_ numbers: [Int64]) throws(StoreFailure) -> Int {
        let bodies = BodyKeeper(database)
        // Upwards, as the search index wants its rows.
        for number in numbers.sorted() {
            try database.statement("UPDATE ledger SET cached_at = NULL WHERE number = ?").bind(number).run()
            try bodies.release(number)
        }
        return numbers.count
    }

    private func forget(_ subscription: Int64) throws(StoreFailure) {
        let numbers = try database.statement(
            """
            SELECT number FROM ledger WHERE subscription = ? AND cached_at IS NULL
                AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.number = ledger.number)
                AND NOT EXISTS (SELECT 1 FROM arrived WHERE arrived.number = ledger.number)
            """
        )
        .bind(subscription).all { $0.integer() }
        for number in numbers { try forgetEntry(number, of: subscription) }
        let hasEntries = try database.statement("SELECT 1 FROM ledger WHERE subscription = ? LIMIT 1")
            .bind(subscription).first { $0.bool() }
        guard hasEntries == nil else { return }
        for statement in [
            "DELETE FROM response WHERE subscription = ?", "DELETE FROM ledger_key WHERE subscription = ?",
            "DELETE FROM contact WHERE subscription = ?",
            "DELETE FROM subscription WHERE id = ?",
        ] {
            try database.statement(statement).bind(subscription).run()
        }
    }

    private func forgetEntry(_ number: Int64, of subscription: Int64) throws(StoreFailure) {
        let keys = try database.statement("SELECT keys FROM ledger WHERE number = ?").bind(number)
            .first { $0.withBytes { [EntryKey](packed: $0) } }
        for key in keys ?? [] {
            try database.statement(
                "DELETE FROM ledger_key WHERE subscription = ? AND kind = ? AND hash = ? AND number = ?"
            )
            .bind(subscription).bind(Int(key.kind.rawValue)).bind(key.hash).bind(number).run()
        }
        for table in ["held", "verdict", "receipt", "revision", "publication", "ledger"] {
            try database.statement("DELETE FROM \(table) WHERE number = ?").bind(number).run()
        }
    }
}
