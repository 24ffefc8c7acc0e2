import EntryViews
import FeedJSON
import TributaryEngine
import TributaryPluginKit

extension Plan {
    /// The keys of the subscriptions that a user names by id, name or URL; nil where none is named.
    func subscriptionKeys(named names: [String], command: String) throws(UsageFailure) -> Set<String>? {
        try keys(named: names, option: "--feed", command: command, of: subscriptions) { planned in
            let subscription = planned.subscription
            return (
                subscription.key,
                [subscription.key, subscription.name, subscription.writtenLocation].compactMap(\.self)
            )
        }
    }

    /// The keys of the sinks that a user names; nil where none is named.
    func sinkKeys(named names: [String], command: String) throws(UsageFailure) -> Set<String>? {
        try keys(named: names, option: "--sink", command: command, of: sinks) { ($0.key, [$0.key]) }
    }

    /// Has the sink that owns standard output show entries in another style.
    mutating func showEntries(as style: EntryStyle, planner: Planner) throws {
        guard let index = sinks.firstIndex(where: \.traits.ownsStandardOutput) else {
            throw UsageFailure("--format: no sink of the configuration writes to standard output", command: "run")
        }
        guard case .sink(let sink) = sinks[index].plugin else { return }
        let made = try planner.remade(sink, with: ["style": .string(style.rawValue)], baseFolder: baseFolder)
        sinks[index].plugin = .sink(made)
    }

    private func keys<Element>(
        named names: [String], option: String, command: String, of elements: [Element],
        describe: (Element) -> (key: String, names: [String])
    ) throws(UsageFailure) -> Set<String>? {
        guard !names.isEmpty else { return nil }
        let known = elements.map(describe)
        var keys: Set<String> = []
        for name in names {
            let found = known.filter { $0.names.contains(name) }.map(\.key)
            guard !found.isEmpty else {
                let advice = Spelling.advice(for: name, among: known.flatMap(\.names))
                throw UsageFailure("\(option) \"\(name)\" is not in the configuration; \(advice)", command: command)
            }
            keys.formUnion(found)
        }
        return keys
    }
}
