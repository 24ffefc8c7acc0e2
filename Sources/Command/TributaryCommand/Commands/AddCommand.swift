import FeedJSON
import FeedText
import LocalSystem
import TributaryEngine
import TributaryPluginKit

/// `tributary add URL|FILE|SHORTCUT`: finds the feed and puts it into the configuration.
struct AddCommand: Command {
    static let description = CommandDescription(
        name: "add", operands: "URL|FILE|SHORTCUT", operandCount: 1...1,
        summary: "Adds a feed, or the best one of a page, to the configuration.",
        details: [
            "A SHORTCUT is \(FeedShortcut.forms).",
            "The feed is read before it is added. The configuration keeps its comments, its order and every other byte, "
                + "and is replaced as a whole; where there is none, one is made. A feed that is there already is left alone.",
            "The exit status is 65 where there is no feed, 66: there is no such file, 69: it could not be read, 78: the "
                + "configuration is wrong, 74: it cannot be written.",
        ],
        options: [
            .config,
            .value("--name", "NAME", "What the feed is called, instead of its own title."),
            .repeated("--tag", "TAG", "A tag for each of its entries; may be given several times."),
            .value("--id", "ID", "What names the subscription in the store, instead of its address."),
            .value("--every", "DURATION", "How much time lies between two readings."),
            .flag("--dry-run", "Says what would be added; writes nothing."),
        ])

    private let config: String?
    private let location: String
    private let options: ConfigurationEditor.NewFeed
    private let isDryRun: Bool

    /// How many feeds of a page are tried until one can be read.
    private static let mostTries = 5

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        config = arguments.value("--config")
        location = try FeedShortcut.location(arguments.operands[0], of: Self.description)
        isDryRun = arguments.has("--dry-run")
        let every = arguments.value("--every")
        options = ConfigurationEditor.NewFeed(
            url: location, id: arguments.value("--id"), name: arguments.value("--name"),
            tags: arguments.values("--tag"), every: every)
        if let problem = options.problem { throw UsageFailure(problem, command: Self.description.name) }
        guard let every else { return }
        do throws(ConfigurationError) {
            _ = try TimeSpan(option: JSONNode(.string(every), at: 0))
        } catch {
            let reason = error.problems.first?.message ?? "it is not a duration"
            throw UsageFailure("--every: \(reason)", command: Self.description.name)
        }
    }

    func run(in wiring: Wiring) async throws -> ExitStatus {
        let planner = wiring.planner(reportingTo: { _ in })
        let plan = try planner.plan(for: try ConfigurationFile.findOrMake(given: config, in: wiring.environment).file)
        if let present = SubscriptionIndex(plan).subscription(like: feed(at: location, for: plan, in: wiring)) {
            return await wiring.sayPresent(present)
        }
        let holds = try await wiring.siteHolds(of: plan)
        let choice: (chosen: FeedCandidate, others: [FeedCandidate])
        do {
            choice = try await choose(within: plan, sparing: holds, in: wiring)
            try await wiring.keepNews(of: holds, in: plan)
        } catch {
            try await wiring.keepNews(of: holds, in: plan)
            throw error
        }
        let (chosen, others) = choice
        // Read again: it may have been changed while the network was waited for.
        let (file, isNew) = try ConfigurationFile.findOrMake(given: config, in: wiring.environment)
        let current = try planner.plan(for: file)
        let feed = feed(at: chosen.url, for: current, in: wiring)
        if let present = SubscriptionIndex(current).subscription(like: feed) {
            return await wiring.sayPresent(present)
        }
        let edited = try ConfigurationEditor(planner: planner).adding([feed], to: file)
        if !isDryRun { try LocalFile.replace(edited.path, with: edited.bytes, makesFolders: isNew) }
        let facts = [chosen.title.map(DisplayText.singleLine), chosen.format].compactMap(\.self)
        let verb = isDryRun ? "would add" : "added"
        let status = await wiring.console.print(
            "\(verb) \(URLText.redacted(chosen.url)) (\(facts.joined(separator: ", "))) to \(file.name)\n")
        await wiring.console.complain(
            others.map { other in
                let title = other.title.map { " (\(DisplayText.singleLine($0)))" } ?? ""
                return "note: there is also \(URLText.redacted(other.url))\(title)"
            })
        return status
    }
}

// MARK: - Private

extension AddCommand {
    /// The first feed that can be read, and the others that were found.
    private func choose(
        within plan: Plan, sparing holds: SiteHolds, in wiring: Wiring
    ) async throws -> (chosen: FeedCandidate, others: [FeedCandidate]) {
        // What the server says now is enough for the first run, too.
        let client = await wiring.remembering(
            HeldHTTPClient(client: wiring.httpClient(plan.fetch), holds: holds), for: plan, keeps: true)
        let discovery = try wiring.discovery(by: client)
        let found = try await discovery.feeds(at: location)
        var failures: [ReadFailure] = []
        for (index, candidate) in found.prefix(Self.mostTries).enumerated() {
            do throws(ReadFailure) {
                let chosen = try await discovery.verifying(candidate, foundAt: location)
                return (chosen, Array(found[..<index] + found[(index + 1)...]))
            } catch {
                guard found.count > 1 else { throw error }
                await wiring.console.complain(["warning: \(URLText.redacted(candidate.url)): \(error.message)"])
                failures.append(error)
            }
        }
        throw ReadFailure(
            failures.first?.kind ?? .notAFeed, "none of the feeds that the page names can be read")
    }

    /// What is to be added: a file by its path from the configuration's folder, if it lies there, else from the top.
    private func feed(at location: String, for plan: Plan, in wiring: Wiring) -> ConfigurationEditor.NewFeed {
        var feed = options
        feed.url = location
        guard URLText.scheme(of: location) == nil else { return feed }
        let path = FilePath.absolute(location, in: wiring.environment.workingDirectory)
        let folder = plan.baseFolder == "/" ? "/" : plan.baseFolder + "/"
        let inner = path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
        feed.url = URLText.scheme(of: inner) == nil ? inner : "./" + inner
        return feed
    }
}

extension Wiring {
    fileprivate func sayPresent(_ planned: PlannedSubscription) async -> ExitStatus {
        await console.print("already subscribed: \(DisplayText.singleLine("\(planned)"))\n")
    }
}
