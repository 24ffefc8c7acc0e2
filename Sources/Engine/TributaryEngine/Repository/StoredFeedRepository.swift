package import FeedModel
package import TributaryPluginKit

/// Reads subscriptions out of the store: what `list` shows, and what is there when the source cannot be reached.
package struct StoredFeedRepository: FeedRepository {
    private let store: any Store

    /// A repository over a store.
    package init(_ store: any Store) {
        self.store = store
    }

    package func reading(
        of planned: PlannedSubscription, since last: Validators?
    ) async throws(ReadFailure) -> RepositoryReading {
        do throws(StoreFailure) {
            guard let stored = try await store.storedFeed(of: planned.subscription.key) else {
                throw StoreFailure(.other, "never read")
            }
            var feed = stored.feed
            feed.entries = try await store.cachedEntries(matching: ArchiveQuery(subscriptions: [stored.id]))
            return .feed(DecodedFeed(feed: feed, validators: last ?? Validators()))
        } catch {
            throw ReadFailure(.unavailable, error.message)
        }
    }

    /// Cached entries, newest first: of some subscriptions, or of all that are known.
    package func entries(matching query: ArchiveQuery) async throws(StoreFailure) -> [Entry] {
        try await store.cachedEntries(matching: query)
    }

    /// What is cached of a subscription, in short.
    package func holdings(of subscription: SubscriptionID?) async throws(StoreFailure) -> Holdings {
        try await store.holdings(of: subscription)
    }
}
