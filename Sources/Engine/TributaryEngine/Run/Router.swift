import EntryConditions
import FeedModel
import FeedText
import TributaryPluginKit

/// Route: the river through the stages from the first river stage on, then to each sink what it gets.
///
/// Decides only; nothing is written before the store's one transaction, so that all of it may run again after a kill.
struct Router: Sendable {
    let plan: Plan
    let roster: RosterState
    let store: any Store
    let clock: any WallClock
    let report: @Sendable (Diagnostic) -> Void

    /// What becomes of the entries that have arrived.
    ///
    /// - Parameter read: the subscriptions that have been read with success, in this run or an earlier one.
    func routing(
        of arrived: [ArrivedEntry], read: Set<SubscriptionID>
    ) async throws(StoreFailure) -> Routing {
        var flow = RiverFlow(arrived, store: store, clock: clock, report: report)
        for segment in plan.routeStages.segments {
            if segment.isRiver, let stage = segment.stages.first, case .river(let plugin) = stage.plugin {
                await flow.run(stage, plugin)
            } else {
                try await flow.run(segment.stages)
            }
        }
        var routing = flow.routing
        try await address(flow, read: read, into: &routing)
        return routing
    }
}

// MARK: - Which sink gets what

extension Router {
    private func address(
        _ flow: RiverFlow, read: Set<SubscriptionID>, into routing: inout Routing
    ) async throws(StoreFailure) {
        let newestFirst = flow.heads.sorted { $0.isNewer(than: $1) }
        // Something of a subscription may be cached once the cache has been in contact with it.
        let cachedOf = plan.archive.flatMap { roster.sinks[$0.key]?.contacts } ?? []
        let firstContacts = FirstContacts(flow, newestFirst: newestFirst, cachedOf: cachedOf, store: store)
        for sink in plan.sinks {
            guard let state = roster.sinks[sink.key] else { continue }
            let wanted = try await flow.numbers(of: flow.heads, for: sink)
            var chosen = chosen(of: newestFirst.filter { wanted.contains($0.id) }, flow, sink, state, &routing)
            var heads = newestFirst
            for subscription in read.subtracting(state.contacts).sorted(by: { $0.row < $1.row }) {
                let welcome = try await firstContacts.welcome(of: subscription, with: sink, wanted: wanted)
                heads += welcome.cached
                chosen.formUnion(welcome.chosen)
                routing.contacts.append((subscription, state.id))
                if let limit = sink.firstFetch.limit {
                    routing.rooms.append((subscription, state.id, left: limit - welcome.chosen.count))
                }
            }
            if case .archive = sink.plugin {
                routing.cached = heads.map(\.id).filter(chosen.contains)
                continue
            }
            let order = sink.order(inReorderedRiver: flow.isReordered)
            let ordered: [EntryHead] =
                switch order {
                case .newest: heads.sorted { $0.isNewer(than: $1) }
                case .oldest: heads.sorted { $1.isNewer(than: $0) }
                case .river: flow.heads + heads.dropFirst(newestFirst.count)
                }
            for head in ordered where chosen.contains(head.id) {
                routing.deliveries.append(Routing.Planned(number: head.id, sink: state.id))
            }
        }
    }

    /// What a sink gets of subscriptions that it has met before, of heads that it wants, the newest first.
    private func chosen(
        of heads: [EntryHead], _ flow: RiverFlow, _ sink: PlannedSink, _ state: RosterState.Sink,
        _ routing: inout Routing
    ) -> Set<Int64> {
        var chosen: Set<Int64> = []
        var rooms = state.rooms
        for head in heads {
            guard let arrived = flow.arrived[head.id], state.contacts.contains(arrived.subscription) else { continue }
            if head.isRevision {
                if takesRevision(of: arrived, sink, state) { chosen.insert(head.id) }
            } else if arrived.revision == 0, let room = rooms[arrived.subscription], head.id < room.before {
                // It was held at the first contact.
                guard room.left > 0 else { continue }
                rooms[arrived.subscription]?.left -= 1
                chosen.insert(head.id)
            } else {
                chosen.insert(head.id)
            }
        }
        for (subscription, room) in rooms where room != state.rooms[subscription] {
            routing.rooms.append((subscription, state.id, left: room.left))
        }
        return chosen
    }

    /// A revision of a kept entry goes to the cache and to pages that had it, or by the subscription's wish to all.
    private func takesRevision(of arrived: ArrivedEntry, _ sink: PlannedSink, _ state: RosterState.Sink) -> Bool {
        switch arrived.onUpdate {
        case .redeliver: return true
        case .ignore: return false
        case .replace:
            switch sink.plugin {
            case .archive: return true
            case .page: return arrived.earlierSinks.contains(state.id)
            case .sink: return false
            }
        }
    }
}
