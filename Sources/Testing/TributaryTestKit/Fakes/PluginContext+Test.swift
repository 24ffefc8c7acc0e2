public import TributaryPluginKit

extension PluginContext {
    /// A context for tests: what is not given is a fake of its own, so that nothing outside is touched.
    public static func test(
        baseFolder: String = "/nonexistent", clock: any WallClock = FixedClock(),
        standardOutput: any OutputChannel = CollectingOutput(), folders: any OutputFolders = MemoryFolders(),
        http: any HTTPClient = MemoryHTTP(), messages: any MessageTransport = MemoryMessages(),
        terminal: TerminalTraits = TerminalTraits(),
        log: DiagnosticLog = DiagnosticLog()
    ) -> PluginContext {
        PluginContext(
            baseFolder: baseFolder, clock: clock, standardOutput: standardOutput, folders: folders,
            http: http, terminal: terminal, messages: messages, report: { log.report($0) })
    }
}
