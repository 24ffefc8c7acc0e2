import FeedModel
import TributaryPluginKit

/// Makes an arrival out of a reading: which entries are new or revised, and what the stages before Arrive say of them.
struct ArrivalMaker: Sendable {
    let store: any Store
    let clock: any WallClock
    /// What is taken out of what stages say of their failures.
    let secrets: Secrets
    let report: @Sendable (Diagnostic) -> Void

    /// What a decoded feed brings.
    ///
    /// - Parameter stages: those that run before Arrive: the subscription's, then the first top-level ones.
    func arrival(
        of decoded: consuming DecodedFeed, from planned: PlannedSubscription, state: RosterState.Subscription,
        stages: [PlannedStage]
    ) async throws(StoreFailure) -> Arrival {
        var entries = decoded.feed.entries
        decoded.feed.entries = []
        let reading: Arrival.Reading =
            decoded.isTruncated ? .partial(decoded.feed) : .whole(decoded.feed, decoded.validators)
        var arrival = Arrival(subscription: state.id, reading: reading)
        let fingerprints = EntryFingerprint.all(of: entries)
        let ledger =
            try await state.readings == 0
            ? LedgerMatches()
            : store.ledger(
                of: state.id, matching: fingerprints.flatMap { $0.keys(usableID: true) }.filter(\.kind.isSought))
        let identities = DocumentIdentities(fingerprints, in: ledger, isTruncated: decoded.isTruncated)
        arrival.unusableIDs = identities.newlyUnusableIDs
        var candidates: [ArrivalCandidate] = []
        let origin = FeedReference(
            id: planned.subscription.key, title: planned.subscription.name ?? decoded.feed.title,
            homePageURL: decoded.feed.homePageURL)
        let now = clock.now
        for place in entries.indices {
            let fingerprint = fingerprints[place]
            let keys = identities.keys(at: place)
            var known = TributaryExtension(feed: origin, firstSeen: now)
            var isRevision = false
            switch identities.matches[place] {
            case .repetition: continue
            case .new: break
            case .known(let row):
                let isRevised =
                    row.contentHash.version == fingerprint.content.version && row.contentHash != fingerprint.content
                guard isRevised, planned.onUpdate != .ignore else {
                    let known = Set(row.keys)
                    arrival.listed.append(
                        ListedEntry(
                            number: row.number, place: place, newKeys: keys.filter { !known.contains($0) },
                            contentHash: row.contentHash == fingerprint.content ? nil : fingerprint.content))
                    continue
                }
                known.firstSeen = row.firstSeen
                known.number = row.number
                isRevision = row.wasKept
            }
            // Taken out of its place: a copy would count all of its texts once more.
            var entry = Entry(id: "")
            swap(&entry, &entries[place])
            candidates.append(
                ArrivalCandidate(
                    Self.prepared(
                        consume entry, from: planned, known: known, language: decoded.feed.language,
                        authors: decoded.feed.authors),
                    place: place, keys: keys, fingerprint: fingerprint, isRevision: isRevision))
        }
        await stage(candidates, of: planned, by: stages, into: &arrival)
        return arrival
    }

    /// What was held before Arrive, staged as if the feed had just brought it.
    func arrival(
        of held: [ArrivingEntry], from planned: PlannedSubscription, id: SubscriptionID, stages: [PlannedStage]
    ) async -> Arrival {
        var arrival = Arrival(subscription: id, reading: .held)
        await stage(held.compactMap(ArrivalCandidate.init(held:)), of: planned, by: stages, into: &arrival)
        return arrival
    }
}

// MARK: - Private

extension ArrivalMaker {
    private func stage(
        _ candidates: [ArrivalCandidate], of planned: PlannedSubscription, by stages: [PlannedStage],
        into arrival: inout Arrival
    ) async {
        guard !stages.isEmpty else {
            arrival.entries = candidates.map { $0.arriving(.kept($0.entry), onUpdate: planned.onUpdate) }
            return
        }
        guard !candidates.isEmpty else { return }
        var flow = ArrivalFlow(
            candidates, of: planned, subscription: arrival.subscription, store: store, clock: clock, secrets: secrets,
            report: report)
        await flow.run(stages)
        arrival.entries = flow.arriving
        arrival.memories = flow.kept
    }

    /// The entry with what it takes from its feed and its subscription.
    static func prepared(
        _ entry: consuming Entry, from planned: PlannedSubscription, known: TributaryExtension, language: String?,
        authors: [Author]
    ) -> Entry {
        if entry.authors.isEmpty { entry.authors = authors }
        if entry.language == nil { entry.language = language }
        for tag in planned.subscription.tags where !entry.tags.contains(tag) { entry.tags.append(tag) }
        entry.tributary = known
        return entry
    }
}
