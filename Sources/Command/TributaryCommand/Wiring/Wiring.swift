import FeedHTTP
import FeedJSON
import FeedModel
import FeedStore
import FeedText
import LocalSystem
import PluginProcess
import ThreadExecutor
import TributaryEngine
import TributaryPluginKit

/// The composition root: puts the real parts behind the ports, each when a command first asks for it.
struct Wiring: Sendable {
    let console: Console
    let clock = SystemClock()
    let environment = ConfigurationEnvironment.process

    /// What plugins send requests by: they are made before it is known how the configuration wants requests sent.
    private let pluginHTTP = DeferredHTTPClient()
    /// The same for what sinks deliver.
    private let deliveryHTTP = DeferredHTTPClient()
    private let plugins: [any Plugin.Type]
    let programs = LocalPrograms(confiner: TributaryProgram.confiner)

    /// The plugins by role and name; made when asked for, since looking at every type costs a start-up that some
    /// commands can do without.
    var registry: Registry { Registry(plugins) }

    init(plugins: [any Plugin.Type]) {
        self.plugins = plugins
        let thread = ThreadExecutor(name: "streams")
        console = Console(output: StandardStream(.output, on: thread), error: StandardStream(.error, on: thread))
    }

    /// What is known of the reader of standard output.
    var terminal: TerminalTraits {
        let isTerminal = ProcessEnvironment.outputIsTerminal
        let columns = environment.variable("COLUMNS").flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
        let forbidsColor = environment.variable("NO_COLOR").map { !$0.isEmpty } ?? false
        return TerminalTraits(
            isTerminal: isTerminal, columns: columns ?? ProcessEnvironment.outputColumns ?? 80,
            allowsColor: isTerminal && !forbidsColor && environment.variable("TERM") != "dumb")
    }

    /// Plans configurations; what plugins report goes to `report`.
    ///
    /// - Parameter clock: the plugins' clock; nil gives them the real one.
    func planner(
        clock: (any WallClock)? = nil, reportingTo report: @escaping @Sendable (Diagnostic) -> Void
    ) -> Planner {
        var context = context(reportingTo: report)
        if let clock { context.clock = clock }
        return Planner(registry: registry, context: context, environment: environment)
    }

    /// Finds and plans the configuration that `--config` names, or the default one.
    func plan(
        given path: String?, reportingTo report: @escaping @Sendable (Diagnostic) -> Void
    ) throws(ConfigurationFailure) -> Plan {
        try planner(reportingTo: report).plan(for: try ConfigurationFile.find(given: path, in: environment))
    }

    /// Reads feeds where they are, by a client.
    func remoteRepository(
        by client: any HTTPClient, reportingTo report: @escaping @Sendable (Diagnostic) -> Void
    ) throws(ConfigurationError) -> RemoteFeedRepository {
        RemoteFeedRepository(
            http: client, files: fileReader(), formats: try formatReader(reportingTo: report))
    }

    /// Sends requests within the limits of a configuration; those of plugins, too, unless the run is to send none.
    func pluginClient(_ fetch: FetchSettings, isOffline: Bool = false) -> FeedHTTPClient {
        let client = httpClient(fetch)
        if !isOffline { pluginHTTP.use { client } }
        let deliveryLimits = HTTPLimits(delivering: fetch)
        deliveryHTTP.use { [self] in httpClient(fetch, deliveryLimits) }
        return client
    }

    /// Recognises and decodes documents of all formats.
    func formatReader(
        reportingTo report: @escaping @Sendable (Diagnostic) -> Void
    ) throws(ConfigurationError) -> FormatReader {
        var formats: [any DocumentAdapter] = []
        for format in registry.formats {
            let made = try registry.make(
                format, from: JSONNode([:], at: 0), at: ConfigurationPath(),
                context: context(reportingTo: report))
            if let adapter = made as? any DocumentAdapter { formats.append(adapter) }
        }
        return FormatReader(formats: formats)
    }

    /// Sends requests within the limits of a configuration.
    func httpClient(_ fetch: FetchSettings) -> FeedHTTPClient { httpClient(fetch, HTTPLimits(fetch)) }

    private func httpClient(_ fetch: FetchSettings, _ limits: HTTPLimits) -> FeedHTTPClient {
        FeedHTTPClient(
            userAgent: FeedHTTPClient.userAgent(
                version: Version.number, projectURL: Version.projectURL, contact: fetch.contact),
            limits: limits, ownHosts: fetch.ownHosts, proxies: proxies)
    }

    private var proxies: ProxyEnvironment {
        let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"]
        let set = names.compactMap { name in environment.variable(name).map { (name, $0) } }
        return ProxyEnvironment(Dictionary(uniqueKeysWithValues: set))
    }

    /// The largest file that is read, in bytes: the limits of fetching are for what strangers send.
    private static let largestFile = 1 << 30

    /// Reads files.
    func fileReader() -> FileReader {
        FileReader(on: ThreadExecutor(name: "files"), limit: Self.largestFile)
    }

    /// What plugins are handed.
    func context(reportingTo report: @escaping @Sendable (Diagnostic) -> Void) -> PluginContext {
        PluginContext(
            baseFolder: environment.workingDirectory, clock: clock,
            standardOutput: ConsoleOutput(stream: console.output), folders: LocalFolders(), http: pluginHTTP,
            terminal: terminal, deliveryHTTP: deliveryHTTP, messages: CurlMessages(), programs: programs, report: report
        )
    }
}

extension HTTPLimits {
    /// The limits that a configuration sets.
    fileprivate init(_ fetch: FetchSettings) {
        self.init()
        parallel = fetch.parallel
        parallelPerHost = fetch.perHost
        connect = .seconds(fetch.connectTimeout.seconds)
        stall = .seconds(fetch.stallTimeout.seconds)
        total = .seconds(fetch.timeout.seconds)
        deadline = .seconds(fetch.deadline.seconds)
        redirects = fetch.redirects
        receivedBytes = Int(clamping: fetch.receivedSize.bytes)
        decodedBytes = Int(clamping: fetch.decodedSize.bytes)
        heldBytes = Int(clamping: fetch.memory.bytes)
    }

    /// The same for deliveries, which come when the time for fetching may be up, and go to a service of the user's.
    fileprivate init(delivering fetch: FetchSettings) {
        self.init(fetch)
        deadline = nil
        spacing = .zero
    }
}
