import EntryViews
import FeedJSON
import FeedModel
import FeedText
import TributaryEngine
import TributaryPluginKit

/// `tributary parse FILE|-|URL`: one document in, one JSON Feed 1.1 document out.
struct ParseCommand: Command {
    static let description = CommandDescription(
        name: "parse", operands: "FILE|-|URL", operandCount: 0...1,
        summary: "Reads one feed and prints it as a JSON Feed 1.1 document.",
        details: [
            "The exit status is 0 whenever a feed could be read; what was odd or repaired stands on standard error. "
                + "65: it is no feed, 66: there is no such file, 69: it could not be read.",
            "With --use or --options it is read as the element of \"feeds\" would be that says so, and a URL may be left "
                + "out where the options name it; a file stands for the first answer that the adapter gets.",
        ],
        options: DocumentSource.options + AdapterTrial.options + [
            .flag(
                "--sanitize",
                "Makes HTML safe to show, that of extensions too: without scripts, styles, ids, frames, forms and "
                    + "whatever else is not allowed; its text stays. Links in it lead to http, https, mailto and tel "
                    + "addresses. URLs that would run a script are left out everywhere."),
            .flag(
                "--stream",
                "Prints the entries alone, each on a line of its own as soon as it has been read (JSON Lines), and keeps "
                    + "none of them in memory. Of a large file that is well-formed RSS or Atom, in UTF-8, only a part is held "
                    + "at a time."),
            .flag(
                "--batch",
                "Answers requests on standard input, one JSON object a line (file, url, content_type, args: "
                    + "[\"--sanitize\"]), each with a line: {\"doc\": …} or {\"error\": …}."),
        ])

    /// What is read.
    private enum Subject {
        case document(DocumentSource)
        case adapter(AdapterTrial)
    }

    /// Nil for a batch.
    private let subject: Subject?
    private let sanitizes: Bool
    private let streams: Bool

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        let isBatch = arguments.has("--batch")
        sanitizes = arguments.has("--sanitize")
        streams = arguments.has("--stream")
        if isBatch {
            subject = nil
        } else if let trial = try AdapterTrial(arguments, of: Self.description) {
            subject = .adapter(trial)
        } else {
            subject = .document(try DocumentSource(arguments, of: Self.description))
        }
        if streams, case .adapter? = subject {
            throw UsageFailure(
                "--stream is for documents: leave out --use and --options, or it", command: Self.description.name)
        }
        if isBatch, !arguments.operands.isEmpty || arguments.options.count > 1 {
            throw UsageFailure(
                "--batch takes files, URLs, media types and arguments from standard input",
                command: Self.description.name)
        }
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        guard let subject else { return try await ParseBatch(wiring: wiring).run() }
        return try await wiring.console.reporting { report in
            if streams, case .document(let source) = subject {
                let formats = try wiring.formatReader(reportingTo: report)
                return try await ParseStream(wiring: wiring, sanitizes: sanitizes).write(
                    source, with: formats, reportingTo: report)
            }
            let (feed, url) = try await feed(of: subject, in: wiring, reportingTo: report)
            var json = (sanitizes ? feed.sanitized(base: url) : feed).json(layout: .indented)
            if wiring.terminal.isTerminal { json = HiddenCharacters.escaped(inJSON: json) }
            json.append(UInt8(ascii: "\n"))
            return await wiring.console.print(json)
        }
    }

    private func feed(
        of subject: Subject, in wiring: Wiring, reportingTo report: @escaping @Sendable (Diagnostic) -> Void
    ) async throws -> (feed: Feed, url: String?) {
        switch subject {
        case .adapter(let trial): return (try await trial.feed(in: wiring, reportingTo: report), nil)
        case .document(let source):
            let formats = try wiring.formatReader(reportingTo: report)
            let document = try await source.document(accept: formats.acceptedTypes, in: wiring)
            let (feed, output) = try formats.decode(document, as: nil)
            for diagnostic in output.diagnostics { report(diagnostic) }
            return (feed, document.url)
        }
    }
}
