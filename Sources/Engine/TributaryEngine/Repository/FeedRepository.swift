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

    /// Reads a subscription as a run wants it, and says what was said on the way.
    func answer(to request: ReadingRequest) async -> RepositoryAnswer
}

extension FeedRepository {
    /// The plain reading, for a repository that asks no server.
    package func answer(to request: ReadingRequest) async -> RepositoryAnswer {
        do throws(ReadFailure) {
            return RepositoryAnswer(.success(try await reading(of: request.planned, since: request.last)))
        } catch {
            return RepositoryAnswer(.failure(error))
        }
    }
}

/// How a run wants a subscription read.
package struct ReadingRequest: Sendable {
    /// The subscription.
    package var planned: PlannedSubscription
    /// What the last successful reading left; nil at the first.
    package var last: Validators?
    /// The address to ask instead of the subscription's own.
    package var movedTo: String?
    /// Sees every request before it is sent.
    package var watch: (any RequestWatch)?

    /// A request for a subscription.
    package init(
        _ planned: PlannedSubscription, since last: Validators?, movedTo: String? = nil,
        watch: (any RequestWatch)? = nil
    ) {
        self.planned = planned
        self.last = last
        self.movedTo = movedTo
        self.watch = watch
    }
}

/// What came of a reading, and what was said over HTTP.
package struct RepositoryAnswer: Sendable {
    /// What was read, or why nothing was.
    package var reading: Result<RepositoryReading, ReadFailure>
    /// What was said over HTTP; nil where nothing was.
    package var exchange: Exchange?

    /// An answer from its parts.
    package init(_ reading: Result<RepositoryReading, ReadFailure>, exchange: Exchange? = nil) {
        self.reading = reading
        self.exchange = exchange
    }
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
    /// The document that it was decoded from; nil where an adapter brings feeds only.
    package var document: Document?

    /// A decoded feed.
    package init(
        feed: Feed, validators: Validators, isTruncated: Bool = false, diagnostics: [Diagnostic] = [],
        document: Document? = nil
    ) {
        self.feed = feed
        self.validators = validators
        self.isTruncated = isTruncated
        self.diagnostics = diagnostics
        self.document = document
    }
}
