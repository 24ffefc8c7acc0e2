package import TributaryPluginKit

/// One element of `feeds`, ready to be read.
package struct PlannedSubscription: Sendable {
    /// What is read; its key names it in the store.
    package var subscription: Subscription
    /// Keys that it had earlier: what the store has under one of them is its own.
    package var earlierKeys: [String]
    /// Where it stands in the configuration.
    package var path: ConfigurationPath
    /// The adapter that it names; nil lets the document be recognised.
    package var adapter: (any FeedAdapter)?
    /// Its stages in order, those of `defaults` first.
    package var stages: [PlannedStage]
    /// How many seconds lie between two readings; nil leaves it to the source.
    package var every: Int64?
    /// What becomes of an entry that has changed.
    package var onUpdate: RevisionPolicy
    /// What the cache keeps of it; nil where the cache's own rule holds.
    package var retention: RetentionOverride
    /// Whether it is read at all.
    package var isEnabled: Bool

    /// A subscription with an adapter and everything else left open.
    package init(
        _ subscription: Subscription, earlierKeys: [String] = [], path: ConfigurationPath = ConfigurationPath(),
        adapter: (any FeedAdapter)? = nil, stages: [PlannedStage] = [], every: Int64? = nil,
        onUpdate: RevisionPolicy = .replace, retention: RetentionOverride = RetentionOverride(), isEnabled: Bool = true
    ) {
        self.subscription = subscription
        self.earlierKeys = earlierKeys
        self.path = path
        self.adapter = adapter
        self.stages = stages
        self.every = every
        self.onUpdate = onUpdate
        self.retention = retention
        self.isEnabled = isEnabled
    }
}

extension PlannedSubscription {
    /// Whether a user who writes this means the subscription: its key, its name, or its address as the configuration has it.
    package func isNamed(_ text: String) -> Bool {
        let key = subscription.key
        return key == text || subscription.name == text || subscription.writtenLocation == text
            || key == SubscriptionKey.normalized(text)
    }
}

extension PlannedSubscription: CustomStringConvertible {
    /// What messages call the subscription; nothing that may be a secret.
    package var description: String { "\(path): \(subscription.displayName)" }
}

/// What becomes of an entry that has changed at its source (`on_update`).
package enum RevisionPolicy: String, Sendable, CaseIterable, Decodable {
    /// It replaces the earlier one in the cache and on pages.
    case replace
    /// It is delivered to every sink again.
    case redeliver
    /// It changes nothing.
    case ignore
}

/// What a subscription says of how long the cache keeps its entries; what is nil, the cache decides.
package struct RetentionOverride: Sendable, Hashable {
    /// In seconds since the last reading that listed the entry.
    package var keepFor: Int64?
    /// The newest entries of the subscription.
    package var keepCount: Int?

    /// By default the cache decides.
    package init(keepFor: Int64? = nil, keepCount: Int? = nil) {
        self.keepFor = keepFor
        self.keepCount = keepCount
    }
}
