package import FeedModel
import TributaryPluginKit

/// What the store knows of asking for subscriptions: what `plan` and `feeds --health` show.
package struct FetchRecords: Sendable {
    /// What is known of one subscription.
    package struct Record: Sendable {
        /// What is known of the requests.
        package var fetch: FetchState
        /// When it was last read with success.
        package var lastRead: Timestamp?
        /// Why the last reading failed; nil where it went well.
        package var failure: String?

        /// A record of a subscription.
        package init(fetch: FetchState, lastRead: Timestamp?, failure: String?) {
            self.fetch = fetch
            self.lastRead = lastRead
            self.failure = failure
        }
    }

    /// By key, every subscription that was ever in a configuration.
    package var subscriptions: [String: Record]
    /// By site, until when it is left alone, in seconds since 1970.
    package var siteHolds: [String: Int64]

    /// Records of nothing yet.
    package init(subscriptions: [String: Record] = [:], siteHolds: [String: Int64] = [:]) {
        self.subscriptions = subscriptions
        self.siteHolds = siteHolds
    }

    /// What is known of a planned subscription, under its key or an earlier one.
    package func record(of planned: PlannedSubscription) -> Record? {
        ([planned.subscription.key] + planned.earlierKeys).lazy.compactMap { subscriptions[$0] }.first
    }
}
