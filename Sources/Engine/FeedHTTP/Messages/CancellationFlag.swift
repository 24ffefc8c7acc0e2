internal import Synchronization

/// Tells C code on another thread that nobody waits for it any more.
final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    /// Whether the task was cancelled.
    var isSet: Bool { flag.load(ordering: .relaxed) }

    /// Has the work end.
    func set() {
        flag.store(true, ordering: .relaxed)
    }
}
