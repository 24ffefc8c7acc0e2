import LocalSystem
import Synchronization
public import TributaryPluginKit

/// Starts programs on this machine, all on one thread, which starts with the first of them.
public final class LocalPrograms: ProgramRunner {
    private let table = Mutex<ChildProcesses?>(nil)
    private let confiner: [String]?
    private let variable: @Sendable (String) -> String?

    /// A runner.
    ///
    /// - Parameters:
    ///   - confiner: the words that begin a command line which confines itself as it is told and becomes the program
    ///     (`tributary sandbox-exec`); nil starts programs unconfined.
    ///   - variable: the value of a variable of the environment; nil takes this process's.
    public init(
        confiner: [String]?,
        variable: (@Sendable (String) -> String?)? = nil
    ) {
        self.confiner = confiner
        self.variable = variable ?? { ProcessEnvironment.value(of: $0) }
    }

    /// Starts a program.
    public func start(_ program: Program) async throws(ProgramFailure) -> any RunningProgram {
        let searchPath = variable("PATH") ?? Self.standardPath
        guard let word = program.command.first else { throw ProgramFailure("the command is empty") }
        // C would take it for the end of the word.
        guard !(program.command + program.environment.values).contains(where: { $0.utf8.contains(0) }) else {
            throw ProgramFailure("a word of the command or of its environment holds a NUL character")
        }
        guard let path = ProcessLaunch.path(of: word, in: searchPath, folder: program.folder) else {
            throw ProgramFailure(
                word.contains("/")
                    ? "\(word) is no file that can be executed (looked for from \(program.folder))"
                    : "there is no program \"\(word)\" in PATH (\(searchPath))")
        }
        var environment = ["PATH": searchPath]
        for name in program.passedVariables { environment[name] = variable(name) ?? environment[name] }
        environment.merge(program.environment) { $1 }
        var launch = ProcessLaunch(
            path: path, arguments: program.command,
            environment: environment.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, folder: program.folder)
        if let confiner {
            let confinement = program.confinement(of: path, home: variable("HOME"))
            launch.path = confiner[0]
            launch.arguments = confiner + confinement.arguments + ["--", path] + program.command
        }
        let table = children
        do throws(LocalFileFailure) {
            return LocalProgram(try await table.start(launch), in: table)
        } catch {
            throw ProgramFailure("\(word) cannot be started: \(error.reason)")
        }
    }

    /// Ends all programs that are still there, each with what it has started.
    ///
    /// To be called before this process ends: what its programs have started would outlive them.
    ///
    /// - Parameter grace: how long each may take to end by itself.
    public func endAll(grace: Duration) async {
        await table.withLock { $0 }?.endAll(grace: grace)
    }

    private var children: ChildProcesses {
        table.withLock { table in
            if let table { return table }
            let made = ChildProcesses()
            table = made
            return made
        }
    }

    private static let standardPath = "/usr/local/bin:/usr/bin:/bin"
}

extension Program {
    /// What the program may see and use; its own are the file that it is and those that its words name.
    fileprivate func confinement(of path: String, home: String?) -> Confinement {
        guard let readable else {
            return Confinement(readable: nil, allowsNetwork: allowsNetwork, processorTime: processorTime)
        }
        let words = command.dropFirst().map { $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" }
        let own = OwnFolders.of([path] + words, home: home)
        return Confinement(
            readable: own + readable, writable: writable, allowsNetwork: allowsNetwork, processorTime: processorTime)
    }
}

/// One program of ``LocalPrograms``.
private final class LocalProgram: RunningProgram {
    private let id: ChildProcesses.ID
    private let table: ChildProcesses
    /// What it had said on standard error when it ended.
    private let lastErrors = Mutex<[UInt8]>([])

    init(_ id: ChildProcesses.ID, in table: ChildProcesses) {
        self.id = id
        self.table = table
    }

    deinit {
        table.abandon(id)
    }

    func send(_ bytes: [UInt8], isLast: Bool) async {
        await table.send(bytes, isLast: isLast, to: id)
    }

    func output(silence: Duration, deadline: ContinuousClock.Instant) async -> ProgramOutput {
        switch await table.output(of: id, silence: silence, deadline: deadline) {
        case .output(let bytes): .bytes(bytes)
        case .ended: .ended
        case .silent: .silent
        case .late: .late
        case .cancelled: .cancelled
        }
    }

    func takeErrors() async -> [UInt8] {
        let errors = await table.takeErrors(of: id)
        return lastErrors.withLock { last in
            defer { last = [] }
            return errors + last
        }
    }

    func end(grace: Duration) async -> ProgramExit {
        guard let (exit, errors) = await table.end(id, grace: grace) else { return .status(0) }
        lastErrors.withLock { $0 += errors }
        switch exit {
        case .status(let status): return .status(status)
        case .signal(let number): return .signal(number)
        }
    }

    func rest(for time: Duration) async {
        await table.rest(id, for: time)
    }

    func wake() async -> Bool {
        await table.wake(id)
    }
}
