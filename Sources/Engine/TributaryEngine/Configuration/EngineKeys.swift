import TributaryPluginKit

/// The keys of an element that belong to the engine: no plugin may declare them as options.
enum EngineKeys {
    /// The keys of an element of `feeds`.
    static let feed: Set<String> = [
        "use", "id", "url", "was", "name", "tags", "every", "stages", "on_update", "keep_for", "keep_count", "http",
        "enabled",
    ]
    /// The keys of an element of `stages`, besides `where`, which a stage that judges by it declares itself.
    static let stage: Set<String> = ["use"]
    /// The keys of an element of `sinks`.
    static let sink: Set<String> = ["use", "name", "where", "first_fetch", "order"]

    /// Whether a plugin of a role must not declare an option of this name.
    static func areReserved(_ name: String, in role: PluginRole) -> Bool {
        switch role {
        case .adapter: feed.contains(name)
        case .stage: stage.contains(name)
        case .sink: sink.contains(name)
        }
    }
}
