/// What the engine hands a plugin when it makes one: everything outside that the plugin may touch.
public struct PluginContext: Sendable {
    /// The folder against which relative paths of the configuration are resolved, absolute.
    public var baseFolder: String
    /// The time.
    public var clock: any WallClock
    /// Where a sink that owns standard output writes.
    public var standardOutput: any OutputChannel
    /// Where sinks keep files; see ``folder(_:)`` and ``file(_:)``.
    public var folders: any OutputFolders
    /// Sends requests for stages, under the limits of the run; an adapter gets its own when it reads.
    public var http: any HTTPClient
    /// Sends what sinks deliver, also when the time for fetching (`fetch.deadline`) is up.
    public var deliveryHTTP: any HTTPClient
    /// Carries what sinks deliver otherwise (mail, publications), and what adapters read otherwise (mailboxes).
    public var messages: any MessageTransport
    /// What is known of the reader of standard output.
    public var terminal: TerminalTraits
    /// Starts programs.
    public var programs: any ProgramRunner
    /// Takes a message for a person.
    public var report: @Sendable (Diagnostic) -> Void

    /// A context from its parts.
    public init(
        baseFolder: String, clock: any WallClock, standardOutput: any OutputChannel,
        folders: any OutputFolders, http: any HTTPClient, terminal: TerminalTraits,
        deliveryHTTP: (any HTTPClient)? = nil, messages: any MessageTransport = NoMessages(),
        programs: any ProgramRunner = NoPrograms(),
        report: @escaping @Sendable (Diagnostic) -> Void
    ) {
        self.baseFolder = baseFolder
        self.clock = clock
        self.standardOutput = standardOutput
        self.folders = folders
        self.http = http
        self.deliveryHTTP = deliveryHTTP ?? http
        self.messages = messages
        self.terminal = terminal
        self.programs = programs
        self.report = report
    }
}

extension PluginContext {
    /// The folder that a sink is given by its path, which may be relative to the configuration.
    public func folder(_ path: String) -> any OutputFolder {
        folders.folder(at: path.hasPrefix("/") ? path : baseFolder + "/" + path)
    }

    /// The file that a sink is given by its path, which may be relative to the configuration.
    public func file(
        _ path: String
    ) throws(ConfigurationError) -> (name: String, folder: any OutputFolder) {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
        guard OutputFile.defect(of: name) == nil else {
            throw ConfigurationError("\"\(path)\" names a folder; write the name of a file")
        }
        guard let slash else { return (name, folders.folder(at: baseFolder)) }
        return (name, slash == path.startIndex ? folders.folder(at: "/") : folder(String(path[..<slash])))
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
