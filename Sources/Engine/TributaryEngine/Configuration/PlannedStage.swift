package import EntryConditions
package import TributaryPluginKit

/// One element of a list of stages, ready to run.
package struct PlannedStage: Sendable {
    /// The made plugin, by its form.
    package enum Form: Sendable {
        /// Judges one entry at a time.
        case entry(any EntryStage)
        /// The same, and waits.
        case asyncEntry(any AsyncEntryStage)
        /// Judges the river.
        case river(any RiverStage)
    }

    /// The plugin's name.
    package var name: String
    /// Where it stands in the configuration: what messages call it.
    package var path: ConfigurationPath
    /// Entries for which this does not hold pass by unchanged; nil where none is asked.
    package var condition: Condition?
    /// What a stage that judges by `where` asks of an entry; nil for every other stage.
    package var judgement: Condition?
    /// The made plugin.
    package var plugin: Form
    /// A stable hash of what the configuration says of the stage: what it remembers is under its name and this.
    package var optionsHash: UInt64

    /// A stage from its parts.
    package init(
        name: String, path: ConfigurationPath, condition: Condition? = nil, judgement: Condition? = nil, plugin: Form,
        optionsHash: UInt64 = 0
    ) {
        self.name = name
        self.path = path
        self.condition = condition
        self.judgement = judgement
        self.plugin = plugin
        self.optionsHash = optionsHash
    }
}
