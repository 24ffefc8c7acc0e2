/// How much memory the bodies take that are being received.
///
/// Above the limit all transfers but one pause, so that there is always one that can end.
final class MemoryBudget {
    var held = 0
    private let limit: Int
    private weak var favourite: Transfer?

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether a transfer may take more now.
    func allows(_ transfer: Transfer) -> Bool {
        if held < limit { return true }
        if favourite == nil { favourite = transfer }
        return favourite === transfer
    }

    /// Frees what an ended transfer holds, before it gives that away.
    func release(_ transfer: Transfer) {
        held -= transfer.heldBytes
        if favourite === transfer { favourite = nil }
    }

    /// Whether it is worth waking a paused transfer.
    var hasRoom: Bool { held < limit || favourite == nil }
}
