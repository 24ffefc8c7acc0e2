import FeedModel
import FeedText
import TributaryEngine
import TributaryPluginKit

/// One reading by an adapter with options, outside of any configuration: what tries a map or a selector out.
struct AdapterTrial: Sendable {
    static let options: [CommandOption] = [
        .value("--use", "NAME", "The adapter that reads it, instead of the format that is recognised."),
        .value("--options", "FILE", "The adapter's options: a JSON object, as an element of \"feeds\"."),
    ]

    private let name: String?
    private let file: String?
    private let source: DocumentSource?
    private let url: String?

    /// The trial that the arguments ask for; nil if for none.
    init?(_ arguments: ParsedArguments, of command: CommandDescription) throws(UsageFailure) {
        name = arguments.value("--use")
        file = arguments.value("--options")
        guard name != nil || file != nil else { return nil }
        url = arguments.value("--url")
        source = arguments.operands.isEmpty ? nil : try DocumentSource(arguments, of: command)
    }

    /// Reads the feed; what there is to say of it is reported.
    func feed(
        in wiring: Wiring, reportingTo report: @escaping @Sendable (Diagnostic) -> Void
    ) async throws -> Feed {
        let element = try file.map { file throws(ReadFailure) in
            try ConfigurationFile.element(at: file, in: wiring.environment)
        }
        var planned = try wiring.planner(reportingTo: report).subscription(
            in: element, using: name, at: location)
        let formats = try wiring.formatReader(reportingTo: report)
        if let format = planned.adapter as? any DocumentAdapter, let source {
            let document = try await source.document(accept: type(of: format).accepts, in: wiring)
            let (feed, output) = try formats.decode(
                document, as: type(of: format).descriptor.name, preferring: format)
            for diagnostic in output.diagnostics { report(diagnostic) }
            return feed
        }
        let repository: RemoteFeedRepository
        if let source, !source.isRemote {
            // An adapter that asks for an address is answered with the file, wherever it asks.
            if planned.subscription.location == Self.addressOfFile {
                let path = FilePath.absolute(source.place, in: wiring.environment.workingDirectory)
                planned.subscription.location = "file://" + path
                planned.subscription.writtenLocation = path
            }
            let document = try await source.document(accept: [], in: wiring)
            repository = RemoteFeedRepository(
                http: OneAnswer(document: document), files: wiring.fileReader(), formats: formats)
        } else {
            repository = try wiring.remoteRepository(
                by: wiring.pluginClient(.standard), reportingTo: report)
        }
        guard case .feed(let decoded) = try await repository.reading(of: planned, since: nil) else {
            throw ReadFailure(.unavailable, "the source says that it is gone for good")
        }
        for diagnostic in decoded.diagnostics { report(diagnostic) }
        return decoded.feed
    }

    /// What the subscription is said to read.
    private var location: String? {
        guard let source else { return url }
        return source.isRemote ? source.place : url ?? Self.addressOfFile
    }

    /// What a file is asked under where an address is wanted.
    private static let addressOfFile = "http://file.invalid/"
}

/// A server that answers its first request with a document, whatever is asked for, and then no more.
private actor OneAnswer: HTTPClient {
    private var document: Document?

    init(document: Document) {
        self.document = document
    }

    func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        guard let document else { throw HTTPFailure(.connection, "there is but the one file") }
        self.document = nil
        let type = document.mediaType.map { HTTPField(name: "Content-Type", value: $0.text) }
        return HTTPResponse(
            status: 200, url: document.url ?? request.url, headers: [type].compactMap(\.self), body: document.bytes)
    }
}
