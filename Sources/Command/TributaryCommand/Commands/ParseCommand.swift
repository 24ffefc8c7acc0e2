import EntryViews
import FeedJSON
import FeedModel
import FeedText
import LocalSystem
import TributaryEngine
import TributaryPluginKit

/// `tributary parse FILE|-|URL`: one document in, one JSON Feed 1.1 document out.
struct ParseCommand: Command {
    static let description = CommandDescription(
        name: "parse", operands: "FILE|-|URL", operandCount: 0...1,
        summary: "Reads one feed and prints it as a JSON Feed 1.1 document.",
        details: [
            "The exit status is 0 whenever a feed could be read; what was odd or repaired stands on standard error. "
                + "65: it is no feed, 66: there is no such file, 69: it could not be read."
        ],
        options: [
            .value("--url", "BASE", "Where the document comes from: relative URLs are resolved against it."),
            .value("--content-type", "TYPE", "The media type that it was served with, with its charset."),
            .flag(
                "--sanitize",
                "Makes HTML safe to show: without scripts, styles, frames, forms and whatever else is not allowed; its "
                    + "text stays. URLs that would run a script are left out."),
            .flag(
                "--batch",
                "Answers requests on standard input, one JSON object a line (file, url, content_type, args: "
                    + "[\"--sanitize\"]), each with a line: {\"doc\": …} or {\"error\": …}."),
        ])

    private let place: String?
    private let url: String?
    private let mediaType: MediaType?
    private let sanitizes: Bool

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        let isBatch = arguments.has("--batch")
        place = arguments.operands.first
        url = arguments.value("--url")
        sanitizes = arguments.has("--sanitize")
        mediaType = try arguments.value("--content-type").map { written throws(UsageFailure) in
            if let type = MediaType(parsing: written) { return type }
            throw UsageFailure(
                "--content-type \"\(written)\" is no media type; write one as \"text/xml; charset=euc-jp\"",
                command: Self.description.name)
        }
        if place == nil, !isBatch {
            throw UsageFailure("FILE, - or URL is missing", command: Self.description.name)
        }
        if isBatch, place != nil || url != nil || mediaType != nil || sanitizes {
            throw UsageFailure(
                "--batch takes files, URLs, media types and arguments from standard input",
                command: Self.description.name)
        }
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        guard let place else { return try await ParseBatch(wiring: wiring).run() }
        return try await wiring.console.reporting { report in
            let formats = try wiring.formatReader(reportingTo: report)
            let document = try await document(at: place, formats: formats, in: wiring)
            let (feed, output) = try formats.decode(document, as: nil)
            for diagnostic in output.diagnostics { report(diagnostic) }
            var json = (sanitizes ? feed.sanitized() : feed).json(layout: .indented)
            if wiring.terminal.isTerminal { json = HiddenCharacters.escaped(inJSON: json) }
            json.append(UInt8(ascii: "\n"))
            return await wiring.console.print(json)
        }
    }

    private func document(
        at place: String, formats: FormatReader, in wiring: Wiring
    ) async throws -> Document {
        if URLText.scheme(of: place).map({ ["http", "https"].contains($0) }) ?? false {
            let document = try await wiring.document(at: place, accept: formats.acceptedTypes)
            return Document(
                url: url ?? document.url, mediaType: mediaType ?? document.mediaType, bytes: document.bytes)
        }
        return Document(url: url, mediaType: mediaType, bytes: try await wiring.bytes(of: place))
    }
}

extension Wiring {
    /// The bytes of a file, or for `-` of standard input.
    fileprivate func bytes(of path: String) async throws(ReadFailure) -> [UInt8] {
        do throws(LocalFileFailure) {
            let reader = fileReader()
            return try await path == "-" ? reader.readStandardInput() : reader.read(path)
        } catch {
            throw ReadFailure(error.kind == .missing ? .missingFile : .unavailable, error.description)
        }
    }

    /// The document behind a URL.
    fileprivate func document(at url: String, accept: [AcceptedType]) async throws -> Document {
        let subscription = Subscription(key: url, location: url, writtenLocation: url)
        let client = SubscriptionHTTPClient(httpClient(.standard), for: subscription)
        do {
            let reading = try await DocumentRequest(accept: accept).read(
                subscription, since: nil, using: client, format: nil)
            guard case .document(let document, _, _) = reading else {
                throw ReadFailure(.unavailable, "HTTP status 410: the feed is gone for good")
            }
            return document
        } catch let failure as HTTPFailure {
            throw ReadFailure(.unavailable, failure.message)
        }
    }
}
