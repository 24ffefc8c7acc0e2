public import FeedModel
public import Testing
public import TributaryPluginKit

/// What an entry stage keeps: the engine fuses stages, runs them in parallel and runs them again after a kill.
public enum EntryStageContract {
    /// Checks the plugin's own contract, and on samples and oddities that the stage is a pure function of the entry.
    ///
    /// - Parameters:
    ///   - options: elements of the configuration to check with, beside `sample.json`.
    ///   - entries: entries of the plugin's own, to check with beside the kit's.
    public static func check<Stage: EntryStage>(
        _ stage: Stage.Type, in folder: PluginFolder, options: [String] = [], entries: [Entry] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try PluginContract.check(stage, in: folder, sourceLocation: sourceLocation)
        let entries = Entry.samples + Entry.oddities + entries
        for json in [try folder.text("sample.json")] + options {
            let first = try PluginContract.make(stage, json)
            let second = try PluginContract.make(stage, json)
            let outcomes = entries.map { outcome(of: first, on: $0) }
            let parallel = await withTaskGroup(of: (Int, Outcome).self) { group in
                for (index, entry) in entries.enumerated() {
                    group.addTask { (index, outcome(of: first, on: entry)) }
                }
                return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            let others: [(Comment, [Outcome])] = [
                ("asked again", entries.map { outcome(of: first, on: $0) }),
                ("asked in another order", entries.reversed().map { outcome(of: first, on: $0) }.reversed()),
                ("asked of another instance", entries.map { outcome(of: second, on: $0) }),
                ("asked in parallel", entries.indices.compactMap { parallel[$0] }),
            ]
            for (how, other) in others {
                let isSame = other == outcomes
                #expect(isSame, how, sourceLocation: sourceLocation)
            }
            for outcome in outcomes { checkWords(outcome.words, sourceLocation) }
        }
    }

    /// What a stage makes of an entry.
    private enum Outcome: Equatable {
        case done(Verdict, Entry)
        case failed(StageFailure)

        /// The reason or the message.
        var words: String? {
            switch self {
            case .done(.drop(let reason), _): reason
            case .failed(let failure): failure.message
            default: nil
            }
        }
    }

    private static func outcome(of stage: some EntryStage, on entry: Entry) -> Outcome {
        var entry = entry
        do throws(StageFailure) {
            return .done(try stage.apply(&entry), entry)
        } catch {
            return .failed(error)
        }
    }

    private static func checkWords(_ words: String?, _ sourceLocation: SourceLocation) {
        guard let words else { return }
        #expect(!words.isEmpty, "a reason or message is empty", sourceLocation: sourceLocation)
        #expect(!words.hasSuffix("."), "\"\(words)\" ends with a full stop", sourceLocation: sourceLocation)
    }
}
