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
                if let seconds = retention.keepFor { try pruner.letGo(of: subscription, unlistedFor: seconds) }
                if let count = retention.keepCount { try pruner.letGo(of: subscription, beyond: count) }
            }
            try pruner.keepHouse()
        }
    }
}
