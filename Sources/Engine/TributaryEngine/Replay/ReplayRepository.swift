import FeedModel
import TributaryPluginKit

/// Reads subscriptions out of kept documents, as they were in one run.
struct ReplayRepository: FeedRepository {
    private let responses: [String: RecordedResponse]
    private let reader: KeptDocumentReader
    private let titles: ReplayTitles

    init(_ responses: [RecordedResponse], reader: KeptDocumentReader, titles: ReplayTitles) {
        self.responses = Dictionary(responses.map { ($0.subscription, $0) }) { $1 }
        self.reader = reader
        self.titles = titles
    }

    func reading(
        of planned: PlannedSubscription, since last: Validators?
    ) async throws(ReadFailure) -> RepositoryReading {
        guard let key = planned.keys.first(where: { responses[$0] != nil }), let response = responses[key],
            let (feed, isTruncated) = await reader.feed(in: response, of: planned)
        else { return .unchanged(nil) }
        titles.note(feed.entries, of: planned.subscription.key)
        return .feed(
            DecodedFeed(feed: feed, validators: Validators(url: response.record.location), isTruncated: isTruncated))
    }
}

extension PlannedSubscription {
    /// The key, and earlier ones.
    var keys: [String] { [subscription.key] + earlierKeys }
}
