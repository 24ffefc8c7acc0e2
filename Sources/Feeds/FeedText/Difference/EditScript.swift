/// The smallest set of removals and additions that makes one sequence of another.
///
/// After Eugene Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), in its linear space refinement.
struct EditScript {
    /// Which elements of the old sequence go.
    private(set) var isRemoved: [Bool]
    /// Which elements of the new sequence come.
    private(set) var isAdded: [Bool]

    private let old: [Int32]
    private let new: [Int32]
    private var effort: Int
    /// How far paths reach on each diagonal, from the beginning and from the end.
    private var forward: [Int]
    private var backward: [Int]

    /// A comparison that has not been made yet; `effort` bounds its steps.
    init(from old: [Int32], to new: [Int32], effort: Int) {
        self.old = old
        self.new = new
        self.effort = effort
        isRemoved = Array(repeating: false, count: old.count)
        isAdded = Array(repeating: false, count: new.count)
        let diagonals = 2 * ((old.count + new.count + 1) / 2 + 1) + 1
        forward = Array(repeating: 0, count: diagonals)
        backward = Array(repeating: 0, count: diagonals)
    }

    /// Makes the comparison.
    mutating func run() {
        // Each step halves what is left to find, so that few pairs are ever waiting.
        var waiting = [(old: old.indices, new: new.indices)]
        while let (oldRange, newRange) = waiting.popLast() {
            let (from, to) = withoutCommonEnds(oldRange, newRange)
            guard !from.isEmpty, !to.isEmpty, let middle = middle(of: from, to) else {
                for index in from { isRemoved[index] = true }
                for index in to { isAdded[index] = true }
                continue
            }
            waiting.append((from.lowerBound..<middle.old, to.lowerBound..<middle.new))
            waiting.append((middle.old..<from.upperBound, middle.new..<to.upperBound))
        }
    }

    private func withoutCommonEnds(_ from: Range<Int>, _ to: Range<Int>) -> (Range<Int>, Range<Int>) {
        var (start, newStart, end, newEnd) = (from.lowerBound, to.lowerBound, from.upperBound, to.upperBound)
        while start < end, newStart < newEnd, old[start] == new[newStart] {
            start += 1
            newStart += 1
        }
        while start < end, newStart < newEnd, old[end - 1] == new[newEnd - 1] {
            end -= 1
            newEnd -= 1
        }
        return (start..<end, newStart..<newEnd)
    }

    /// A point that the shortest path from one end to the other goes through, neither of the ends; nil if the effort is
    /// spent.
    ///
    /// Both ranges hold something, and neither their first elements nor their last ones are equal.
    private mutating func middle(of from: Range<Int>, _ to: Range<Int>) -> (old: Int, new: Int)? {
        let count = from.count
        let newCount = to.count
        let delta = count - newCount
        let most = (count + newCount + 1) / 2
        let zero = most + 1
        forward[zero + 1] = 0
        backward[zero + 1] = 0
        for distance in 0...most {
            effort -= 2 * distance + 2
            guard effort > 0 else { return nil }
            // Diagonals beyond the corners lead nowhere.
            let lowest = -(distance - 2 * max(0, distance - newCount))
            let highest = distance - 2 * max(0, distance - count)
            for diagonal in stride(from: lowest, through: highest, by: 2) {
                let isDown =
                    diagonal == -distance
                    || (diagonal != distance && forward[zero + diagonal - 1] < forward[zero + diagonal + 1])
                var x = isDown ? forward[zero + diagonal + 1] : forward[zero + diagonal - 1] + 1
                let start = x
                while x < count, x - diagonal < newCount,
                    x - diagonal >= 0, old[from.lowerBound + x] == new[to.lowerBound + x - diagonal]
                {
                    x += 1
                }
                effort -= x - start
                forward[zero + diagonal] = x
                let mirrored = delta - diagonal
                if delta % 2 != 0, abs(mirrored) < distance, x + backward[zero + mirrored] >= count {
                    return point(from, to, x: start, diagonal: diagonal, end: x)
                }
            }
            for diagonal in stride(from: lowest, through: highest, by: 2) {
                let isDown =
                    diagonal == -distance
                    || (diagonal != distance && backward[zero + diagonal - 1] < backward[zero + diagonal + 1])
                var x = isDown ? backward[zero + diagonal + 1] : backward[zero + diagonal - 1] + 1
                let start = x
                while x < count, x - diagonal < newCount, x - diagonal >= 0,
                    old[from.upperBound - 1 - x] == new[to.upperBound - 1 - (x - diagonal)]
                {
                    x += 1
                }
                effort -= x - start
                backward[zero + diagonal] = x
                let mirrored = delta - diagonal
                if delta % 2 == 0, abs(mirrored) <= distance, x + forward[zero + mirrored] >= count {
                    return point(from, to, x: count - x, diagonal: delta - diagonal, end: count - start)
                }
            }
        }
        return nil
    }

    /// The point at the beginning of a run of equal elements, or at its end where the beginning is an end of all.
    private func point(
        _ from: Range<Int>, _ to: Range<Int>, x: Int, diagonal: Int, end: Int
    ) -> (old: Int, new: Int)? {
        for place in [x, end] {
            let y = place - diagonal
            guard place >= 0, y >= 0, place <= from.count, y <= to.count else { continue }
            let isAnEnd = (place == 0 && y == 0) || (place == from.count && y == to.count)
            if !isAnEnd { return (from.lowerBound + place, to.lowerBound + y) }
        }
        return nil
    }
}
