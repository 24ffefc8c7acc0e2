import LocalSystem

/// How long cancelled work may take to end in its own way: a user who presses Ctrl-C wants the prompt within a second.
private let grace = Duration.milliseconds(700)

/// Does work until it ends; a signal that asks the process to end cancels it, and it still ends in its own way.
///
/// Work that cannot: a sink that hangs, a database that somebody else holds, a terminal that takes no more. It is left
/// where it stands, and the process ends, as it might at any instant: what is whole is in the store by then.
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
                let end: ExitStatus = name == .interrupt ? .interrupted : .terminated
                status = end
                group.cancelAll()
                group.addTask {
                    if await !signals.isStopped(within: grace) { ProcessEnvironment.exitAtOnce(end.rawValue) }
                    return .signal(nil)
                }
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
