import FeedJSON
package import FeedModel
package import TributaryEngine
package import TributaryPluginKit

extension SQLiteStore {
    package func cachedHeads(
        of subscription: SubscriptionID, limit: Int?
    ) throws(StoreFailure) -> [EntryHead] {
        let query = try CacheQuery(
            ArchiveQuery(subscriptions: [subscription], limit: limit), columns: EntryReader.headColumns, in: database)
        var reader = EntryReader(database)
        return try query.rows(in: database) { (row) throws(StoreFailure) in try reader.head(from: &row).head }
    }

    package func cachedEntries(matching query: ArchiveQuery) throws(StoreFailure) -> [Entry] {
        let query = try CacheQuery(query, columns: EntryReader.entryColumns, in: database)
        var reader = EntryReader(database)
        return try query.rows(in: database) { (row) throws(StoreFailure) in try reader.entry(from: &row).entry }
    }

    package func holdings(of subscription: SubscriptionID?) throws(StoreFailure) -> Holdings {
        let condition = subscription == nil ? "" : " AND subscription = ?"
        let count = try database.statement(
            """
            SELECT count(*) FROM ledger INDEXED BY cached_newest_of_subscription
            WHERE cached_at IS NOT NULL\(condition)
            """)
        let newest = try database.statement(
            """
            SELECT sort_seconds, sort_nanoseconds, 0 FROM ledger WHERE cached_at IS NOT NULL\(condition)
            ORDER BY sort_seconds DESC, sort_nanoseconds DESC LIMIT 1
            """)
        if let subscription {
            count.bind(subscription.row)
            newest.bind(subscription.row)
        }
        return Holdings(
            count: Int(try count.first { $0.integer() } ?? 0), newest: try newest.first { $0.timestamp() })
    }

    package func storedFeed(of key: String) throws(StoreFailure) -> (id: SubscriptionID, feed: Feed)? {
        let query = try database.statement(
            "SELECT id, feed FROM subscription WHERE key = ? AND feed IS NOT NULL")
        return try query.bind(key).first { (row) throws(StoreFailure) in
            let id = SubscriptionID(row: row.integer())
            let bytes = row.bytes()
            do throws(JSONSyntaxError) {
                return (id, try Feed(json: bytes))
            } catch {
                throw StoreFailure(
                    .corrupt,
                    "\(database.name): what is stored of the feed \(key) is damaged (\(error.message)); run again "
                        + "with --force")
            }
        }
    }
}
