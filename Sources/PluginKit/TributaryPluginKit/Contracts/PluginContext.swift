/// What the engine hands a plugin when it makes one: everything outside that the plugin may touch.
public struct PluginContext: Sendable {
    /// The folder against which relative paths of the configuration are resolved, absolute.
    public var baseFolder: String
    /// The time.
    public var clock: any WallClock
    /// Where a sink that owns standard output writes.
    public var standardOutput: any OutputChannel
    /// What is known of the reader of standard output.
    public var terminal: TerminalTraits
    /// Takes a message for a person.
    public var report: @Sendable (Diagnostic) -> Void

    /// A context from its parts.
    public init(
        baseFolder: String, clock: any WallClock, standardOutput: any OutputChannel, terminal: TerminalTraits,
        report: @escaping @Sendable (Diagnostic) -> Void
    ) {
        self.baseFolder = baseFolder
        self.clock = clock
        self.standardOutput = standardOutput
        self.terminal = terminal
        self.report = report
    }
}

/// What is known of the reader of standard output.
public struct TerminalTraits: Sendable, Hashable {
    /// Whether standard output is a terminal.
    public var isTerminal: Bool
    /// The width in display columns; 80 where it is unknown.
    public var columns: Int
    /// Whether colours and links are welcome: a terminal, and no `NO_COLOR`.
    public var allowsColor: Bool

    /// Traits of a reader; by default a pipe.
    public init(isTerminal: Bool = false, columns: Int = 80, allowsColor: Bool = false) {
        self.isTerminal = isTerminal
        self.columns = columns
        self.allowsColor = allowsColor
    }
}
