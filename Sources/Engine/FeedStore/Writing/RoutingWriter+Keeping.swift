import FeedModel
import TributaryEngine

extension RoutingWriter {
    /// Keeps entries of the river: new ones with consecutive numbers by one statement, as most are, others by themselves.
    mutating func keep(_ kept: NumberSet, caching cached: NumberSet) throws(StoreFailure) {
        guard let first = kept.sorted.first, let last = kept.sorted.last else { return }
        let fresh = try database.statement(
            "SELECT number FROM arrived WHERE number BETWEEN ? AND ? AND revision = 0 AND NOT is_revision"
        )
        .bind(first).bind(last).all { $0.integer() }
        let together = NumberSet(fresh.filter(kept.contains))
        for number in kept.sorted where !together.contains(number) {
            try keep(number, caching: cached.contains(number))
        }
        var start = 0
        for end in together.sorted.indices {
            let number = together.sorted[end]
            let next = end + 1 < together.sorted.count ? together.sorted[end + 1] : nil
            if next == number + 1, next.map(cached.contains) == cached.contains(number) { continue }
            try keep(from: together.sorted[start], through: number, caching: cached.contains(number))
            start = end + 1
        }
    }

    /// Keeps new entries, all of whose numbers are in the river.
    private func keep(from first: Int64, through last: Int64, caching: Bool) throws(StoreFailure) {
        try database.statement(
            """
            UPDATE ledger SET (entry, kept_revision, sort_seconds, sort_nanoseconds) =
                    (SELECT entry, revision, sort_seconds, sort_nanoseconds FROM arrived AS a
                        WHERE a.number = ledger.number),
                cached_at = coalesce(cached_at, ?)
            WHERE number BETWEEN ? AND ?
            """
        )
        .bind(caching ? now.seconds : nil).bind(first).bind(last).run()
        try database.statement("DELETE FROM arrived WHERE number BETWEEN ? AND ?").bind(first).bind(last).run()
    }
}

/// Numbers of entries, in less memory than a set of them takes.
struct NumberSet {
    /// The numbers, from the lowest on, each once.
    let sorted: [Int64]

    init(_ numbers: [Int64]) {
        var sorted = numbers.sorted()
        var count = 0
        for index in sorted.indices where count == 0 || sorted[count - 1] != sorted[index] {
            sorted[count] = sorted[index]
            count += 1
        }
        sorted.removeLast(sorted.count - count)
        self.sorted = sorted
    }

    /// O(log n).
    func contains(_ number: Int64) -> Bool {
        var range = sorted.startIndex..<sorted.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if sorted[middle] == number { return true }
            range = sorted[middle] < number ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return false
    }
}
