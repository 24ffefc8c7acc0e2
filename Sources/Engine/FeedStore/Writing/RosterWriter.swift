import FeedModel
import TributaryEngine

/// Makes the tables of subscriptions and sinks agree with the configuration, writing only what differs.
struct RosterWriter {
    let database: Connection
    let now: Timestamp

    private struct Known {
        var id: Int64
        var name: String?
        var hasLeft: Bool
    }

    /// Makes, renames, and marks those that have left.
    ///
    /// A subscription takes an earlier key's history over only where it has none of its own, and only from a key that
    /// the configuration does not name any more.
    func enter(_ members: [Roster.Member]) throws(StoreFailure) {
        var known: [String: Known] = [:]
        try database.statement("SELECT key, id, name, left_at IS NOT NULL FROM subscription")
            .forEach { (row) throws(StoreFailure) in
                known[row.text()] = Known(id: row.integer(), name: row.optionalText(), hasLeft: row.bool())
            }
        let present = Set(members.map(\.key))
        for member in members {
            if known[member.key] == nil,
                let earlier = member.formerly.first(where: { known[$0] != nil && !present.contains($0) })
            {
                known[member.key] = known.removeValue(forKey: earlier)
                try database.statement("UPDATE subscription SET key = ? WHERE key = ?")
                    .bind(member.key).bind(earlier).run()
            }
            guard let row = known[member.key] else {
                try database.statement("INSERT INTO subscription (key, first_key, name) VALUES (?, ?, ?)")
                    .bind(member.key).bind(member.key).bind(member.name).run()
                continue
            }
            if row.hasLeft || row.name != member.name {
                try database.statement("UPDATE subscription SET name = ?, left_at = NULL WHERE id = ?")
                    .bind(member.name).bind(row.id).run()
            }
        }
        for (key, row) in known where !row.hasLeft && !present.contains(key) {
            try database.statement("UPDATE subscription SET left_at = ? WHERE id = ?")
                .bind(now.seconds).bind(row.id).run()
        }
    }

    /// Makes sinks, parks those that have left, and drops what was parked too long.
    func enter(sinks keys: [String], keepParked: Int64) throws(StoreFailure) {
        var known: [String: (id: Int64, leftAt: Int64?)] = [:]
        try database.statement("SELECT key, id, left_at FROM sink").forEach { (row) throws(StoreFailure) in
            known[row.text()] = (row.integer(), row.optionalInteger())
        }
        let present = Set(keys)
        for key in keys {
            guard let row = known[key] else {
                try database.statement("INSERT INTO sink (key) VALUES (?)").bind(key).run()
                continue
            }
            guard row.leftAt != nil else { continue }
            try database.statement("UPDATE sink SET left_at = NULL WHERE id = ?").bind(row.id).run()
        }
        for (key, row) in known where !present.contains(key) {
            guard let leftAt = row.leftAt else {
                try database.statement("UPDATE sink SET left_at = ? WHERE id = ?")
                    .bind(now.seconds).bind(row.id).run()
                continue
            }
            if leftAt < now.adding(seconds: -keepParked).seconds { try dropDeliveries(to: row.id) }
        }
    }

    private func dropDeliveries(to sink: Int64) throws(StoreFailure) {
        let numbers = try database.statement("DELETE FROM outbox WHERE sink = ? RETURNING number")
            .bind(sink).all { $0.integer() }
        let bodies = BodyKeeper(database)
        for number in numbers { try bodies.release(number) }
    }
}
