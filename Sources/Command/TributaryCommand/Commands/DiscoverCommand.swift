import FeedText
import TributaryEngine

/// `tributary discover FILE|URL|SHORTCUT`: the feeds of a page.
struct DiscoverCommand: Command {
    static let description = CommandDescription(
        name: "discover", operands: "FILE|URL|SHORTCUT", operandCount: 1...1,
        summary: "Lists the feeds that a page has, best first.",
        details: [
            "A SHORTCUT is \(FeedShortcut.forms).",
            "Each line has the feed's URL, its kind, its title, and how it was found: as what was given (given), as a "
                + "feed that the page declares (link), as something that may be one (likely), as a link in the text "
                + "(anchor), or where feeds usually lie (path). All but what a page declares is read and left out if it "
                + "is no feed; usual places are asked only where the page links to none.",
            "The exit status is 65 where there is no feed, 66: there is no such file, 69: it could not be read.",
        ],
        options: [
            .value("--url", "BASE", "Where a file comes from: its links are resolved against it."),
            .records,
        ])

    private let location: String
    private let base: String?
    private let format: RecordFormat?

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        location = try FeedShortcut.location(arguments.operands[0], of: Self.description)
        base = arguments.value("--url")
        format = arguments.recordFormat
        if let problem = ConfigurationEditor.NewFeed(url: location).problem {
            throw UsageFailure(problem, command: Self.description.name)
        }
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        let found = try await wiring.discovery(.standard).feeds(at: location, base: base)
        if found.first?.origin == .itself { await wiring.console.complain(["this is a feed itself"]) }
        if found.contains(where: { $0.origin != .itself && !URLText.isAbsolute($0.url) }) {
            await wiring.console.complain(["note: some links are relative; --url says where the page comes from"])
        }
        return await wiring.show(RecordList(records: found.map { Record($0) }), as: format)
    }
}

extension Record {
    fileprivate init(_ candidate: FeedCandidate) {
        self.init(fields: [
            Field(name: "url", value: .text(candidate.url)),
            Field(name: "kind", value: Value(candidate.format)),
            Field(name: "title", value: Value(candidate.title)),
            Field(name: "found", value: .text(candidate.origin.rawValue)),
        ])
    }
}
