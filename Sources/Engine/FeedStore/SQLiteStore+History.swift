package import FeedModel
package import TributaryEngine
import TributaryPluginKit

extension SQLiteStore: HistoryStore {
    package func numbers(named name: String) throws(StoreFailure) -> [Int64] {
        try numbers(named: name) { (number) throws(StoreFailure) in
            try database.statement("SELECT 1 FROM ledger WHERE number = ?").bind(number).first { $0.bool() } ?? false
        }
    }

    package func numbers(having keys: [EntryKey]) throws(StoreFailure) -> [Int64] {
        // The keys are ordered by subscription first.
        let find = try database.statement(
            """
            SELECT k.number FROM subscription AS s CROSS JOIN ledger_key AS k
                ON k.subscription = s.id AND k.kind = ? AND k.hash = ? WHERE k.number > 0
            """)
        var numbers: Set<Int64> = []
        for key in keys {
            try find.bind(Int(key.kind.rawValue)).bind(key.hash)
                .forEach { (row) throws(StoreFailure) in numbers.insert(row.integer()) }
        }
        return numbers.sorted()
    }

    package func history(of number: Int64) throws(StoreFailure) -> EntryHistory? {
        let query = try database.statement(
            """
            SELECT l.subscription, s.key, coalesce(s.name, s.title, s.key), l.keys,
                l.first_seen, l.first_seen_nanoseconds, l.first_seen_offset, l.last_listed_at, l.revision,
                l.kept_revision, l.cached_at, a.number IS NOT NULL OR h.number IS NOT NULL,
                coalesce(h.until, a.held_until), l.response, l.changed_by
            FROM ledger AS l JOIN subscription AS s ON s.id = l.subscription
                LEFT JOIN arrived AS a ON a.number = l.number LEFT JOIN held AS h ON h.number = l.number
            WHERE l.number = ?
            """)
        var response: Int64?
        let known = try query.bind(number).first { (row) throws(StoreFailure) in
            let subscription = SubscriptionID(row: row.integer())
            let (key, name) = (row.text(), row.text())
            var history = EntryHistory(
                number: number, subscriptionID: subscription, subscription: key, feedName: name,
                keys: row.withBytes { [EntryKey](packed: $0) }, firstSeen: row.timestamp(),
                lastListed: Timestamp(seconds: row.integer()), revision: Int(row.integer()))
            history.keptRevision = row.optionalInteger().map(Int.init)
            history.cachedAt = row.optionalInteger().map { Timestamp(seconds: $0) }
            history.isOnItsWay = row.bool()
            history.heldUntil = row.optionalInteger().map { Timestamp(seconds: $0) }
            response = row.optionalInteger()
            history.changedBy = [StageReference](lines: row.optionalText())
            return history
        }
        guard var history = known else { return nil }
        history.entry = try entries([number]).first
        if let response { history.response = try responses("WHERE r.id = ?", response).first }
        history.judgements = try judgements(of: number)
        history.receptions = try receptions(of: number, from: history.subscriptionID)
        return history
    }

    package func lastResponse(of subscription: SubscriptionID) throws(StoreFailure) -> RecordedResponse? {
        try responses("WHERE r.subscription = ? ORDER BY r.id DESC LIMIT 1", subscription.row).first
    }

    package func documents(since: Timestamp) throws(StoreFailure) -> [RecordedResponse] {
        try responses("WHERE r.at >= ? AND r.document IS NOT NULL ORDER BY r.run, r.id", since.seconds)
    }

    package func subscriptionIDs() throws(StoreFailure) -> [String: SubscriptionID] {
        var found: [String: SubscriptionID] = [:]
        try database.statement("SELECT key, id FROM subscription").forEach { (row) throws(StoreFailure) in
            found[row.text()] = SubscriptionID(row: row.integer())
        }
        return found
    }
}

// MARK: - Private

extension SQLiteStore {
    /// Responses; the condition takes one value.
    private func responses(_ condition: String, _ value: Int64) throws(StoreFailure) -> [RecordedResponse] {
        let query = try database.statement(
            """
            SELECT s.key, r.at, r.brought, r.run, r.location, r.status, r.media_type, r.size, r.document, r.coding,
                r.repairs
            FROM response AS r JOIN subscription AS s ON s.id = r.subscription \(condition)
            """)
        return try query.bind(value).all { (row) in
            let key = row.text()
            let date = Timestamp(seconds: row.integer())
            let brought = Int(row.integer())
            var record = ResponseRecord(
                runBegan: Timestamp(seconds: row.integer()), location: row.optionalText(),
                status: row.optionalInteger().map(Int.init), mediaType: row.optionalText(),
                size: row.optionalInteger().map(Int.init))
            let (document, coding) = (row.optionalText(), row.optionalText())
            record.document = document.map { KeptDocument(name: $0, coding: coding) }
            record.repairs = (row.optionalText() ?? "").split(separator: "\n").map(String.init)
            return RecordedResponse(subscription: key, date: date, brought: brought, record: record)
        }
    }

    private func judgements(of number: Int64) throws(StoreFailure) -> [EntryHistory.Judgement] {
        let query = try database.statement(
            """
            SELECT revision, at, options, stage, verdict, reason, verdict_until, target FROM verdict
            WHERE number = ? ORDER BY at, revision
            """)
        return try query.bind(number).all { (row) in
            let revision = Int(row.integer())
            let date = Timestamp(seconds: row.integer())
            let options = row.optionalHash()
            var verdict = row.stageVerdict()
            verdict.options = options
            return EntryHistory.Judgement(verdict: verdict, revision: revision, date: date)
        }
    }

    private func receptions(
        of number: Int64, from subscription: SubscriptionID
    ) throws(StoreFailure) -> [EntryHistory.Reception] {
        let query = try database.statement(
            """
            SELECT k.key, k.left_at IS NOT NULL, k.retry_at, k.failure, c.at,
                o.position IS NOT NULL, o.failure, o.dead_at,
                r.at IS NOT NULL, r.revision, r.is_void, r.is_dropped, r.at
            FROM sink AS k LEFT JOIN contact AS c ON c.sink = k.id AND c.subscription = ?2
                LEFT JOIN outbox AS o ON o.sink = k.id AND o.number = ?1
                LEFT JOIN receipt AS r ON r.sink = k.id AND r.number = ?1
            ORDER BY k.id
            """)
        return try query.bind(number).bind(subscription.row).all { (row) in
            let sink = row.text()
            let isParked = row.bool()
            let retryAt = row.optionalInteger().map { Timestamp(seconds: $0) }
            let failure = row.optionalText()
            let contact = row.optionalInteger().map { Timestamp(seconds: $0) }
            let isOwed = row.bool()
            let ownFailure = row.optionalText()
            let deadAt = row.optionalInteger().map { Timestamp(seconds: $0) }
            let hasReceipt = row.bool()
            let revision = Int(row.integer())
            let (isVoid, isDropped) = (row.bool(), row.bool())
            let date = Timestamp(seconds: row.integer())
            var state = EntryHistory.Reception.State.none
            if isOwed {
                if let deadAt {
                    state = .owed(.dead(because: ownFailure ?? "", since: deadAt))
                } else if isParked {
                    state = .owed(.parked)
                } else if let retryAt {
                    state = .owed(.waiting(until: retryAt, because: failure ?? ""))
                } else {
                    state = .owed(.pending)
                }
            } else if hasReceipt {
                if isVoid {
                    state = .void(at: date)
                } else if isDropped {
                    state = .dropped(at: date)
                } else {
                    state = .delivered(revision: revision, at: date)
                }
            }
            return EntryHistory.Reception(sink: sink, state: state, contact: contact)
        }
    }
}
