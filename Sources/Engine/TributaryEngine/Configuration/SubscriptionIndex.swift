import FeedText
import TributaryPluginKit

/// Which subscriptions there are, by everything that names one: a feed that is in here is not added again.
package struct SubscriptionIndex: Sendable {
    /// By key, earlier key and address, the place in the plan; new ones have places behind it.
    private var places: [String: Int] = [:]
    private let plan: Plan
    private var count: Int

    /// The subscriptions of a plan.
    package init(_ plan: Plan) {
        self.plan = plan
        count = plan.subscriptions.count
        for (place, planned) in plan.subscriptions.enumerated() {
            let subscription = planned.subscription
            let address = subscription.location.map(Self.compared)
            for name in [subscription.key] + planned.earlierKeys + [address].compactMap(\.self) {
                places[name] = places[name] ?? place
            }
        }
    }

    /// The subscription of the plan that is the same as one to add; nil where there is none.
    package func subscription(like feed: ConfigurationEditor.NewFeed) -> PlannedSubscription? {
        place(of: feed).flatMap { plan.subscriptions.indices.contains($0) ? plan.subscriptions[$0] : nil }
    }

    /// Notes one to add; false where there is one already.
    package mutating func insert(_ feed: ConfigurationEditor.NewFeed) -> Bool {
        guard place(of: feed) == nil else { return false }
        for name in names(of: feed) { places[name] = count }
        count += 1
        return true
    }

    /// An address without what makes no difference to a server: its fragment and dot segments.
    private static func compared(_ address: String) -> String {
        guard URLText.isAbsolute(address), var parts = URLParts(address) else { return address }
        parts.fragment = nil
        if parts.path.isEmpty { parts.path = "/" }
        return SubscriptionKey.normalized(parts.text)
    }

    private func place(of feed: ConfigurationEditor.NewFeed) -> Int? {
        names(of: feed).lazy.compactMap { places[$0] }.first
    }

    private func names(of feed: ConfigurationEditor.NewFeed) -> [String] {
        let address = Self.compared(Location.resolved(feed.url, in: plan.baseFolder))
        return [feed.id ?? SubscriptionKey.normalized(feed.url), address]
    }
}
