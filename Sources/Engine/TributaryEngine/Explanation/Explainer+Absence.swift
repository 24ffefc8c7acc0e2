import FeedModel
import FeedText
import TributaryPluginKit

extension Explainer {
    /// Why an address never came.
    package func absence(of url: String) async throws(StoreFailure) -> AbsenceExplanation {
        let records = try await store.subscriptionRecords()
        let ids = try await store.subscriptionIDs()
        var candidates: [AbsenceExplanation.Candidate] = []
        for planned in plan.subscriptions {
            let record = records[planned.subscription.key]
            let addresses = [planned.subscription.location, record?.homePageURL].compactMap(\.self)
            guard addresses.contains(where: { Site.isSame($0, url) }) else { continue }
            var candidate = AbsenceExplanation.Candidate(
                name: planned.subscription.name ?? record?.title ?? planned.subscription.displayName,
                place: places.place(of: planned.path), isEnabled: planned.isEnabled, lastRead: record?.lastRead,
                failure: record?.failure)
            if let id = ids[planned.subscription.key] {
                candidate.document = try await lastDocument(of: id, planned, looking: url)
            }
            candidates.append(candidate)
        }
        return AbsenceExplanation(url: url, candidates: candidates)
    }

    private func lastDocument(
        of id: SubscriptionID, _ planned: PlannedSubscription, looking url: String
    ) async throws(StoreFailure) -> AbsenceExplanation.LastDocument? {
        guard let response = try await store.lastResponse(of: id),
            let (feed, _) = await reader.feed(in: response, of: planned)
        else { return nil }
        let wanted = Set(EntryFingerprint.keys(named: url))
        return AbsenceExplanation.LastDocument(
            date: response.date, count: feed.entries.count,
            oldest: feed.entries.compactMap { $0.datePublished ?? $0.dateModified }.min(),
            hasAddress: feed.entries.contains { entry in
                EntryFingerprint(of: entry).keys(usableID: true).contains(where: wanted.contains)
            })
    }
}
