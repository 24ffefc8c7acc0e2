/// A well-formed text made from one that need not be, and the way back from its bytes to those of the source.
struct XMLRepair {
    /// The repaired bytes; nil if the source can stand as it is from `start` on.
    var bytes: [UInt8]?
    /// Where the source begins to count: behind byte-order mark, blanks and XML declaration.
    var start = 0
    /// Whether the root element ends in the source.
    var isComplete = false
    /// What was wrong, and what was made of it.
    var diagnostics = XMLDiagnostics()
    /// Where source and repaired text go on alike behind each change: in step, growing.
    var changes: [(repaired: Int, source: Int)] = []

    /// The offset in the source of an offset in the repaired text.
    func sourceOffset(of offset: Int) -> Int {
        var low = 0
        var high = changes.count
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].repaired <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return offset + start }
        let change = changes[low - 1]
        let next = low < changes.count ? changes[low].source : Int.max
        return min(change.source + offset - change.repaired, next)
    }
}
