import EntryConditions
import TributaryPluginKit

/// What an element of a list of stages says to the engine.
struct StageOptions: Decodable {
    var `where`: Condition?

    /// The keys of an element; a stage that judges by `where` declares that one itself.
    static func table(stage: OptionKind) -> OptionTable {
        [
            .required("use", stage, "The stage."),
            Option("where", .condition, "Entries for which this does not hold pass by unchanged."),
        ]
    }
}
