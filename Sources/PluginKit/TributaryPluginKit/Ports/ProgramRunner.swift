/// Starts programs of the user's choice: confined, in an environment of their own, without a shell.
public protocol ProgramRunner: Sendable {
    /// Starts a program.
    func start(_ program: Program) async throws(ProgramFailure) -> any RunningProgram
}

/// A program to start, and what it may do.
public struct Program: Sendable {
    /// The words that it is started with; the first is a path if it holds a slash, else it is looked for in `PATH`.
    public var command: [String]
    /// The folder that it starts in, to which paths among its words are relative; absolute.
    public var folder: String
    /// Variables of its environment; beside these it has `PATH` only.
    public var environment: [String: String]
    /// Variables that it gets as Tributary has them, if it has them.
    public var passedVariables: [String]
    /// Folders and files that it may read, beside the system's and its own; nil leaves all files open to it.
    public var readable: [String]?
    /// Folders and files that it may write to.
    public var writable: [String]
    /// Whether it may reach a network.
    public var allowsNetwork: Bool
    /// Seconds of processor time, after which the system ends it.
    public var processorTime: Int

    /// A program that may read what is the system's and its own, and reach the network.
    public init(_ command: [String], in folder: String) {
        self.command = command
        self.folder = folder
        environment = [:]
        passedVariables = []
        readable = []
        writable = []
        allowsNetwork = true
        processorTime = 3600
    }
}

/// A program that was started: its standard input, its output, its end.
///
/// One whose last reference goes is ended.
public protocol RunningProgram: AnyObject, Sendable {
    /// Has bytes sent to its standard input, without waiting until it takes them.
    ///
    /// - Parameters:
    ///   - bytes: what is sent.
    ///   - isLast: whether its input ends behind them.
    func send(_ bytes: [UInt8], isLast: Bool) async

    /// Waits for something on its standard output; one caller at a time.
    ///
    /// - Parameters:
    ///   - silence: how long not one byte may come.
    ///   - deadline: until when in any case.
    func output(silence: Duration, deadline: ContinuousClock.Instant) async -> ProgramOutput

    /// What it has said on standard error since this was asked last, up to 64 KB.
    func takeErrors() async -> [UInt8]

    /// Has its input end and waits for its end, and for that of all it has started.
    ///
    /// - Parameter grace: how long it may take before it gets SIGTERM, and two seconds later SIGKILL; with none its input
    ///   does not end before it does.
    func end(grace: Duration) async -> ProgramExit

    /// Has it ended when it was asked nothing for some time.
    func rest(for time: Duration) async

    /// Takes `rest` back; false where it has ended.
    func wake() async -> Bool
}

/// What comes of waiting for a program's output.
public enum ProgramOutput: Sendable, Hashable {
    /// At least one byte.
    case bytes([UInt8])
    /// There will be no more.
    case ended
    /// Nothing came within the time allowed for silence.
    case silent
    /// The deadline has come.
    case late
    /// The task was cancelled.
    case cancelled
}

/// How a program has ended.
public enum ProgramExit: Sendable, Hashable {
    /// By itself.
    case status(Int32)
    /// By a signal.
    case signal(Int32)
}

/// Why a program could not be started.
public struct ProgramFailure: Error, Sendable, Hashable {
    /// What happened and what to do: lower case, no full stop.
    public var message: String

    /// A failure with a message.
    public init(_ message: String) {
        self.message = message
    }
}

/// Starts nothing: what a context has unless it is given something better.
public struct NoPrograms: ProgramRunner {
    /// A runner that refuses.
    public init() {}

    /// Refuses.
    public func start(_ program: Program) async throws(ProgramFailure) -> any RunningProgram {
        throw ProgramFailure("no programs are started here")
    }
}
