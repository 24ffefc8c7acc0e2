import FeedModel
import FeedText
import Testing
import TributaryEngine
import TributaryPluginKit

@testable import FeedStore

@Suite("The store's queries")
struct QueryPlanTests {
    /// What may be walked from end to end: tables as long as the configuration or the river, and no order made by sorting.
    private static let allowed: Set<String> = [
        "SCAN subscription", "SCAN sink", "SCAN site_hold", "SCAN contact", "SCAN a", "SCAN sqlite_master",
        "SCAN json_each", "SCAN 32 CONSTANT ROWS", "SCAN 8 CONSTANT ROWS",
        "SCAN ledger USING COVERING INDEX cached_newest", "SCAN ledger USING INDEX cached_newest",
        "SCAN l USING INDEX cached_newest", "SCAN l USING INDEX cached_unread", "SCAN l USING INDEX cached_starred",
        "SCAN ledger USING COVERING INDEX unindexed", "SCAN ledger USING INDEX unindexed",
        "SCAN search VIRTUAL TABLE INDEX 192:M",
    ]

    @Test("no statement of a run walks through the ledger, the entries or the outbox, and none sorts what it finds")
    func plans() async throws {
        let bench = try await Bench()
        try await exercise(bench)
        let plans = try await bench.store.queryPlans()
        #expect(plans.count > 50)
        for (sql, steps) in plans {
            for step in steps {
                let isWalk = step.hasPrefix("SCAN ") && !Self.allowed.contains { step.hasPrefix($0) }
                let isSort = step.hasPrefix("USE TEMP B-TREE FOR ORDER BY")
                #expect(!isWalk && !isSort, "\(step) in \(sql)")
            }
        }
    }

    @Test("a page of the newest entries of very many is read by walking the index as far as the page goes")
    func firstPage() async throws {
        let bench = try await Bench()
        for river in 0..<10 {
            let entries = (0..<500).map { index in
                ArrivingEntry.kept(.sample("\(river) \(index)", published: .noon.days(-Int64(index * 7 % 500))))
            }
            try await bench.arrive(entries)
            try await bench.routeAll()
        }
        let all = try await bench.cached().map(\.id)
        let page = try await bench.cached(ArchiveQuery(limit: 20)).map(\.id)
        #expect(page == Array(all.prefix(20)))
        // SQLite counts what it does: a page costs it a small part of the whole.
        let pages = try await bench.store.stepCount(of: ArchiveQuery(limit: 20))
        let whole = try await bench.store.stepCount(of: ArchiveQuery())
        #expect(pages * 20 < whole, "a page took \(pages) steps, all took \(whole)")
    }

    /// Makes every kind of call, so that its statements have been prepared.
    private func exercise(_ bench: Bench) async throws {
        let numbers = try await bench.arrive([
            .kept(.sample("1")), .kept(.sample("2")), .dropped(.sample("3")), .held(.sample("4"), until: .noon),
        ])
        _ = try await bench.store.heldEntries(due: .noon)
        _ = try await bench.store.entries(numbers)
        _ = try await bench.store.heads(ofArrived: numbers)
        _ = try await bench.store.ledger(of: bench.feed(), matching: [.id(of: "1")])
        try await bench.arrive([], reading: .unchanged(Validators()), at: .noon.days(1))
        try await bench.arrive([], reading: .failed("no answer"))
        var routing = Routing.keeping([numbers[0]], to: [bench.sink(), bench.sink("page")])
        let drop = StageVerdict(stage: "a", verdict: .drop(reason: "b"))
        routing.dropped = [(numbers[1], drop)]
        routing.changed = [(numbers[0], .sample("1"))]
        routing.merges = [.init(feed: FeedReference(id: "x"), target: numbers[0])]
        routing.memories = [.init(stage: "a", key: 1, number: numbers[0])]
        routing.contacts = [(bench.feed(), bench.sink())]
        try await bench.store.route(routing, at: .noon)
        _ = try await bench.store.remembered([1], by: "a", since: .noon)
        let listed = ListedEntry(
            number: numbers[0], place: 0, newKeys: [EntryKey(.url, 1)], contentHash: ContentHash(version: 2, value: 1))
        try await bench.arrive(
            [.kept(.sample("1"), number: numbers[0], hash: 2, isRevision: true)], listed: [listed], at: .noon.days(2))
        try await bench.routeAll(to: ["mail"])
        try await bench.confirm(try await bench.pending())
        _ = try await bench.store.pendingPositions(of: bench.sink())
        for query in [
            ArchiveQuery(), ArchiveQuery(subscriptions: [bench.feed()], after: numbers[0]),
            ArchiveQuery(subscriptions: [bench.feed(), bench.feed()], sink: bench.sink(), limit: 1),
        ] { _ = try await bench.cached(query) }
        try await exerciseReading(bench, numbers[0])
        _ = try await bench.store.cachedHeads(of: bench.feed(), limit: nil)
        _ = try await bench.store.holdings(of: nil)
        _ = try await bench.store.holdings(of: bench.feed())
        _ = try await bench.store.storedFeed(of: "feed")
        try await bench.store.prune([bench.feed(): Retention(keepFor: 1, keepCount: 1)], at: .noon)
    }

    /// The same for what somebody asks who reads.
    private func exerciseReading(_ bench: Bench, _ number: Int64) async throws {
        for step in 0..<32 {
            var query = ArchiveQuery(limit: 5)
            if step & 1 != 0 { query.isUnread = true }
            if step & 2 != 0 { query.isStarred = true }
            if step & 4 != 0 { query.since = .noon.days(-1) }
            if step & 8 != 0 { query.until = .noon }
            if step & 16 != 0 { query.subscriptions = [bench.feed()] }
            _ = try await bench.cached(query)
            query.tags = ["a"]
            _ = try await bench.cached(query)
            _ = try await bench.store.search(for: SearchQuery("text"), matching: query)
        }
        for mark in [EntryMark.read, .unread, .star, .unstar] {
            _ = try await bench.store.mark(.numbers([number]), mark, at: .noon)
            _ = try await bench.store.mark(.all(of: []), mark, at: .noon)
            _ = try await bench.store.mark(.all(of: [bench.feed()]), mark, at: .noon)
        }
        try await bench.store.markRead(number, at: .noon)
        _ = try await bench.store.entries(named: "1")
        _ = try await bench.store.unindexedCount()
        _ = try await bench.store.indexEntries(atMost: 10, patience: 0)
        try await bench.arrive([.kept(.sample("1", text: "b"), number: number, hash: 9, isRevision: true)])
        try await bench.routeAll()
        _ = try await bench.store.revisions(of: number)
    }

    @Test(
        "of twenty thousand entries the first ones to show cost as little as of two hundred", arguments: [200, 20_000])
    func firstOfMany(count: Int) async throws {
        let bench = try await Bench()
        let unread = try await bench.store.filled(with: count, in: bench.feed())
        var queries = [ArchiveQuery(limit: 50), ArchiveQuery(subscriptions: [bench.feed()], limit: 50)]
        for index in 0..<4 {
            var query = ArchiveQuery(limit: 50)
            if index == 0 { query.isUnread = true }
            if index == 1 { query.isStarred = true }
            if index == 2 { query.since = Timestamp(seconds: 60) }
            if index == 3 { query.until = Timestamp(seconds: Int64(count - 60)) }
            queries.append(query)
        }
        for query in queries {
            let steps = try await bench.store.stepCount(of: query)
            #expect(steps < 12_000, "\(steps) steps for \(query)")
        }
        #expect(unread == 50)
    }
}

extension SQLiteStore {
    /// How SQLite goes about each statement that was prepared, once a day's housekeeping aside.
    fileprivate func queryPlans() throws -> [(sql: String, steps: [String])] {
        try database.statements.keys.sorted().compactMap { sql in
            guard ["SELECT", "INSERT", "UPDATE", "DELETE"].contains(where: { sql.hasPrefix($0) }) else { return nil }
            guard !sql.contains("memory WHERE at <"), !sql.contains("left_at <") else { return nil }
            let explain = try database.statement("EXPLAIN QUERY PLAN " + sql)
            for _ in 0..<explain.parameterCount { explain.bind(nil as Int64?) }
            let steps = try explain.all { (row) in
                for _ in 0..<3 { _ = row.integer() }
                return row.text()
            }
            return (sql, steps)
        }
    }

    /// Makes so many cached entries, the oldest fifty of them unread and starred; how many are unread.
    fileprivate func filled(with count: Int, in subscription: SubscriptionID) throws -> Int64? {
        try database.run(
            script: """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
                INSERT INTO ledger (number, subscription, place, first_seen, first_seen_nanoseconds, first_seen_offset,
                    last_listed, last_listed_at, revision, hash_version, content_hash, kept_revision, entry, cached_at,
                    sort_seconds, sort_nanoseconds, keys, read_at, starred_at)
                SELECT i, \(subscription.row), 0, i, 0, 0, 1, 1, 0, 1, 1, 0, i, 1, i, 0, x'',
                    CASE WHEN i > 50 THEN 1 END, CASE WHEN i <= 50 THEN 1 END FROM n;
                INSERT INTO entry (id, number, revision, entry_id, json)
                SELECT number, number, 0, number, CAST('{"id":"' || number || '"}' AS BLOB) FROM ledger;
                """)
        return try database.statement("SELECT count(*) FROM ledger WHERE read_at IS NULL").first { $0.integer() }
    }

    /// How many steps of SQLite's machine a query takes.
    fileprivate func stepCount(of query: ArchiveQuery) throws -> Int {
        let before = database.statements.values.reduce(0) { $0 + $1.stepCount }
        _ = try cachedEntries(matching: query)
        return database.statements.values.reduce(0) { $0 + $1.stepCount } - before
    }
}
