/// What a configuration asks for, validated: every plugin is made, nothing has been fetched.
package struct Plan: Sendable {
    /// The folder against which relative paths are resolved, absolute.
    package var baseFolder: String
    /// What is read, in the order of the configuration, disabled subscriptions included.
    package var subscriptions: [PlannedSubscription]
    /// The top-level stages, in order.
    package var stages: [PlannedStage]
    /// Where entries go, in the order of the configuration.
    package var sinks: [PlannedSink]
    /// Who is told how runs went.
    package var healthSinks: [PlannedHealthSink]
    /// How requests are made.
    package var fetch: FetchSettings
    /// Where entries are kept.
    package var store: StoreSettings
    /// What was expanded into the values above: messages pass through its `redacted(_:)` before they are printed.
    package var secrets: Secrets

    /// A plan from its parts.
    package init(
        baseFolder: String, subscriptions: [PlannedSubscription], stages: [PlannedStage] = [], sinks: [PlannedSink],
        healthSinks: [PlannedHealthSink] = [],
        fetch: FetchSettings = .standard, store: StoreSettings = StoreSettings(place: .memory),
        secrets: Secrets = Secrets()
    ) {
        self.baseFolder = baseFolder
        self.subscriptions = subscriptions
        self.stages = stages
        self.sinks = sinks
        self.healthSinks = healthSinks
        self.fetch = fetch
        self.store = store
        self.secrets = secrets
    }
}

extension Plan {
    /// The sink that keeps entries; nil where none does.
    package var archive: PlannedSink? {
        sinks.first { if case .archive = $0.plugin { true } else { false } }
    }
}

extension Plan: CustomStringConvertible {
    /// How much is planned; no value of the configuration, as any of them may be a secret.
    package var description: String {
        "a plan of \(subscriptions.count) subscriptions, \(stages.count) stages and \(sinks.count) sinks"
    }
}
