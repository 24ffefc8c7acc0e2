import LocalSystem

/// Does work until it ends; a signal that asks the process to end cancels it, and it still ends in its own way.
///
/// - Returns: what the work came to, and the exit status that the signal asks for.
func untilSignal<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
) async throws -> (result: Result, status: ExitStatus?) {
    let signals = EndSignals()
    return try await withThrowingTaskGroup(of: Event<Result>.self) { group in
        group.addTask {
            defer { signals.stopWaiting() }
            return .finished(try await work())
        }
        group.addTask { .signal(await signals.next()) }
        var status: ExitStatus?
        while let event = try await group.next() {
            switch event {
            case .finished(let result): return (result, status)
            case .signal(let name?):
                status = name == .interrupt ? .interrupted : .terminated
                group.cancelAll()
            case .signal(nil): break
            }
        }
        throw CancellationError()
    }
}

/// What happens first.
private enum Event<Result: Sendable>: Sendable {
    case finished(Result)
    case signal(EndSignals.Name?)
}
