import Foundation

/// A command of the shell that has been started in a case's folder.
struct RunningCommand: Sendable {
    /// What a command printed and ended with.
    struct Result: Sendable {
        var output: String
        var errors: String
        /// The exit status; 128 and the signal's number where a signal ended it.
        var status: Int32
        /// When it ended, however late the test came to look.
        var end: ContinuousClock.Instant
    }

    /// The number of the process.
    var identifier: Int32 { process.processIdentifier }

    private let process: Process
    private let streams: (output: URL, errors: URL)
    private let ended: AsyncStream<(status: Int32, at: ContinuousClock.Instant)>

    /// Starts a command.
    init(_ command: String, in folder: CaseFolder) throws {
        let name = folder.root + "/" + UUID().uuidString
        streams = (URL(filePath: name + ".out"), URL(filePath: name + ".err"))
        for url in [streams.output, streams.errors] { try Data().write(to: url) }
        let (ended, continuation) = AsyncStream<(status: Int32, at: ContinuousClock.Instant)>.makeStream()
        self.ended = ended
        process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.environment = folder.environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: streams.output)
        process.standardError = try FileHandle(forWritingTo: streams.errors)
        process.terminationHandler = { process in
            let isSignal = process.terminationReason == .uncaughtSignal
            continuation.yield((process.terminationStatus + (isSignal ? 128 : 0), ContinuousClock.now))
            continuation.finish()
        }
        try process.run()
    }

    /// Sends a signal.
    func send(_ signal: Int32) {
        kill(identifier, signal)
    }

    /// Waits for the end; at most one may wait.
    func result() async throws -> Result {
        var end: (status: Int32, at: ContinuousClock.Instant) = (-1, .now)
        for await value in ended { end = value }
        return Result(
            output: String(decoding: try Data(contentsOf: streams.output), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: streams.errors), as: UTF8.self), status: end.status,
            end: end.at)
    }
}

extension CaseFolder {
    /// Runs a command to its end.
    func run(_ command: String) async throws -> RunningCommand.Result {
        try await RunningCommand(filling(command), in: self).result()
    }
}
