import LocalSystem

/// Does work until it ends; a signal that asks the process to end cancels it, and it still ends in its own way.
///
/// - Returns: what the work came to, and the exit status that the signal asks for.
/// - Throws: what the work throws; after a signal ``Interruption``, since the cancelled work had no other choice.
func untilSignal<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
) async throws -> (result: Result, status: ExitStatus?) {
    let signals = EndSignals()
    return try await withThrowingTaskGroup(of: Event<Result>.self) { group in
        group.addTask {
            defer { signals.stopWaiting() }
            do {
                return .finished(try await work())
            } catch {
                return .failed(error)
            }
        }
        group.addTask { .signal(await signals.next()) }
        var status: ExitStatus?
        while let event = try await group.next() {
            switch event {
            case .finished(let result): return (result, status)
            case .failed(let error):
                if let status { throw Interruption(status: status) }
                throw error
            case .signal(let name?):
                status = name == .interrupt ? .interrupted : .terminated
                group.cancelAll()
            case .signal(nil): break
            }
        }
        throw CancellationError()
    }
}

/// A signal has ended the work before it came to anything.
struct Interruption: Error {
    /// The exit status that the signal asks for.
    var status: ExitStatus
}

/// What happens first.
private enum Event<Result: Sendable>: Sendable {
    case finished(Result)
    case failed(any Error)
    case signal(EndSignals.Name?)
}
