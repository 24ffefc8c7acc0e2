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
        of arrived: consuming [ArrivedEntry], read: Set<SubscriptionID>
    ) async throws(StoreFailure) -> Routing {
        let order = RiverOrder(roster)
        arrived.sort { order.isNewer($0.place, than: $1.place) }
        var flow = RiverFlow(arrived, store: store, clock: clock, secrets: plan.secrets, report: report)
        try await flow.run(plan.routeStages)
        let members = flow.members
        var routing = flow.routing(keeping: members)
        try await address(members, flow, order, read: read, into: &routing)
        return routing
    }
}

// MARK: - Which sink gets what

extension Router {
    /// - Parameter members: the entries that the stages have left, in the order of the river.
    private func address(
        _ members: [ArrivedEntry], _ flow: RiverFlow, _ order: RiverOrder, read: Set<SubscriptionID>,
        into routing: inout Routing
    ) async throws(StoreFailure) {
        var newestFirst = members
        if !plan.routeStages.isEmpty { newestFirst.sort { order.isNewer($0.place, than: $1.place) } }
        // Something of a subscription may be cached once the cache has been in contact with it.
        let cachedOf = plan.archive.flatMap { roster.sinks[$0.key]?.contacts } ?? []
        let firstContacts = FirstContacts(
            flow, newestFirst: newestFirst, cachedOf: cachedOf, order: order, store: store)
        for sink in plan.sinks {
            guard let state = roster.sinks[sink.key] else { continue }
            let wanted = try await flow.numbers(of: newestFirst.map(\.number), for: sink)
            var isChosen = chosen(of: newestFirst, wanted, sink, state, &routing)
            var cached: [RiverPlace] = []
            for subscription in read.subtracting(state.contacts).sorted(by: { $0.row < $1.row }) {
                let welcome = try await firstContacts.welcome(of: subscription, with: sink, wanted: wanted)
                for index in welcome.river { isChosen[index] = true }
                cached += welcome.cached
                routing.contacts.append((subscription, state.id))
                if let limit = sink.firstFetch.limit {
                    let left = limit - welcome.river.count - welcome.cached.count
                    routing.rooms.append((subscription, state.id, left: left))
                }
            }
            let chosen = zip(newestFirst, isChosen).lazy.filter(\.1).map(\.0.place)
            if case .archive = sink.plugin {
                routing.cached = chosen.map(\.number) + cached.map(\.number)
                continue
            }
            var places = chosen + cached
            switch sink.order(inReorderedRiver: flow.isReordered) {
            case .newest: if !cached.isEmpty { places.sort { order.isNewer($0, than: $1) } }
            case .oldest: places.sort { order.isNewer($1, than: $0) }
            case .river:
                let numbers = Set(places.map(\.number))
                places = members.map(\.place).filter { numbers.contains($0.number) } + cached
            }
            routing.deliveries += places.map { Routing.Planned(number: $0.number, sink: state.id) }
        }
    }

    /// Which entries a sink gets of subscriptions that it has met before, of entries of which it wants some, the newest
    /// first.
    private func chosen(
        of newestFirst: [ArrivedEntry], _ wanted: Set<Int64>?, _ sink: PlannedSink, _ state: RosterState.Sink,
        _ routing: inout Routing
    ) -> [Bool] {
        var isChosen = [Bool](repeating: false, count: newestFirst.count)
        var rooms = state.rooms
        for (index, arrived) in newestFirst.enumerated() {
            let place = arrived.place
            guard state.contacts.contains(place.subscription), wanted?.contains(place.number) ?? true else { continue }
            if arrived.isRevision {
                isChosen[index] = takesRevision(of: arrived, sink, state)
            } else if arrived.revision == 0, let room = rooms[place.subscription], place.number < room.before {
                // It was held at the first contact.
                guard room.left > 0 else { continue }
                rooms[place.subscription]?.left -= 1
                isChosen[index] = true
            } else {
                isChosen[index] = true
            }
        }
        for (subscription, room) in rooms where room != state.rooms[subscription] {
            routing.rooms.append((subscription, state.id, left: room.left))
        }
        return isChosen
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

/// The order of entries by their dates; ties by feed and place in the document, as among heads.
struct RiverOrder: Sendable {
    private let keys: [SubscriptionID: String]

    init(_ roster: RosterState) {
        keys = Dictionary(roster.subscriptions.map { ($0.value.id, $0.key) }) { $1 }
    }

    /// Whether an entry comes before another where the newest come first.
    func isNewer(_ place: RiverPlace, than other: RiverPlace) -> Bool {
        if (place.seconds, place.nanoseconds) != (other.seconds, other.nanoseconds) {
            return (place.seconds, place.nanoseconds) > (other.seconds, other.nanoseconds)
        }
        if place.subscription == other.subscription { return place.place < other.place }
        // What has left the configuration has no key any more.
        return (keys[place.subscription] ?? "", place.subscription.row)
            < (keys[other.subscription] ?? "", other.subscription.row)
    }
}
