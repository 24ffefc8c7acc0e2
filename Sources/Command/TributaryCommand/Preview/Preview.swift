import EntryViews
import FeedJSON
import FeedModel
import FeedStore
import FeedText
import TributaryEngine
import TributaryPluginKit

/// A run in memory over sample feeds, whose files and requests are shown instead of done.
struct Preview: Sendable {
    let wiring: Wiring
    let columns: Int

    /// What a run's terminal shows in a style.
    func run(style: EntryStyle) async throws -> ExitStatus {
        try await run(stages: [], sinks: [Self.terminal(style)])
    }

    /// The entries that a stage lets pass, as it leaves them.
    func run(stage: JSONValue, style: EntryStyle) async throws -> ExitStatus {
        try await run(stages: [stage], sinks: [Self.terminal(style)])
    }

    /// What a sink writes and sends.
    func run(sink: JSONValue, isArchive: Bool) async throws -> ExitStatus {
        if isArchive {
            await wiring.console.complain(["it keeps entries and shows nothing by itself; this is what it is given"])
            return try await run(stages: [], sinks: [sink, Self.terminal(.list)])
        }
        return try await run(stages: [], sinks: [["use": "cache"], sink])
    }

    /// The entries that an adapter reads of its sample.
    func run(adapter: any Plugin.Type, element: ConfigurationFile, style: EntryStyle) async throws -> ExitStatus {
        guard let answer = adapter.descriptor.sampleAnswer else {
            await wiring.console.complain([
                "note: what \(adapter.descriptor.name) reads is on this machine, so these are the entries of other samples"
            ])
            return try await run(style: style)
        }
        let world = PreviewWorld(answer: Array(answer.utf8))
        return try await wiring.console.reporting { report in
            let planner = planner(in: world, reportingTo: report)
            let planned = try planner.subscription(in: element, using: adapter.descriptor.name, at: nil)
            let repository = RemoteFeedRepository(
                http: world, files: wiring.fileReader(), formats: try wiring.formatReader(reportingTo: report))
            guard case .feed(let decoded) = try await repository.reading(of: planned, since: nil) else {
                return ExitStatus.success
            }
            let renderer = EntryRenderer(
                style: style, terminal: TerminalStyle(columns: columns, color: wiring.terminal.allowsColor))
            return await wiring.console.print(decoded.feed.entries.flatMap { renderer.bytes(of: $0) })
        }
    }
}

// MARK: - Private

extension Preview {
    private static func terminal(_ style: EntryStyle) -> JSONValue {
        ["use": "terminal", "style": .string(style.rawValue)]
    }

    private func planner(
        in world: PreviewWorld, reportingTo report: @escaping @Sendable (Diagnostic) -> Void
    ) -> Planner {
        let real = wiring.context(reportingTo: report)
        var terminal = real.terminal
        terminal.columns = columns
        // Made anew, and not out of the real one: nothing that reaches outside shall come along.
        let context = PluginContext(
            baseFolder: real.baseFolder, clock: PreviewClock(), standardOutput: real.standardOutput, folders: world,
            http: world, terminal: terminal, messages: world, programs: world, report: report)
        var environment = wiring.environment
        environment.standIn = Self.standIn
        return Planner(registry: wiring.registry, context: context, environment: environment)
    }

    /// What stands in for a secret: the name under which it is kept, which says more than a secret, and tells nothing.
    private static let standIn: @Sendable (String) -> String = { reference in
        let name = reference.split { $0 == ":" || $0 == "/" }.last.map(String.init) ?? ""
        let word = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        return word.isEmpty ? "SECRET" : word
    }

    private func run(stages: [JSONValue], sinks: [JSONValue]) async throws -> ExitStatus {
        let world = PreviewWorld(answer: Array(PreviewFeeds.page.utf8))
        let configuration: JSONObject = [
            "feeds": .array(PreviewFeeds.urls.map(JSONValue.string)), "stages": .array(stages), "sinks": .array(sinks),
        ]
        let result = try await wiring.console.reporting { report in
            var plan = try planner(in: world, reportingTo: report).plan(
                for: ConfigurationFile(
                    name: "the preview", path: "/preview/config.json", bytes: JSONValue.object(configuration).bytes()))
            plan.store = StoreSettings(place: .memory)
            for index in plan.sinks.indices { plan.sinks[index].firstFetch = .all }
            let aggregator = Aggregator(
                plan: plan, repository: PreviewRepository(), store: try SQLiteStore(), clock: PreviewClock(),
                report: report)
            var options = RunOptions()
            // One after the other, so that a preview always looks the same.
            options.parallel = 1
            return try await aggregator.run(options)
        }
        var status = await show(world)
        if !stages.isEmpty { await wiring.console.complain(["\(result.dropped) of \(Self.count) entries dropped"]) }
        if status == .success, !result.failedSinks.isEmpty { status = .failure }
        return status
    }

    private static var count: Int {
        PreviewFeeds.urls.compactMap(PreviewFeeds.feed).reduce(0) { $0 + $1.entries.count }
    }

    /// Shows what was written and sent.
    private func show(_ world: PreviewWorld) async -> ExitStatus {
        var text = ""
        for (path, bytes) in world.written {
            let shown = path.hasPrefix("/preview/") ? String(path.dropFirst("/preview/".count)) : path
            text += "==> \(shown)\n\(Self.readable(bytes))"
        }
        for sent in world.sent { text += Self.shown(sent) }
        return text.isEmpty ? .success : await wiring.console.print(text)
    }

    private static func shown(_ sent: PreviewWorld.Sent) -> String {
        switch sent {
        case .request(let request):
            let fields = request.headers.map { "\($0.name): \($0.value)\n" }.joined()
            return "==> \(request.method) \(URLText.redacted(request.url))\n\(fields)\n\(readable(request.body ?? []))"
        case .mail(let mail, let server):
            let envelope = "from <\(mail.sender)> to \(mail.recipients.map { "<\($0)>" }.joined(separator: ", "))"
            return "==> mail \(envelope) by \(server.host):\(server.port)\n\(readable(mail.bytes))"
        case .publication(let publication, let server):
            return "==> \(publication.topic) at \(server.host):\(server.port)\n\(readable(publication.payload))"
        case .program(let program):
            let lines = program.lines.map { "\($0)\n" }.joined()
            return "==> \(shown(program.command)) on its standard input\n\(lines)"
        }
    }

    /// Words as somebody would write them for a shell, more or less.
    private static func shown(_ command: [String]) -> String {
        command.map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " ")
    }

    /// Bytes as lines of text, and what is no text by its length.
    private static func readable(_ bytes: [UInt8]) -> String {
        guard UTF8Validation.isValid(bytes.span), !bytes.contains(0) else { return "(\(bytes.count) bytes)\n" }
        let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
        return text.hasSuffix("\n") ? text : text + "\n"
    }
}
