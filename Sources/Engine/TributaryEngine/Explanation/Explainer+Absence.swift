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
            guard isOfSite(planned, record, of: url) else { continue }
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
        return AbsenceExplanation.LastDocument(
            date: response.date, count: feed.entries.count,
            oldest: feed.entries.compactMap { $0.datePublished ?? $0.dateModified }.min(),
            hasAddress: !feed.entries.named(url).isEmpty)
    }

    /// The keys of the entries at an address, however that is spelled, in the last documents of the subscriptions of its
    /// site.
    func keysInLastDocuments(ofEntriesAt url: String) async throws(StoreFailure) -> [EntryKey] {
        guard let scheme = URLText.scheme(of: url), ["http", "https"].contains(scheme) else { return [] }
        let records = try await store.subscriptionRecords()
        let ids = try await store.subscriptionIDs()
        var keys: [EntryKey] = []
        for planned in plan.subscriptions where isOfSite(planned, records[planned.subscription.key], of: url) {
            guard let id = ids[planned.subscription.key], let response = try await store.lastResponse(of: id),
                let (feed, _) = await reader.feed(in: response, of: planned)
            else { continue }
            for entry in feed.entries.named(url) {
                // A title may be another entry's too.
                keys += EntryFingerprint(of: entry).keys(usableID: true).filter { [.id, .url].contains($0.kind) }
            }
        }
        return keys
    }

    private func isOfSite(_ planned: PlannedSubscription, _ record: SubscriptionRecord?, of url: String) -> Bool {
        [planned.subscription.location, record?.homePageURL].compactMap(\.self).contains { Site.isSame($0, url) }
    }
}

extension [Entry] {
    /// The entries that an id or an address names: exactly so, or else by another spelling of the address.
    fileprivate func named(_ name: String) -> [Entry] {
        for isSame in ComparableURL.likenesses(to: name) {
            let found = filter { isSame($0.id) || $0.url.map(isSame) == true }
            if !found.isEmpty { return found }
        }
        return []
    }
}
