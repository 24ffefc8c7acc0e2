public import FeedModel
public import Testing
public import TributaryPluginKit

/// What a river stage keeps: it may run again over the same river after a kill, and must then say the same.
public enum RiverStageContract {
    /// Checks the plugin's own contract, and on samples and oddities that the outcome follows from the river alone.
    ///
    /// - Parameters:
    ///   - options: elements of the configuration to check with, beside `sample.json`.
    ///   - entries: entries of the plugin's own, to check with beside the kit's.
    ///   - dependsOnOrder: whether who leaves may depend on the river's order.
    public static func check<Stage: RiverStage>(
        _ stage: Stage.Type, in folder: PluginFolder, options: [String] = [], entries: [Entry] = [],
        dependsOnOrder: Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try PluginContract.check(stage, in: folder, sourceLocation: sourceLocation)
        for json in [try folder.text("sample.json")] + options {
            let made = try PluginContract.make(stage, json)
            let again = try PluginContract.make(stage, json)
            let river = MemoryRiver()
            let heads = river.arrive(Entry.samples + Entry.samples + Entry.oddities + entries)
            let empty = try await river.attempt([], through: made)
            #expect(empty.kept.isEmpty && empty.departures.isEmpty, "of nothing", sourceLocation: sourceLocation)

            let outcome = try await river.attempt(heads, through: made)
            let everyone = outcome.kept + outcome.departures.keys
            #expect(
                everyone.sorted() == heads.map(\.id), "each entry stays or leaves, once", sourceLocation: sourceLocation
            )
            let others = [
                try await river.attempt(heads, through: made), try await river.attempt(heads, through: again),
            ]
            if others.contains(where: { $0 != outcome }) {
                Issue.record("run again, it says something else", sourceLocation: sourceLocation)
            }
            if dependsOnOrder { continue }
            var generator = SeededGenerator()
            for _ in 0..<20 {
                let shuffled = try await river.attempt(heads.shuffled(using: &generator), through: made)
                guard shuffled.departures != outcome.departures else { continue }
                Issue.record(
                    "shuffled with seed \(generator.seed), others leave the river", sourceLocation: sourceLocation)
                break
            }
        }
    }
}
