import Foundation

/// A command of the shell that has been started in a case's folder.
struct RunningCommand: Sendable {
    /// What a command printed and ended with.
    struct Result: Sendable {
        var output: String
        var errors: String
        /// The exit status; 128 and the signal's number where a signal ended it.
        var status: Int32
    }

    /// The number of the process.
    var identifier: Int32 { process.processIdentifier }

    private let process: Process
    private let streams: (output: URL, errors: URL)
    private let ended: AsyncStream<Int32>

    /// Starts a command.
    init(_ command: String, in folder: CaseFolder, environment: [String: String] = [:]) throws {
        let name = folder.root + "/" + UUID().uuidString
        streams = (URL(filePath: name + ".out"), URL(filePath: name + ".err"))
        for url in [streams.output, streams.errors] { try Data().write(to: url) }
        let (ended, continuation) = AsyncStream<Int32>.makeStream()
        self.ended = ended
        process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.environment = folder.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: streams.output)
        process.standardError = try FileHandle(forWritingTo: streams.errors)
        process.terminationHandler = { process in
            let isSignal = process.terminationReason == .uncaughtSignal
            continuation.yield(process.terminationStatus + (isSignal ? 128 : 0))
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
        var status: Int32 = -1
        for await value in ended { status = value }
        return Result(
            output: String(decoding: try Data(contentsOf: streams.output), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: streams.errors), as: UTF8.self), status: status)
    }
}

extension CaseFolder {
    /// Runs a command to its end.
    func run(_ command: String, environment: [String: String] = [:]) async throws -> RunningCommand.Result {
        try await RunningCommand(filling(command), in: self, environment: environment).result()
    }
}
