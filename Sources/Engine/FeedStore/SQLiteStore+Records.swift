import FeedModel
package import TributaryEngine

extension SQLiteStore {
    package func subscriptionRecords() throws(StoreFailure) -> [String: SubscriptionRecord] {
        let query = try database.statement(
            """
            SELECT s.key, s.title, s.home_page_url, s.read_at, s.failed_at, s.failure, coalesce(c.count, 0)
            FROM subscription AS s LEFT JOIN (
                SELECT subscription, count(*) AS count FROM ledger INDEXED BY cached_newest_of_subscription
                WHERE cached_at IS NOT NULL GROUP BY subscription
            ) AS c ON c.subscription = s.id
            """)
        var records: [String: SubscriptionRecord] = [:]
        try query.forEach { (row) throws(StoreFailure) in
            let key = row.text()
            var record = SubscriptionRecord(title: row.optionalText(), homePageURL: row.optionalText())
            record.lastRead = row.optionalInteger().map { Timestamp(seconds: $0) }
            let failedAt = row.optionalInteger().map { Timestamp(seconds: $0) }
            let reason = row.optionalText()
            record.failure = failedAt.map { SubscriptionRecord.Failure(date: $0, reason: reason ?? "") }
            record.cachedCount = Int(row.integer())
            records[key] = record
        }
        return records
    }
}
