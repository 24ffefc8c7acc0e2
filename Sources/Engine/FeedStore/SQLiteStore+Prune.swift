package import FeedModel
package import TributaryEngine
package import TributaryPluginKit

extension SQLiteStore {
    @discardableResult
    package func prune(
        _ retention: [SubscriptionID: Retention], at now: Timestamp
    ) throws(StoreFailure) -> Int {
        try transaction { () throws(StoreFailure) in
            let pruner = Pruner(database: database, now: now)
            var gone = 0
            for (subscription, retention) in retention {
                let keepsUnread = retention.keepsUnread
                if let seconds = retention.keepFor {
                    gone += try pruner.letGo(of: subscription, unlistedFor: seconds, keepingUnread: keepsUnread)
                }
                if let count = retention.keepCount {
                    gone += try pruner.letGo(of: subscription, beyond: count, keepingUnread: keepsUnread)
                }
            }
            try pruner.keepHouse()
            return gone
        }
    }
}
