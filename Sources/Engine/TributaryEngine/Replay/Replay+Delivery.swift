import EntryConditions
package import FeedModel
import TributaryPluginKit

extension Replay {
    /// Routes what the replay has kept to sinks that never had it, as a run does: the next run delivers it.
    ///
    /// Takes the run lock of the store; a sink's `where` counts, its `first_fetch` does not.
    ///
    /// - Parameter sinks: the keys of the sinks that are meant; nil for all.
    /// - Returns: by key, how many deliveries each sink is owed now that it was not.
    package func deliver(
        _ report: ReplayReport, to sinks: Set<String>?, at now: Timestamp, patience: Int = 10
    ) async throws(StoreFailure) -> [String: Int] {
        try await store.lockRuns(waiting: patience)
        do throws(StoreFailure) {
            let counts = try await deliverLocked(report, to: plan.sinks.filter { sinks?.contains($0.key) ?? true }, now)
            await store.unlockRuns()
            return counts
        } catch {
            await store.unlockRuns()
            throw error
        }
    }
}

// MARK: - Private

extension Replay {
    /// An entry and the sinks that get it.
    private struct Redelivery {
        var outcome: ReplayReport.Outcome
        var entry: Entry
        var history: EntryHistory?
        var sinks: [PlannedSink]
    }

    private func deliverLocked(
        _ report: ReplayReport, to sinks: [PlannedSink], _ now: Timestamp
    ) async throws(StoreFailure) -> [String: Int] {
        let roster = try await store.begin(plan.roster, at: now)
        var redeliveries: [Redelivery] = []
        for outcome in report.outcomes where outcome.would == .kept {
            guard let entry = try await entry(outcome) else { continue }
            var history: EntryHistory?
            if let number = outcome.number { history = try await store.history(of: number) }
            // What is on its way is routed by the next run.
            guard history?.isOnItsWay != true else { continue }
            let takers = sinks.filter { Self.wants($0, entry, history, now) }
            if !takers.isEmpty {
                redeliveries.append(Redelivery(outcome: outcome, entry: entry, history: history, sinks: takers))
            }
        }
        guard !redeliveries.isEmpty else { return [:] }
        let numbers = try await bringBack(redeliveries, roster, now)
        var routing = Routing()
        var counts: [String: Int] = [:]
        for (redelivery, number) in zip(redeliveries, numbers) {
            if redelivery.history?.entry == nil { routing.kept.append(number) }
            for sink in redelivery.sinks {
                guard let state = roster.sinks[sink.key] else { continue }
                counts[sink.key, default: 0] += 1
                if case .archive = sink.plugin {
                    routing.cached.append(number)
                } else {
                    routing.deliveries.append(Routing.Planned(number: number, sink: state.id))
                }
            }
        }
        routing.contacts = contacts(of: redeliveries, roster)
        try await store.route(routing, at: now)
        return counts
    }

    private static func wants(
        _ sink: PlannedSink, _ entry: Entry, _ history: EntryHistory?, _ now: Timestamp
    ) -> Bool {
        let reception = history?.receptions.first { $0.sink == sink.key }
        if case .archive = sink.plugin {
            // What retention has let go stays away; what a stage dropped, the cache never had.
            guard history?.cachedAt == nil else { return false }
            let wasDropped = history?.wasStopped ?? false
            guard history?.keptRevision == nil || wasDropped || reception?.contact == nil else { return false }
        } else if let reception, reception.state != .none {
            return false
        }
        // A condition that cannot be decided loses nothing.
        guard let condition = sink.condition, let holds = try? condition.evaluate(entry, now: now) else { return true }
        return holds
    }

    /// Has entries whose text the store does not have any more arrive again.
    ///
    /// - Returns: the numbers of all.
    private func bringBack(
        _ redeliveries: [Redelivery], _ roster: RosterState, _ now: Timestamp
    ) async throws(StoreFailure) -> [Int64] {
        var numbers = redeliveries.map { $0.history?.number ?? 0 }
        for index in redeliveries.indices where redeliveries[index].history?.entry == nil {
            let redelivery = redeliveries[index]
            guard let replayed = try await copy.history(of: redelivery.outcome.replayed),
                let id = roster.subscriptions[replayed.subscription]?.id
            else { continue }
            var entry = redelivery.entry
            let known = try await store.ledger(of: id, matching: replayed.keys).rows
                .first { $0.number == redelivery.history?.number }
            let fingerprint = EntryFingerprint(of: entry)
            entry.tributary?.number = known?.number
            let arriving = ArrivingEntry(
                number: known?.number, place: 0, keys: known?.keys ?? replayed.keys,
                contentHash: known?.contentHash ?? fingerprint.content, textHash: fingerprint.text,
                // After a kill the next river has it: then as a revision, which who had it does not get again.
                isRevision: redelivery.history?.keptRevision != nil, onUpdate: .replace, outcome: .kept(entry))
            let arrival = Arrival(subscription: id, reading: .held, entries: [arriving])
            let arrived = try await store.arrive([arrival], at: now)
            numbers[index] = arrived.first?.first ?? 0
        }
        return numbers
    }

    /// The first contacts that this makes, so that the next run does not take them for such.
    private func contacts(
        of redeliveries: [Redelivery], _ roster: RosterState
    ) -> [(SubscriptionID, SinkID)] {
        var contacts: [(SubscriptionID, SinkID)] = []
        var seen: [SinkID: Set<SubscriptionID>] = [:]
        for redelivery in redeliveries {
            guard let key = redelivery.entry.tributary?.feed.id, let id = roster.subscriptions[key]?.id else {
                continue
            }
            for sink in redelivery.sinks {
                guard let state = roster.sinks[sink.key], !state.contacts.contains(id),
                    seen[state.id, default: []].insert(id).inserted
                else { continue }
                contacts.append((id, state.id))
            }
        }
        return contacts
    }
}
