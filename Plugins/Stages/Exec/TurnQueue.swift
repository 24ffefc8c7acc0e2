import Synchronization

/// Lets callers go on one at a time, in the order in which they took their turns.
///
/// Every turn that is taken must be waited for and ended.
final class TurnQueue: Sendable {
    private struct State {
        var last = 0
        var current = 1
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Takes the next turn.
    func take() -> Int {
        state.withLock { state in
            state.last += 1
            return state.last
        }
    }

    /// Waits until all earlier turns have ended.
    func wait(for turn: Int) async {
        await withCheckedContinuation { continuation in
            let isNow = state.withLock { state in
                if state.current == turn { return true }
                state.waiting[turn] = continuation
                return false
            }
            if isNow { continuation.resume() }
        }
    }

    /// Ends a turn that has come, so that the next one comes.
    func end(_ turn: Int) {
        let next = state.withLock { state in
            state.current = turn + 1
            return state.waiting.removeValue(forKey: turn + 1)
        }
        next?.resume()
    }
}
