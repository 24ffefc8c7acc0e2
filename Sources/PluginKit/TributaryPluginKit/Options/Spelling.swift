/// Finds what a user most likely meant.
package enum Spelling {
    /// What a message says after an unknown name: the nearest one, else all of them.
    package static func advice(for name: String, among allowed: [String]) -> String {
        if let nearest = nearest(to: name, among: allowed) { return "did you mean \"\(nearest)\"?" }
        guard !allowed.isEmpty else { return "none is allowed here" }
        return "allowed are " + allowed.map { "\"\($0)\"" }.joined(separator: ", ")
    }

    /// The allowed name that differs least; nil where more than a third of the letters would have to change.
    package static func nearest(to name: String, among allowed: [String]) -> String? {
        let wanted = Array(name.lowercased().utf8)
        guard wanted.count <= 64 else { return nil }
        var best: (distance: Int, name: String)?
        for candidate in allowed {
            let letters = Array(candidate.lowercased().utf8)
            let distance = distance(wanted, letters)
            let limit = max(1, max(wanted.count, letters.count) / 3)
            if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
        }
        return best?.name
    }

    /// Insertions, deletions, replacements and swaps of neighbours that lead from one to the other.
    ///
    /// O(n × m).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for i in 0..<left.count {
            var row = [i + 1]
            for j in 0..<right.count {
                let replaced = last[j] + (left[i] == right[j] ? 0 : 1)
                var value = min(replaced, last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    value = min(value, beforeLast[j - 1] + 1)
                }
                row.append(value)
            }
            beforeLast = last
            last = row
        }
        return last[right.count]
    }
}
