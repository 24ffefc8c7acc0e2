internal import Synchronization

/// What the origin has seen so far.
public struct OriginState: Sendable {
    /// All requests, in the order in which they came.
    public var requests: [OriginRequest] = []
    /// The status code of each request's answer, one that never comes included.
    public var statuses: [Int] = []
    /// How many connections are open.
    public var openConnections = 0
    /// How many requests are being answered, those that never will be included.
    public var answering = 0
    /// The most that were being answered at once.
    public var mostAnswering = 0
}

/// The state, shared by the server's thread and those who look at it or wait for something in it.
final class OriginRecord: Sendable {
    private struct Waiter {
        var condition: @Sendable (OriginState) -> Bool
        var continuation: CheckedContinuation<OriginState, Never>
    }

    private struct Contents {
        var state = OriginState()
        var waiters: [Waiter] = []
    }

    private let contents = Mutex(Contents())

    var state: OriginState { contents.withLock { $0.state } }

    func update(_ change: (inout OriginState) -> Void) {
        let satisfied = contents.withLock { contents in
            change(&contents.state)
            contents.state.mostAnswering = max(contents.state.mostAnswering, contents.state.answering)
            guard !contents.waiters.isEmpty else { return (contents.state, [] as [Waiter]) }
            let state = contents.state
            let satisfied = contents.waiters.filter { $0.condition(state) }
            contents.waiters.removeAll { $0.condition(state) }
            return (state, satisfied)
        }
        for waiter in satisfied.1 { waiter.continuation.resume(returning: satisfied.0) }
    }

    func add(_ request: OriginRequest, answeredWith status: Int) {
        update {
            $0.requests.append(request)
            $0.statuses.append(status)
            $0.answering += 1
        }
    }

    func state(when condition: @escaping @Sendable (OriginState) -> Bool) async -> OriginState {
        await withCheckedContinuation { continuation in
            let state = contents.withLock { contents -> OriginState? in
                if condition(contents.state) { return contents.state }
                contents.waiters.append(Waiter(condition: condition, continuation: continuation))
                return nil
            }
            if let state { continuation.resume(returning: state) }
        }
    }
}
