import FeedFormats
import FeedModel
import FeedText
import LocalSystem
import TributaryEngine
import TributaryPluginKit

/// `tributary import FILE.opml`: puts the subscriptions of another reader into the configuration.
struct ImportCommand: Command {
    static let description = CommandDescription(
        name: "import", operands: "FILE.opml|-", operandCount: 1...1,
        summary: "Adds the subscriptions of an OPML file to the configuration.",
        details: [
            "Folders and categories become tags. Feeds that are there already are left alone, and nothing is asked of any "
                + "server. All are added in one go: the configuration is replaced as a whole, or not at all; where there "
                + "is none, one is made. Each line has what became of a feed, its address, its name and its tags.",
            "The exit status is 65 where the file is no OPML, 66: there is no such file, 78: the configuration is wrong, "
                + "74: it cannot be written.",
        ],
        options: [.config, .flag("--dry-run", "Says what would be added; writes nothing."), .records])

    private let config: String?
    private let path: String
    private let isDryRun: Bool
    private let format: RecordFormat?

    /// The largest file that is read, in bytes.
    private static let largestFile = 64 << 20

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        config = arguments.value("--config")
        path = arguments.operands[0]
        isDryRun = arguments.has("--dry-run")
        format = arguments.recordFormat
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        let list = try await list(in: wiring)
        let planner = wiring.planner(reportingTo: { _ in })
        let (file, isNew) = try ConfigurationFile.findOrMake(given: config, in: wiring.environment)
        var index = SubscriptionIndex(try planner.plan(for: file))
        let outcomes = list.subscriptions.map { Outcome(of: $0, in: &index) }
        let added = outcomes.filter { $0.kind == .added }.map(\.feed)
        if !added.isEmpty {
            let edited = try ConfigurationEditor(planner: planner).adding(added, to: file)
            if !isDryRun { try LocalFile.replace(edited.path, with: edited.bytes, makesFolders: isNew) }
        }
        let status = await wiring.show(RecordList(records: outcomes.map(\.record)), as: format)
        let counts = Outcome.Kind.allCases.compactMap { kind in
            let count = outcomes.count { $0.kind == kind }
            return count > 0 || kind == .added ? "\(count) \(kind.rawValue)" : nil
        }
        let place = isDryRun ? "\(file.name) (not written)" : file.name
        await wiring.console.complain(["\(place): \(counts.joined(separator: ", "))"])
        return status
    }
}

// MARK: - Private

extension ImportCommand {
    private func list(in wiring: Wiring) async throws -> OPML {
        let bytes: [UInt8]
        do throws(LocalFileFailure) {
            bytes =
                try path == "-"
                ? LocalFile.readStandardInput(limit: Self.largestFile)
                : LocalFile.readRegularFile(path, limit: Self.largestFile)
        } catch {
            throw ReadFailure(error.kind == .missing ? .missingFile : .unavailable, error.description)
        }
        let document = Document(url: nil, mediaType: nil, bytes: bytes)
        guard let reading = OPML.read(document) else {
            let name = try wiring.formatReader(reportingTo: { _ in }).formatName(of: document)
            throw ReadFailure(
                .notAFeed,
                "\(path): not OPML: "
                    + (name == nil ? "\(DocumentKind(of: document))" : "a feed itself; tributary add subscribes to it"))
        }
        var lines = reading.findings.all.map { finding in
            let place = Diagnostic.Place(offset: finding.offset, line: finding.line, column: finding.column)
            return "warning: \(Diagnostic(.warning, subject: path, place: place, finding.message))"
        }
        if reading.isCut {
            lines.append("warning: \(path): only the first \(OPML.mostSubscriptions) subscriptions are read")
        }
        await wiring.console.complain(lines)
        return reading.list
    }

    /// What becomes of a subscription of the list.
    private struct Outcome {
        enum Kind: String, CaseIterable {
            case added
            case present
            case unusable
        }

        var feed: ConfigurationEditor.NewFeed
        var kind: Kind
        var reason: String?

        init(of subscription: OPML.Subscription, in index: inout SubscriptionIndex) {
            feed = ConfigurationEditor.NewFeed(
                url: URLText.withoutFeedScheme(subscription.url), name: subscription.title, tags: subscription.tags)
            reason =
                feed.problem
                ?? (feed.url.contains("***")
                    ? "its secret was left out when the list was written; add it with its own" : nil)
            if reason != nil {
                kind = .unusable
            } else {
                kind = index.insert(feed) ? .added : .present
            }
        }

        var record: Record {
            Record(fields: [
                Record.Field(name: "outcome", value: .text(kind.rawValue)),
                Record.Field(name: "url", value: .text(URLText.redacted(feed.url))),
                Record.Field(name: "name", value: Record.Value(feed.name)),
                Record.Field(name: "tags", value: .list(feed.tags)),
                Record.Field(name: "reason", value: Record.Value(reason)),
            ])
        }
    }
}
