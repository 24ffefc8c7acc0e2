import FeedJSON
import TributaryPluginKit

/// What an element of `feeds` says to the engine.
///
/// Read by hand, in one pass over the members: through `Decodable`, planning took twice the time, and there may be ten
/// thousand feeds.
struct FeedOptions {
    var url: String?
    var name: String?
    var isEnabled = enabledByDefault
    var shared: SharedFeedOptions

    /// Reads an element that its table has found to be right, in its short or its long form.
    init(_ element: JSONNode) throws(ConfigurationError) {
        url = element.text ?? element.member("url")?.value.text
        name = element.member("name")?.value.text
        if case .bool(let value)? = element.member("enabled")?.value.content { isEnabled = value }
        shared = try SharedFeedOptions(element)
    }

    private static let enabledByDefault = true

    /// The keys of an element; `stages` takes lists of this kind.
    static func table(stages: OptionKind, adapter: OptionKind) -> OptionTable {
        [
            Option("use", adapter, "The adapter; without it the document is recognised."),
            Option("id", .text, "What names the subscription in the store, instead of its address."),
            Option("url", .text, "An address or the path of a file."),
            Option("was", .list(of: .text), "Ids, addresses or paths that the subscription had earlier."),
            Option("name", .text, "The feed's name, instead of the title that it gives itself."),
        ] + SharedFeedOptions.table(stages: stages) + [
            Option("enabled", .boolean, default: .bool(enabledByDefault), "Whether it is read.")
        ]
    }
}

/// What `defaults` may say for every subscription, and each subscription for itself.
struct SharedFeedOptions {
    var tags: [String]?
    var every: TimeSpan?
    var onUpdate: RevisionPolicy?
    var keepFor: TimeSpan?
    var keepCount: Int?
    var http: HTTPOptions?

    /// Nothing said.
    init() {}

    /// Reads an object whose table has found it to be right; a feed in its short form says nothing.
    init(_ node: JSONNode) throws(ConfigurationError) {
        guard case .object(let members) = node.content else { return }
        for member in members {
            switch member.name {
            case "tags": tags = node.elements("tags").compactMap(\.text)
            case "every": every = try TimeSpan(option: member.value)
            case "on_update": onUpdate = member.value.text.flatMap(RevisionPolicy.init(rawValue:))
            case "keep_for": keepFor = try TimeSpan(option: member.value)
            case "keep_count": keepCount = member.value.value.intValue
            case "http": http = try HTTPOptions.decoded(from: member.value)
            default: break
            }
        }
    }

    /// The keys; `stages` takes lists of this kind.
    static func table(stages: OptionKind) -> OptionTable {
        [
            Option("tags", .list(of: .text), "Tags that each entry gets."),
            Option("every", .duration, "How much time lies between two readings."),
            Option("stages", stages, "Stages for this feed's new entries."),
            Option(
                "on_update", .choice(of: RevisionPolicy.allCases.map(\.rawValue)),
                "What becomes of an entry that has changed: it replaces the earlier one, the default."),
            Option("keep_for", .duration, "How long the cache keeps its entries."),
            Option("keep_count", .integer(in: 1...Int.max), "How many of its entries the cache keeps."),
            Option("http", HTTPOptions.kind, "What is said of requests."),
        ]
    }

    /// The same with what it lacks taken from the defaults.
    func filled(from defaults: SharedFeedOptions?) -> SharedFeedOptions {
        guard let defaults else { return self }
        var filled = self
        filled.tags = tags ?? defaults.tags
        filled.every = every ?? defaults.every
        filled.onUpdate = onUpdate ?? defaults.onUpdate
        filled.keepFor = keepFor ?? defaults.keepFor
        filled.keepCount = keepCount ?? defaults.keepCount
        filled.http = http ?? defaults.http
        return filled
    }
}
