public import FeedModel
public import PluginProcess
public import TributaryPluginKit

/// Has entries judged and changed by a plugin that is a process of its own, in any language (docs/plugin-protocol.md).
///
/// The process is started with the first entry, and again after it has died; several entries are on their way to it at
/// once.
public struct Exec: AsyncEntryStage {
    /// The options as a user writes them.
    public typealias Options = ProgramOptions

    /// What people and the engine must know of the stage.
    public static let descriptor = PluginDescriptor(
        name: "exec", role: .stage, summary: "has entries judged by a program that speaks the plugin protocol",
        options: ProgramOptions.table(), example: #"{"use": "exec", "command": ["./my-stage"], "network": false}"#,
        stability: .experimental)

    private let worker: StageWorker

    /// Makes the stage.
    public init(options: ProgramOptions, context: PluginContext) {
        worker = StageWorker(
            PluginConversation.Invitation(options, as: .stage, in: context.baseFolder), name: options.name,
            programs: context.programs, report: context.report)
    }

    /// Asks the process about an entry.
    public func apply(_ entry: inout Entry) async throws(StageFailure) -> Verdict {
        let (verdict, changed) = try await worker.verdict(on: entry)
        if let changed { entry = entry.replaced(by: changed) }
        return verdict
    }
}
