import FeedJSON
import TributaryPluginKit

/// What an element of `feeds` says to the engine.
struct FeedOptions: Decodable {
    var url: String?
    var was: [String]?
    var name: String?
    var enabled: Bool
    var shared: SharedFeedOptions

    private enum CodingKeys: CodingKey {
        case url, was, name, enabled
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        url = try members.decodeIfPresent(String.self, forKey: .url)
        was = try members.decodeIfPresent([String].self, forKey: .was)
        name = try members.decodeIfPresent(String.self, forKey: .name)
        enabled = try members.decode(Bool.self, forKey: .enabled)
        shared = try SharedFeedOptions(from: decoder)
    }

    /// The keys of an element; `stages` takes lists of this kind.
    static func table(stages: OptionKind, adapter: OptionKind) -> OptionTable {
        [
            Option("use", adapter, "The adapter; without it the document is recognised."),
            Option("id", .text, "What names the subscription in the store, instead of its address."),
            Option("url", .text, "An address or the path of a file."),
            Option("was", .list(of: .text), "Ids, addresses or paths that the subscription had earlier."),
            Option("name", .text, "The feed's name, instead of the title that it gives itself."),
        ] + SharedFeedOptions.table(stages: stages) + [
            Option("enabled", .boolean, default: true, "Whether it is read.")
        ]
    }
}

/// What `defaults` may say for every subscription, and each subscription for itself.
struct SharedFeedOptions: Decodable {
    var tags: [String]?
    var every: TimeSpan?
    var onUpdate: RevisionPolicy?
    var keepFor: TimeSpan?
    var keepCount: Int?
    var http: HTTPOptions?

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
        return SharedFeedOptions(
            tags: tags ?? defaults.tags, every: every ?? defaults.every, onUpdate: onUpdate ?? defaults.onUpdate,
            keepFor: keepFor ?? defaults.keepFor, keepCount: keepCount ?? defaults.keepCount,
            http: http ?? defaults.http)
    }
}
