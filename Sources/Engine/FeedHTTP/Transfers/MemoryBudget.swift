internal import FeedModel
internal import Synchronization

/// How much memory the bodies take that are being received, and those that are whole and not yet done with.
///
/// Those that are being received get a quarter of it, beside a little for each. Above that all transfers but one pause, and
/// that one too while whole bodies are being read: so there is always something that can end.
final class MemoryBudget {
    /// What the bodies take that are being received.
    var held = 0
    private let limit: Int
    private weak var favourite: Transfer?
    /// Whether a transfer has been told to pause since the last time that all were told to go on.
    private(set) var hasPaused = false
    private let lent: LentMemory

    /// - Parameter wake: is called, on any thread, when a body is done with.
    init(limit: Int, wake: @escaping @Sendable () -> Void) {
        self.limit = limit
        lent = LentMemory(wake: wake)
    }

    /// Whether a transfer may take more now.
    func allows(_ transfer: Transfer) -> Bool {
        // What is small is let through: who reads a large body may be waiting for it.
        if isBelowLimit || favourite === transfer || transfer.heldBytes < limit / 512 { return true }
        if hasRoom {
            favourite = transfer
            return true
        }
        hasPaused = true
        return false
    }

    /// Frees what an ended transfer holds, before it gives that away.
    func release(_ transfer: Transfer) {
        held -= transfer.heldBytes
        if favourite === transfer { favourite = nil }
    }

    /// Counts a whole body until the share is let go; nil for one that is not worth counting.
    ///
    /// It counts three times: what is made of it, and its way into the database, take as much again each.
    func lend(_ count: Int) -> MemoryShare? {
        guard count >= Self.leastLent else { return nil }
        return lent.lend(count * 3)
    }

    /// Whether it is worth waking a paused transfer.
    var hasRoom: Bool {
        isBelowLimit || favourite == nil && (lent.count == 0 || lent.hasWaitedLong(at: .now))
    }

    private var isBelowLimit: Bool { held < limit / 4 && held + lent.count < limit }

    /// Notes that all transfers were told to go on.
    func noteResumed() {
        hasPaused = false
    }

    private static let leastLent = 1 << 14
}

/// The memory of whole bodies, which are let go on any thread.
private final class LentMemory: Sendable {
    private struct State {
        var count = 0
        var lastChange = ContinuousClock.now
    }

    private let state = Mutex(State())
    private let wake: @Sendable () -> Void
    /// Who holds a body may itself wait for another large one.
    private static let patience = Duration.seconds(10)

    init(wake: @escaping @Sendable () -> Void) {
        self.wake = wake
    }

    var count: Int { state.withLock { $0.count } }

    /// Whether nothing has come back for so long that it cannot be waited for.
    func hasWaitedLong(at now: ContinuousClock.Instant) -> Bool {
        state.withLock { now - $0.lastChange >= Self.patience }
    }

    func lend(_ count: Int) -> MemoryShare {
        change(by: count)
        return MemoryShare { [self] in
            change(by: -count)
            wake()
        }
    }

    private func change(by count: Int) {
        state.withLock { state in
            state.count += count
            state.lastChange = .now
        }
    }
}
