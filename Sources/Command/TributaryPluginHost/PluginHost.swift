import FeedHTTP
import FeedJSON
import FeedModel
import LocalSystem
import PluginProcess
import ThreadExecutor
import TributaryEngine
public import TributaryPluginKit

/// Runs a plugin type as a process of its own, which Tributary talks to through `exec` (docs/plugin-protocol.md).
public enum PluginHost {
    /// Speaks for the plugin until standard input ends.
    ///
    /// Adapters, entry stages and sinks can be hosted; a river stage and a page sink need what only Tributary has.
    ///
    /// - Returns: the exit status.
    public static func run(_ plugin: any Plugin.Type) async -> Int32 {
        ProcessEnvironment.fillClosedStreams()
        ProcessEnvironment.ignoreBrokenPipes()
        var speaker = Speaker(plugin)
        let output = StandardStream(.output, on: ThreadExecutor(name: "streams"))
        let requests = StandardInputLines()
        while let line = await requests.next() {
            guard await output.write(speaker.lines(answering: line)) == nil else { return 1 }
        }
        return 0
    }
}

/// The plugin's side of the conversation.
struct Speaker {
    private let plugin: any Plugin.Type
    private let log = DiagnosticQueue()
    private var made: (any Plugin)?

    /// What the plugin sends its requests by.
    static var http: FeedHTTPClient { FeedHTTPClient(userAgent: "Tributary-Plugin/\(PluginProtocol.version)") }

    init(_ plugin: any Plugin.Type) {
        self.plugin = plugin
    }

    /// What is to be written in answer to one line.
    mutating func lines(answering line: [UInt8]) async -> [UInt8] {
        guard !line.isEmpty else { return [] }
        let answers: [PluginAnswer]
        do {
            answers = try await self.answers(to: try PluginRequest(line: line))
        } catch {
            answers = [.error(ReportedFailure(error))]
        }
        let diagnostics = log.takeAll().map(PluginAnswer.diagnostic)
        // The first line is the greeting, whatever there is to say.
        if case .hello? = answers.first { return (answers + diagnostics).flatMap(\.line) }
        return (diagnostics + answers).flatMap(\.line)
    }

    private mutating func answers(to request: PluginRequest) async throws -> [PluginAnswer] {
        if case .hello(let greeting, let options) = request { return try greet(greeting, options) }
        guard let made else { throw ReportedFailure("the first request is \"hello\"") }
        switch (request, made) {
        case (.read(let subscription, let last), let adapter as any FeedAdapter):
            return try await Self.reading(of: subscription, since: last, by: adapter)
        case (.judge(var entry), let stage as any EntryStage):
            let before = entry
            return [PluginAnswer(try stage.apply(&entry), entry == before ? nil : entry)]
        case (.judge(var entry), let stage as any AsyncEntryStage):
            let before = entry
            return [PluginAnswer(try await stage.apply(&entry), entry == before ? nil : entry)]
        case (.open(let mark), let sink as any Sink):
            try await sink.open(after: mark)
            return [.ready]
        case (.deliver(let deliveries), let sink as any Sink):
            return [.receipt(try await sink.deliver(DeliveryBatch(deliveries)))]
        case (.close, let sink as any Sink):
            try await sink.close()
            return [.closed]
        default: throw ReportedFailure("a \(plugin.descriptor.role) does not do that", isPermanent: true)
        }
    }

    private mutating func greet(_ greeting: Greeting, _ options: JSONValue?) throws -> [PluginAnswer] {
        let element = JSONNode(options ?? [:], at: 0)
        let log = log
        let context = PluginContext(
            baseFolder: ProcessEnvironment.workingDirectory, clock: HostClock(), standardOutput: NoOutput(),
            folders: LocalFolders(), http: Self.http, terminal: TerminalTraits(),
            messages: CurlMessages(), report: { log.append($0) })
        let made = try Self.make(plugin, from: element, context: context)
        guard made is any FeedAdapter || made is any EntryStage || made is any AsyncEntryStage || made is any Sink
        else {
            throw ReportedFailure("river stages and page sinks cannot be processes", isPermanent: true)
        }
        self.made = made
        let version = min(greeting.version, PluginProtocol.version)
        return [.hello(Greeting(version: version, role: plugin.descriptor.role))]
    }

    private static func make<Made: Plugin>(
        _ plugin: Made.Type, from options: JSONNode, context: PluginContext
    ) throws(ConfigurationError) -> Made {
        let decoded = try OptionDecoder.decode(
            Made.Options.self, from: options, table: plugin.descriptor.options)
        return try Made(options: decoded, context: context)
    }
}
