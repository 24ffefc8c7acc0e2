package import FeedModel
package import TributaryEngine
package import TributaryPluginKit

extension SQLiteStore {
    package func prune(
        _ retention: [SubscriptionID: Retention], at now: Timestamp
    ) throws(StoreFailure) {
        try database.transaction { () throws(StoreFailure) in
            let pruner = Pruner(database: database, now: now)
            for (subscription, retention) in retention {
                let keepsUnread = retention.keepsUnread
                if let seconds = retention.keepFor {
                    try pruner.letGo(of: subscription, unlistedFor: seconds, keepingUnread: keepsUnread)
                }
                if let count = retention.keepCount {
                    try pruner.letGo(of: subscription, beyond: count, keepingUnread: keepsUnread)
                }
            }
            try pruner.keepHouse()
        }
    }
}
