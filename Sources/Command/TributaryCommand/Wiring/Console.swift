import FeedText
import LocalSystem
import TributaryPluginKit

/// The two streams of a command: data on standard output, everything else on standard error.
struct Console: Sendable {
    let output: StandardStream
    let error: StandardStream

    /// Prints a text on standard output; a reader that has gone is no failure.
    func print(_ text: String) async -> ExitStatus {
        await print(Array(text.utf8))
    }

    /// Prints bytes on standard output; a reader that has gone is no failure.
    func print(_ bytes: [UInt8]) async -> ExitStatus {
        guard let (_, failure) = await output.write(bytes), failure.kind != .closed else { return .success }
        await complain(["tributary: \(failure)"])
        return .failure
    }

    /// Prints lines on standard error.
    func complain(_ lines: [String]) async {
        let text = lines.map { DisplayText.printable($0) + "\n" }.joined()
        _ = await error.write(Array(text.utf8))
    }

    /// Shows how far something is, in place of what was shown before, until something is printed on standard error; only to
    /// be used where that is a terminal.
    ///
    /// - Parameter text: nil takes it away again.
    func showProgress(_ text: String?) async {
        await error.show(text.map { Array($0.utf8) })
    }

    /// Does work whose diagnostics are printed on standard error while it goes on.
    ///
    /// - Parameter work: is handed where diagnostics go; none may come after it has returned.
    func reporting<Result>(
        _ work: (@escaping @Sendable (Diagnostic) -> Void) async throws -> Result
    ) async rethrows -> Result {
        let (diagnostics, continuation) = AsyncStream<Diagnostic>.makeStream()
        async let printing: Void = {
            for await diagnostic in diagnostics {
                await complain(["\(diagnostic.severity.rawValue): \(diagnostic)"])
            }
        }()
        let result: Result
        do {
            result = try await work { continuation.yield($0) }
        } catch {
            continuation.finish()
            await printing
            throw error
        }
        continuation.finish()
        await printing
        return result
    }
}

/// Standard output as plugins see it.
struct ConsoleOutput: OutputChannel {
    let stream: StandardStream

    func write(_ bytes: [UInt8]) async throws(OutputFailure) {
        guard let (written, failure) = await stream.write(bytes) else { return }
        throw OutputFailure(
            isClosed: failure.kind == .closed, bytesWritten: written, message: failure.reason)
    }
}
