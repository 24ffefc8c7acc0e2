import FeedJSON
import FeedModel
import FeedText
import PluginProcess
public import TributaryPluginKit

/// Takes what a command prints for a document of any known format, or has a command filter a document.
public struct Command: FeedAdapter {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var command: [String]?
        var filter: [String]?
        var format: String
        var timeout: TimeSpan
        var silence: TimeSpan
        var maxBytes: ByteSize
        var network: Bool
        var env: EnvironmentOption?
        var paths: PathsOption?

        /// The same with the one command that there is.
        fileprivate func program(_ command: [String]) -> ProgramOptions {
            ProgramOptions(
                command: command, timeout: timeout, silence: silence, maxBytes: maxBytes, network: network, env: env,
                paths: paths)
        }
    }

    /// What people and the engine must know of the adapter.
    public static let descriptor = PluginDescriptor(
        name: "command", role: .adapter, summary: "reads what a command prints, or what it makes of a document",
        options: [
            Option(
                "command", .list(of: ProgramOptions.word, atLeast: 1),
                "The program and its words; it is started without a shell.",
                isIdentifying: true),
            Option(
                "filter", .list(of: ProgramOptions.word, atLeast: 1),
                "A program through which that goes, or the document at \"url\"."
            ),
            Option("format", .format, default: "auto", "The format of what it prints; auto recognises it."),
        ] + ProgramOptions.table(omitting: ["command", "options", "max_lines"]),
        location: .addressOrOption("command"),
        example: #"{"use": "command", "command": ["sh", "make-feed.sh"]}"#)

    private let source: ProgramOptions?
    private let filter: ProgramOptions?
    private let format: String?
    private let context: PluginContext

    /// Makes the adapter.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        source = options.command.map(options.program)
        filter = options.filter.map(options.program)
        guard source != nil || filter != nil else {
            throw ConfigurationError("\"command\" is missing; or \"filter\", for the document at \"url\"")
        }
        format = options.format == "auto" ? nil : options.format
        self.context = context
    }

    /// Runs the command, or asks for the document at the subscription's address; then runs the filter.
    public func read(
        _ subscription: Subscription, since last: Validators?, using http: any HTTPClient
    ) async throws -> FeedReading {
        guard let source else { return try await readDocument(subscription, since: last, using: http) }
        let bytes = try await filtered(try await output(of: source, for: [], subscription), subscription)
        let validators = Validators(documentHash: StableHash.hash(bytes))
        if let known = last?.documentHash, known == validators.documentHash { return .unchanged(validators) }
        return .document(Document(url: nil, mediaType: nil, bytes: bytes), validators, format: format)
    }

    private func readDocument(
        _ subscription: Subscription, since last: Validators?, using http: any HTTPClient
    ) async throws -> FeedReading {
        guard let location = subscription.location, URLText.isAbsolute(location) else {
            throw ReadFailure(.unavailable, "\"filter\" needs an address in \"url\"")
        }
        // Another filter makes another feed of the same document.
        let state = filter?.command.map { "\($0.utf8.count):\($0)" }.joined()
        let reading = try await DocumentRequest(accept: Self.accepts).read(
            subscription, since: last?.adapterState == state ? last : nil, using: http, format: nil)
        switch reading {
        case .document(let document, var validators, _):
            validators.adapterState = state
            let bytes = try await filtered(document.bytes, subscription)
            return .document(Document(url: document.url, mediaType: nil, bytes: bytes), validators, format: format)
        case .unchanged(var validators):
            validators?.adapterState = state
            return .unchanged(validators)
        case .feed, .gone: return reading
        }
    }

    private func filtered(_ bytes: [UInt8], _ subscription: Subscription) async throws(ReadFailure) -> [UInt8] {
        guard let filter else { return bytes }
        return try await output(of: filter, for: bytes, subscription)
    }

    private static let accepts = [
        AcceptedType("application/atom+xml"), AcceptedType("application/rss+xml"),
        AcceptedType("application/feed+json"), AcceptedType("application/json", quality: 900),
        AcceptedType("application/xml", quality: 900), AcceptedType("text/html", quality: 800),
    ]

    private func output(
        of options: ProgramOptions, for input: [UInt8], _ subscription: Subscription
    ) async throws(ReadFailure) -> [UInt8] {
        let (report, name) = (context.report, options.name)
        let program: any RunningProgram
        do throws(ProgramFailure) {
            program = try await context.programs.start(options.program(in: context.baseFolder))
        } catch {
            throw ReadFailure(.unavailable, error.message)
        }
        do throws(PluginFailure) {
            return try await program.collect(input: input, limits: AnswerLimits(options)) { diagnostic in
                report(
                    Diagnostic(
                        diagnostic.severity, subject: subscription.displayName, "\(name): \(diagnostic.message)"))
            }
        } catch {
            if case .cancelled = error.kind { throw ReadFailure(.cancelled, "cancelled") }
            throw ReadFailure(.unavailable, "\(name): \(error.message)")
        }
    }
}
