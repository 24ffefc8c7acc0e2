import EntryConditions
import EntryViews
import FeedJSON
import FeedModel
import FeedText
import TributaryEngine
import TributaryPluginKit

/// Which cached entries a command shows and how, as its options say.
struct EntrySelection {
    /// The entries for which it holds; nil for all.
    let condition: Condition?
    /// How many at most.
    let limit: Int
    /// How entries are shown.
    let style: EntryStyle

    private let feeds: [String]
    private let tags: [String]
    private let since: WrittenMoment?
    private let until: WrittenMoment?
    private let isUnread: Bool
    private let isStarred: Bool
    private let command: String

    /// The options.
    static func options(limit: Int, style: EntryStyle) -> [CommandOption] {
        [
            .config,
            .list("--feed", "NAME", "Only entries of these subscriptions, by id, name, title or URL."),
            .list("--tag", "TAG", "Only entries with one of these tags."),
            .value("--since", "WHEN", "Only entries from then on: a date, a time (RFC 3339), or a span such as 7d."),
            .value("--until", "WHEN", "Only entries before then; a date counts to its end."),
            .flag("--unread", "Only entries that have not been read."),
            .flag("--starred", "Only entries with a star."),
            .value("--where", "JSON", "Only entries for which this condition holds, written as in a configuration."),
            .value("--limit", "COUNT", "At most so many entries; default \(limit)."),
            .format("How entries are shown; default \(style.rawValue)."),
        ]
    }

    init(
        _ arguments: ParsedArguments, command: String, limit: Int, style: EntryStyle
    ) throws(UsageFailure) {
        self.command = command
        feeds = arguments.values("--feed")
        tags = arguments.values("--tag")
        since = try Self.moment("--since", in: arguments, command: command)
        until = try Self.moment("--until", in: arguments, command: command)
        isUnread = arguments.has("--unread")
        isStarred = arguments.has("--starred")
        self.style = arguments.style ?? style
        let written = arguments.value("--limit") ?? "\(limit)"
        guard let limit = Int(written), limit > 0 else {
            throw UsageFailure("--limit \"\(written)\" is not a count; write a number from 1 up", command: command)
        }
        self.limit = limit
        condition = try arguments.value("--where").map { json throws(UsageFailure) in
            try Self.condition(json, command: command)
        }
    }

    /// Whether entries are left out that the cache holds.
    var isNarrow: Bool {
        !feeds.isEmpty || !tags.isEmpty || since != nil || until != nil || isUnread || isStarred || condition != nil
    }

    /// What is asked of the store, without the limit; nil where the store knows none of the subscriptions.
    func query(of plan: Plan, in store: any Store, now: Timestamp) async throws -> ArchiveQuery? {
        var query = ArchiveQuery()
        query.tags = tags
        query.since = since?.start(now: now)
        query.until = until?.end(now: now)
        query.isUnread = isUnread
        query.isStarred = isStarred
        guard let subscriptions = try await plan.subscriptions(named: feeds, in: store, command: command) else {
            return query
        }
        query.subscriptions = subscriptions
        return subscriptions.isEmpty ? nil : query
    }
}

extension Plan {
    /// The subscriptions that a user names, as far as the store knows them; nil where none is named.
    func subscriptions(
        named names: [String], in store: any Store, command: String
    ) async throws -> [SubscriptionID]? {
        guard !names.isEmpty,
            let keys = try subscriptionKeys(
                named: names, records: try await records(for: names, in: store), command: command)
        else { return nil }
        var subscriptions: [SubscriptionID] = []
        for key in keys.sorted() {
            if let stored = try await store.storedFeed(of: key) { subscriptions.append(stored.id) }
        }
        return subscriptions
    }
}

// MARK: - Private

extension EntrySelection {
    private static func moment(
        _ option: String, in arguments: ParsedArguments, command: String
    ) throws(UsageFailure) -> WrittenMoment? {
        guard let written = arguments.value(option) else { return nil }
        if let moment = WrittenMoment(written) { return moment }
        throw UsageFailure(
            "\(option) \"\(written)\" is no moment; write a date (2026-11-30), a time (2026-11-30T18:00:00Z) or a span "
                + "before now (7d)", command: command)
    }

    private static func condition(_ json: String, command: String) throws(UsageFailure) -> Condition {
        do {
            return try Condition(option: try JSONNode(parsing: Array(json.utf8)))
        } catch let error as JSONSyntaxError {
            throw UsageFailure(
                "--where: this is no JSON (\(error.message)); write a condition such as "
                    + #"'{"title": {"contains": "swift"}}'"#, command: command)
        } catch let error as ConfigurationError {
            let problems = error.problems.map { problem in
                let path = "\(problem.path)"
                return "--where\(path.isEmpty ? "" : " " + path): \(problem.message)"
            }
            throw UsageFailure(problems.joined(separator: "; "), command: command)
        } catch {
            throw UsageFailure("--where: \(error)", command: command)
        }
    }
}
