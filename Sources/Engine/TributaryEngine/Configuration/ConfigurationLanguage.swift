import FeedJSON
import TributaryPluginKit

/// What may stand in a configuration: the tables of the engine's keys, with those of a registry's plugins put in.
///
/// Checking and the JSON Schema come from the same tables.
struct ConfigurationLanguage: Sendable {
    /// The keys at the top.
    let table: OptionTable
    /// One element of `feeds`.
    let feed: ElementLanguage
    /// One element of a list of stages.
    let stage: ElementLanguage
    /// One element of `sinks`.
    let sink: ElementLanguage

    /// The language with the plugins of a registry.
    init(registry: Registry) {
        stage = ElementLanguage(.stage, registry: registry) { StageOptions.table(stage: $0) }
        let stages = OptionKind.list(of: stage.kind)
        feed = ElementLanguage(.adapter, registry: registry) { FeedOptions.table(stages: stages, adapter: $0) }
        sink = ElementLanguage(.sink, registry: registry) { SinkOptions.table(sink: $0) }
        table = [
            Option("$schema", .text, "Where an editor finds the schema of this file."),
            .required("feeds", .list(of: feed.kind), "What is read."),
            Option("stages", stages, "Stages for all new entries, in order."),
            .required("sinks", .list(of: sink.kind, atLeast: 1), "Where the entries go."),
            Option(
                "defaults", .record(SharedFeedOptions.table(stages: stages)),
                "What a feed lacks; its stages come first."),
            Option("fetch", .record(FetchSettings.options), "How requests are made."),
            Option("store", .record(StoreOptions.table), "Where entries are kept."),
            Option("tests", .json, "Tests of the configuration."),
        ]
    }

    /// Whether a key belongs to the engine, so that no plugin of a role may declare it as an option.
    ///
    /// A stage may declare `where`, and then judges by it.
    static func isReserved(_ name: String, in role: PluginRole) -> Bool {
        let table =
            switch role {
            case .adapter: FeedOptions.table(stages: .json, adapter: .json)
            case .stage: StageOptions.table(stage: .json)
            case .sink: SinkOptions.table(sink: .json)
            }
        return table[name] != nil && !(role == .stage && name == "where")
    }
}
