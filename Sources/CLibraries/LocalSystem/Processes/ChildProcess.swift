import Glibc
import ThreadExecutor

/// A command run to its end beside this process: a pager, a browser; by its arguments, never through a shell.
///
/// What is spoken with over pipes is a child of ``ChildProcesses``.
public enum ChildProcess {
    /// Runs a command to its end; what it writes goes where this process writes.
    ///
    /// It is looked for in `$PATH` unless its name holds a slash. It shares the terminal, so while it runs SIGINT and
    /// SIGQUIT from the keyboard are its own.
    ///
    /// - Parameters:
    ///   - command: the name and the arguments.
    ///   - input: what it finds on standard input; nil leaves it the input of this process. That it doesn't read all of
    ///     it is no failure.
    /// - Throws: where it cannot be started; `.missing` where there is no such command.
    public static func run(
        _ command: [String], input: [UInt8]? = nil
    ) async throws(LocalFileFailure) -> ChildProcesses.Exit {
        guard let name = command.first, !command.contains(where: { $0.utf8.contains(0) }) else {
            throw LocalFileFailure(path: command.first ?? "", code: EINVAL)
        }
        let folder = ProcessEnvironment.workingDirectory
        let places = ProcessEnvironment.value(of: "PATH") ?? ""
        guard let path = ProcessLaunch.path(of: name, in: places, folder: folder) else {
            throw LocalFileFailure(path: name, code: ENOENT)
        }
        var launch = ProcessLaunch(
            path: path, arguments: command, environment: ProcessEnvironment.variables, folder: nil)
        launch.streams = (input == nil ? .inherited : .pipe, .inherited, .inherited)
        launch.isDetached = false
        return try await ChildProcessRunner().run(launch, input: input ?? [])
    }
}

/// Waits for one process on a thread of its own.
private actor ChildProcessRunner {
    private let executor = ThreadExecutor(name: "child")

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    func run(_ launch: ProcessLaunch, input: [UInt8]) throws(LocalFileFailure) -> ChildProcesses.Exit {
        let interrupt = signal(SIGINT, SIG_IGN)
        let quit = signal(SIGQUIT, SIG_IGN)
        defer {
            _ = signal(SIGINT, interrupt)
            _ = signal(SIGQUIT, quit)
        }
        let process = try launch.start()
        if process.input >= 0 {
            Self.write(input, to: process.input)
            close(process.input)
        }
        var status: Int32 = 0
        while unsafe waitpid(process.id, &status, 0) < 0 {
            guard errno == EINTR else { return .status(127) }
        }
        return ChildProcesses.Exit(waitStatus: status)
    }

    /// Writes until all is written or nobody reads any more.
    private static func write(_ bytes: [UInt8], to end: Int32) {
        // Here is nothing else to be done meanwhile.
        _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) & ~O_NONBLOCK)
        unsafe bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let count = unsafe Glibc.write(end, buffer.baseAddress?.advanced(by: written), buffer.count - written)
                if count >= 0 { written += count } else if errno != EINTR { return }
            }
        }
    }
}
