import EntryViews
import FeedJSON
import FeedText
import TributaryEngine
import TributaryPluginKit

extension Plan {
    /// The keys of the subscriptions that a user names by id, name or URL; nil where none is named.
    func subscriptionKeys(
        named names: [String], option: String = "--feed", command: String
    ) throws(UsageFailure) -> Set<String>? {
        try keys(named: names, option: option, command: command, of: subscriptions) { planned in
            (planned.subscription.key, planned.subscription.displayName, planned.isNamed)
        }
    }

    /// The keys of the sinks that a user names; nil where none is named.
    func sinkKeys(named names: [String], command: String) throws(UsageFailure) -> Set<String>? {
        try keys(
            named: names, option: "--sink", command: command, of: sinks.map(\.key) + healthSinks.map(\.key)
        ) { key in (key, key, { $0 == key }) }
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
        describe: (Element) -> (key: String, name: String, isNamed: (String) -> Bool)
    ) throws(UsageFailure) -> Set<String>? {
        guard !names.isEmpty else { return nil }
        let known = elements.map(describe)
        var keys: Set<String> = []
        for name in names {
            let found = known.filter { $0.isNamed(name) }.map(\.key)
            guard !found.isEmpty else {
                throw UsageFailure(
                    "\(option) \"\(URLText.redacted(name))\" is not in the configuration; "
                        + Self.advice(for: name, among: known.map(\.name)), command: command)
            }
            keys.formUnion(found)
        }
        return keys
    }

    /// What to write instead of a name that means nothing.
    private static func advice(for name: String, among known: [String]) -> String {
        if let nearest = Spelling.nearest(to: name, among: known), nearest != URLText.redacted(name) {
            return "did you mean \"\(nearest)\"?"
        }
        let names = known.prefix(10).map { "\"\($0)\"" }
        return "it has " + names.joined(separator: ", ") + (known.count > names.count ? " and more" : "")
    }
}
