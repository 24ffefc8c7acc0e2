package import FeedModel
package import TributaryPluginKit

/// What the aggregator asks for a subscription's feed, wherever it comes from.
package protocol FeedRepository: Sendable {
    /// Reads a subscription.
    ///
    /// - Parameter last: what the last successful reading left; nil at the first.
    func reading(
        of subscription: PlannedSubscription, since last: Validators?
    ) async throws(ReadFailure) -> RepositoryReading
}

/// What a repository has read: never a document, always decoded.
package enum RepositoryReading: Sendable {
    /// The feed with its entries, what to ask with next time, and what was odd about it.
    case feed(DecodedFeed)
    /// Nothing has changed; validators that are new all the same.
    case unchanged(Validators?)
    /// The source says that it is gone for good.
    case gone
}

/// A feed as a repository has decoded it.
package struct DecodedFeed: Sendable {
    /// The feed with its entries.
    package var feed: Feed
    /// What to ask with next time.
    package var validators: Validators
    /// Whether the document broke off, so that what is not in it does not count as gone.
    package var isTruncated: Bool
    /// What was odd or repaired.
    package var diagnostics: [Diagnostic]

    /// A decoded feed.
    package init(feed: Feed, validators: Validators, isTruncated: Bool = false, diagnostics: [Diagnostic] = []) {
        self.feed = feed
        self.validators = validators
        self.isTruncated = isTruncated
        self.diagnostics = diagnostics
    }
}
