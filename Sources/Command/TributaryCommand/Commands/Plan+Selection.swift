import EntryViews
import FeedJSON
import FeedText
import TributaryEngine
import TributaryPluginKit

extension Plan {
    /// The keys of the subscriptions that a user names by id, name, URL or the feed's title; nil where none is named.
    ///
    /// - Parameter records: what the store knows of the subscriptions, by their keys, and so how they call themselves.
    func subscriptionKeys(
        named names: [String], records: [String: SubscriptionRecord], option: String = "--feed", command: String
    ) throws(UsageFailure) -> Set<String>? {
        try keys(named: names, option: option, command: command, of: subscriptions) { planned in
            let subscription = planned.subscription
            let title = subscription.name ?? records[subscription.key]?.title
            return (subscription.key, subscription.displayName, planned.isNamed, title)
        }
    }

    /// What the store knows of the subscriptions, where a user names one as the configuration does not; else nothing, since
    /// it takes long to count what the cache holds of each.
    func records(
        for names: [String], in store: any Store
    ) async throws(StoreFailure) -> [String: SubscriptionRecord] {
        let isKnown = names.allSatisfy { name in subscriptions.contains { $0.isNamed(name) } }
        return isKnown ? [:] : try await store.subscriptionRecords()
    }

    /// The keys of the sinks that a user names; nil where none is named.
    func sinkKeys(named names: [String], command: String) throws(UsageFailure) -> Set<String>? {
        try keys(
            named: names, option: "--sink", command: command, of: sinks.map(\.key) + healthSinks.map(\.key)
        ) { key in (key, key, { $0 == key }, nil) }
    }

    /// Has the sink that owns standard output show entries in another style.
    mutating func showEntries(as style: EntryStyle, planner: Planner) throws {
        guard let index = sinks.firstIndex(where: \.traits.ownsStandardOutput) else {
            throw UsageFailure("--format: no sink of the configuration writes to standard output", command: "run")
        }
        guard case .sink(let sink) = sinks[index].plugin else { return }
        guard type(of: sink).descriptor.options["style"] != nil else {
            throw UsageFailure("--format: the sink \"\(sinks[index].key)\" has one format only", command: "run")
        }
        let made = try planner.remade(sink, with: ["style": .string(style.rawValue)], baseFolder: baseFolder)
        sinks[index].plugin = .sink(made)
    }

    private func keys<Element>(
        named names: [String], option: String, command: String, of elements: [Element],
        describe: (Element) -> (key: String, name: String, isNamed: (String) -> Bool, title: String?)
    ) throws(UsageFailure) -> Set<String>? {
        guard !names.isEmpty else { return nil }
        let known = elements.map(describe)
        var keys: Set<String> = []
        for name in names {
            var found = known.filter { $0.isNamed(name) }.map(\.key)
            // Feeds choose their titles themselves, so one counts only where nothing else is meant, and no other has it.
            if found.isEmpty {
                found = known.filter { $0.title == name }.map(\.key)
                guard found.count < 2 else {
                    let list = found.map { "\"\(URLText.redacted($0))\"" }.joined(separator: ", ")
                    throw UsageFailure(
                        "\(option) \"\(name)\" is the title of several feeds; write one of \(list)", command: command)
                }
            }
            guard !found.isEmpty else {
                throw UsageFailure(
                    "\(option) \"\(URLText.redacted(name))\" is not in the configuration; "
                        + Self.advice(for: name, among: known.map(\.name), known.compactMap(\.title)), command: command)
            }
            keys.formUnion(found)
        }
        return keys
    }

    /// What to write instead of a name that means nothing.
    private static func advice(for name: String, among known: [String], _ titles: [String]) -> String {
        let counts = Dictionary(titles.map { ($0, 1) }, uniquingKeysWith: +)
        let unique = titles.filter { counts[$0] == 1 }
        if let nearest = Spelling.nearest(to: name, among: known + unique), nearest != URLText.redacted(name) {
            return "did you mean \"\(nearest)\"?"
        }
        let names = known.prefix(10).map { "\"\($0)\"" }
        return "it has " + names.joined(separator: ", ") + (known.count > names.count ? " and more" : "")
    }
}
