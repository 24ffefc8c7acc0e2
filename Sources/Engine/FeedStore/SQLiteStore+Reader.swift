package import FeedModel
package import TributaryEngine

extension SQLiteStore {
    package func entries(named name: String) throws(StoreFailure) -> [Entry] {
        let numbers = try numbers(named: name) { (number) throws(StoreFailure) in
            try database.statement("SELECT 1 FROM ledger WHERE number = ? AND cached_at IS NOT NULL").bind(number)
                .first { $0.bool() } ?? false
        }
        var entries: [Entry] = []
        for number in numbers {
            if let entry = try cachedEntry(number) { entries.append(entry) }
        }
        return entries
    }

    package func revisions(of number: Int64) throws(StoreFailure) -> [EntryRevision] {
        var revisions = try RevisionTable(database).revisions(of: number)
        guard let entry = try cachedEntry(number) else { return [] }
        let present = try database.statement("SELECT kept_revision FROM ledger WHERE number = ?").bind(number)
            .first { $0.integer() }
        // Of an entry that was never revised nothing is written down.
        if revisions.last.map({ Int64($0.revision) }) != present {
            let date = present == 0 ? entry.tributary?.firstSeen : nil
            revisions.append(EntryRevision(revision: Int(present ?? 0), date: date, entry: nil))
        }
        revisions[revisions.count - 1].entry = entry
        return revisions.filter { $0.entry != nil }
    }

    // MARK: Marks

    package func mark(
        _ entries: MarkedEntries, _ mark: EntryMark, at now: Timestamp
    ) throws(StoreFailure) -> Int {
        var numbers: [Int64]
        switch entries {
        case .numbers(let given): numbers = given
        case .all(let subscriptions): numbers = try cachedNumbers(of: subscriptions, otherThan: mark)
        }
        numbers = Set(numbers).sorted()
        var count = 0
        // A million marks in one transaction would keep others waiting for seconds.
        while !numbers.isEmpty {
            let batch = numbers.suffix(1_000)
            numbers.removeLast(batch.count)
            count += try transaction { () throws(StoreFailure) in
                var changed = 0
                for number in batch where try set(mark, of: number, at: now) { changed += 1 }
                return changed
            }
        }
        return count
    }

    package func markRead(_ number: Int64, at now: Timestamp) throws(StoreFailure) {
        try database.withPatience(milliseconds: 100) { () throws(StoreFailure) in
            try transaction { () throws(StoreFailure) in _ = try set(.read, of: number, at: now) }
        }
    }

    private func cachedEntry(_ number: Int64) throws(StoreFailure) -> Entry? {
        let select = try database.statement(
            """
            SELECT \(EntryReader.entryColumns) FROM ledger AS l CROSS JOIN entry AS e ON e.id = l.entry
            WHERE l.number = ? AND l.cached_at IS NOT NULL
            """)
        var reader = EntryReader(database)
        return try select.bind(number).first { (row) throws(StoreFailure) in try reader.entry(from: &row).entry }
    }

    /// The cached entries of subscriptions that a mark would change.
    private func cachedNumbers(
        of subscriptions: [SubscriptionID], otherThan mark: EntryMark
    ) throws(StoreFailure) -> [Int64] {
        guard !subscriptions.isEmpty else {
            return try database.statement(
                "SELECT number FROM ledger INDEXED BY cached_newest WHERE cached_at IS NOT NULL AND \(mark.isMissing)"
            ).all { $0.integer() }
        }
        let select = try database.statement(
            """
            SELECT number FROM ledger INDEXED BY cached_newest_of_subscription
            WHERE subscription = ? AND cached_at IS NOT NULL AND \(mark.isMissing)
            """)
        var numbers: [Int64] = []
        for subscription in subscriptions { numbers += try select.bind(subscription.row).all { $0.integer() } }
        return numbers
    }

    /// Sets a mark, inside a transaction; false if it was set already or the cache lacks the entry.
    private func set(_ mark: EntryMark, of number: Int64, at now: Timestamp) throws(StoreFailure) -> Bool {
        let time = mark == .read || mark == .star ? now.seconds : nil
        let update = try database.statement(
            """
            UPDATE ledger SET \(mark.column) = ? WHERE number = ? AND cached_at IS NOT NULL AND \(mark.isMissing)
            RETURNING 1
            """)
        return try update.bind(time).bind(number).first { $0.bool() } ?? false
    }
}

extension EntryMark {
    fileprivate var column: String {
        switch self {
        case .read, .unread: "read_at"
        case .star, .unstar: "starred_at"
        }
    }

    /// The condition under which the mark changes something.
    fileprivate var isMissing: String {
        switch self {
        case .read, .star: "\(column) IS NULL"
        case .unread, .unstar: "\(column) IS NOT NULL"
        }
    }
}
