import FeedModel
package import TributaryEngine
import TributaryPluginKit

extension SQLiteStore {
    package func hold(_ sites: [String: Int64]) throws(StoreFailure) {
        guard !sites.isEmpty else { return }
        try database.transaction { () throws(StoreFailure) in
            let insert = try database.statement(
                """
                INSERT INTO site_hold (site, until) VALUES (?, ?)
                ON CONFLICT (site) DO UPDATE SET until =
                    CASE WHEN until - excluded.until > \(RetryAfter.longest) THEN excluded.until
                    ELSE max(until, excluded.until) END
                """)
            for (site, until) in sites { try insert.bind(site).bind(until).run() }
        }
    }

    /// Writes down that servers want an address left alone for a while.
    ///
    /// - Parameter holds: what is known of the requests for a subscription, by its key and its earlier ones; of one that no
    ///   run has had yet, this is the first thing that is known.
    package func hold(_ holds: [(keys: [String], state: FetchState)]) throws(StoreFailure) {
        guard !holds.isEmpty else { return }
        try database.transaction { () throws(StoreFailure) in
            let find = try database.statement("SELECT id FROM subscription WHERE key = ?")
            for (keys, state) in holds {
                var known: Int64?
                for key in keys where known == nil { known = try find.bind(key).first { $0.integer() } }
                if known == nil, let key = keys.first {
                    try database.statement("INSERT INTO subscription (key, first_key) VALUES (?1, ?1)").bind(key).run()
                    known = database.lastRowID
                }
                if let known { try database.record(state, of: SubscriptionID(row: known)) }
            }
        }
    }

    package func fetchRecords() throws(StoreFailure) -> FetchRecords {
        var records = FetchRecords(siteHolds: try siteHolds())
        let query = try database.statement(
            """
            SELECT key, read_at, failure, \(FetchState.columns)
            FROM subscription LEFT JOIN schedule ON subscription = id
            """)
        try query.forEach { (row) throws(StoreFailure) in
            let key = row.text()
            let lastRead = row.optionalInteger().map { Timestamp(seconds: $0) }
            let failure = row.optionalText()
            records.subscriptions[key] = FetchRecords.Record(
                fetch: row.fetchState(), lastRead: lastRead, failure: failure)
        }
        return records
    }

    package func resumeFetching(_ key: String) throws(StoreFailure) -> Bool {
        try database.transaction { () throws(StoreFailure) in
            let id = try database.statement("SELECT id FROM subscription WHERE key = ?").bind(key)
                .first { $0.integer() }
            guard let id else { return false }
            try database.statement(
                """
                UPDATE schedule SET asked_at = NULL, retry_at = NULL, is_gone = 0, failures = 0, failing_since = NULL,
                    is_failure_named = 0, was_cut_off = 0
                WHERE subscription = ?
                """
            ).bind(id).run()
            return true
        }
    }

    /// By site, until when it is left alone.
    func siteHolds() throws(StoreFailure) -> [String: Int64] {
        var holds: [String: Int64] = [:]
        try database.statement("SELECT site, until FROM site_hold").forEach { (row) throws(StoreFailure) in
            holds[row.text()] = row.integer()
        }
        return holds
    }
}

extension Connection {
    /// Writes what is known of the requests for a subscription.
    func record(_ state: FetchState, of subscription: SubscriptionID) throws(StoreFailure) {
        try statement(
            """
            INSERT OR REPLACE INTO schedule (subscription, \(FetchState.columns))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ).bind(subscription.row).bind(state).run()
    }
}
