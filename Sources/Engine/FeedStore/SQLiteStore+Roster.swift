package import FeedModel
package import TributaryEngine
import TributaryPluginKit

extension SQLiteStore {
    package func begin(_ roster: Roster, at now: Timestamp) throws(StoreFailure) -> RosterState {
        try transaction { () throws(StoreFailure) in
            let writer = RosterWriter(database: database, now: now)
            try writer.enter(roster.subscriptions)
            try writer.enter(sinks: roster.sinks, keepParked: roster.keepParked)
            return RosterState(
                subscriptions: try subscriptions(), sinks: try sinks(), parked: try parkedDeliveries(),
                siteHolds: try siteHolds())
        }
    }

    private func subscriptions() throws(StoreFailure) -> [String: RosterState.Subscription] {
        let query = try database.statement(
            """
            SELECT key, id, readings, read_at, has_validators, validator_url, etag, last_modified, document_hash,
                adapter_state, \(FetchState.columns)
            FROM subscription LEFT JOIN schedule ON subscription = id WHERE left_at IS NULL
            """)
        var found: [String: RosterState.Subscription] = [:]
        try query.forEach { (row) throws(StoreFailure) in
            let key = row.text()
            let id = SubscriptionID(row: row.integer())
            let readings = row.integer()
            let lastRead = row.optionalInteger().map { Timestamp(seconds: $0) }
            let hasValidators = row.bool()
            let validators = Validators(
                url: row.optionalText(), etag: row.optionalText(), lastModified: row.optionalText(),
                documentHash: row.optionalHash(), adapterState: row.optionalText())
            found[key] = RosterState.Subscription(
                id: id, validators: hasValidators ? validators : nil, lastRead: lastRead, readings: readings,
                fetch: row.fetchState())
        }
        return found
    }

    private func sinks() throws(StoreFailure) -> [String: RosterState.Sink] {
        var contacts: [Int64: Set<SubscriptionID>] = [:]
        var rooms: [Int64: [SubscriptionID: FirstContactRoom]] = [:]
        let contact = try database.statement("SELECT sink, subscription, seen_before, room FROM contact")
        try contact.forEach { (row) throws(StoreFailure) in
            let (sink, subscription) = (row.integer(), SubscriptionID(row: row.integer()))
            contacts[sink, default: []].insert(subscription)
            let before = row.integer()
            guard let left = row.optionalInteger() else { return }
            rooms[sink, default: [:]][subscription] = FirstContactRoom(before: before, left: Int(left))
        }
        var found: [String: RosterState.Sink] = [:]
        let query = try database.statement(
            """
            SELECT key, id, mark, rendered_options, failures, retry_at, failure FROM sink WHERE left_at IS NULL
            """)
        try query.forEach { (row) throws(StoreFailure) in
            let key = row.text()
            let id = row.integer()
            found[key] = RosterState.Sink(
                id: SinkID(row: id), mark: row.optionalText().map { SinkMark($0) },
                renderedOptions: row.optionalHash(), contacts: contacts[id] ?? [],
                standing: SinkStanding(
                    failures: Int(row.integer()), retryAt: row.optionalInteger().map { Timestamp(seconds: $0) },
                    reason: row.optionalText()), rooms: rooms[id] ?? [:])
        }
        return found
    }

    private func parkedDeliveries() throws(StoreFailure) -> [String: Int] {
        var parked: [String: Int] = [:]
        let query = try database.statement(
            """
            SELECT key, (SELECT count(*) FROM outbox WHERE sink = sink.id AND dead_at IS NULL) AS owed FROM sink
            WHERE left_at IS NOT NULL AND owed > 0
            """)
        try query.forEach { (row) throws(StoreFailure) in parked[row.text()] = Int(row.integer()) }
        return parked
    }
}
