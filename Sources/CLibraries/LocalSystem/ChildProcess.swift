import Glibc
import ThreadExecutor

/// A command run as a process of its own: by its arguments, never through a shell.
public enum ChildProcess {
    /// How a process ended.
    public enum Ending: Sendable, Hashable {
        /// By itself, with a status.
        case exited(Int32)
        /// By a signal.
        case signalled(Int32)
    }

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
    public static func run(_ command: [String], input: [UInt8]? = nil) async throws(LocalFileFailure) -> Ending {
        try await ChildProcessRunner().run(command, input: input)
    }
}

extension ChildProcess.Ending: CustomStringConvertible {
    /// What happened, as the end of a sentence.
    public var description: String {
        switch self {
        case .exited(let status): "ended with status \(status)"
        case .signalled(let signal): "was ended by signal \(signal)"
        }
    }
}

/// Waits for one process on a thread of its own.
private actor ChildProcessRunner {
    private let executor = ThreadExecutor(name: "child")

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    func run(_ command: [String], input: [UInt8]?) throws(LocalFileFailure) -> ChildProcess.Ending {
        var ends: [Int32] = [-1, -1]
        if input != nil {
            guard unsafe pipe(&ends) == 0 else { throw LocalFileFailure(path: "a pipe", code: errno) }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        let interrupt = signal(SIGINT, SIG_IGN)
        let quit = signal(SIGQUIT, SIG_IGN)
        defer {
            _ = signal(SIGINT, interrupt)
            _ = signal(SIGQUIT, quit)
        }
        let process: pid_t
        do throws(LocalFileFailure) {
            process = try Self.start(command, input: input == nil ? nil : ends[0])
        } catch {
            for end in ends where end >= 0 { close(end) }
            throw error
        }
        if let input {
            close(ends[0])
            Self.write(input, to: ends[1])
            close(ends[1])
        }
        return Self.ending(of: process)
    }

    private static func start(_ command: [String], input: Int32?) throws(LocalFileFailure) -> pid_t {
        guard let name = command.first, !command.contains(where: { $0.utf8.contains(0) }) else {
            throw LocalFileFailure(path: command.first ?? "", code: EINVAL)
        }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        if let input { unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
        // What this process ignores, a child would ignore too.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        var none = sigset_t()
        unsafe sigemptyset(&defaults)
        unsafe sigemptyset(&none)
        for signal in [SIGPIPE, SIGINT, SIGQUIT, SIGTERM] { unsafe sigaddset(&defaults, signal) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var arguments = unsafe command.map { unsafe strdup($0) as UnsafeMutablePointer<CChar>? }
        defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
        unsafe arguments.append(nil)
        var process: pid_t = 0
        let status = unsafe posix_spawnp(&process, name, &actions, &attributes, arguments, environ)
        guard status == 0 else { throw LocalFileFailure(path: name, code: status) }
        return process
    }

    /// Writes until all is written or nobody reads any more; SIGPIPE must be ignored.
    private static func write(_ bytes: [UInt8], to end: Int32) {
        unsafe bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let count = unsafe Glibc.write(end, buffer.baseAddress?.advanced(by: written), buffer.count - written)
                if count >= 0 { written += count } else if errno != EINTR { return }
            }
        }
    }

    private static func ending(of process: pid_t) -> ChildProcess.Ending {
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return .exited(127) }
        }
        // WIFSIGNALED and its like are macros: the low seven bits are the signal.
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }
}
