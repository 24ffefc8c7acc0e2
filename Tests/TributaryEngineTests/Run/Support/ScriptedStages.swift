import FeedModel
import FeedText
import TributaryPluginKit
import TributaryTestKit

@testable import TributaryEngine

/// An entry stage that does what a test says.
struct ScriptedStage: EntryStage {
    typealias Body = @Sendable (inout Entry) throws(StageFailure) -> Verdict

    static let descriptor = PluginDescriptor(
        name: "scripted", role: .stage, summary: "Does what a test says.", example: #"{"use": "scripted"}"#)

    let body: Body

    init(options: NoOptions, context: PluginContext) { body = { (_) throws(StageFailure) in .keep } }

    init(_ body: @escaping Body) { self.body = body }

    func apply(_ entry: inout Entry) throws(StageFailure) -> Verdict { try body(&entry) }
}

/// The same for one that waits.
struct ScriptedAsyncStage: AsyncEntryStage {
    typealias Body = @Sendable (inout Entry) async throws(StageFailure) -> Verdict

    static let descriptor = PluginDescriptor(
        name: "scripted_async", role: .stage, summary: "Does what a test says.",
        example: #"{"use": "scripted_async"}"#)

    let body: Body

    init(options: NoOptions, context: PluginContext) { body = { (_) throws(StageFailure) in .keep } }

    init(_ body: @escaping Body) { self.body = body }

    func apply(_ entry: inout Entry) async throws(StageFailure) -> Verdict { try await body(&entry) }
}

/// The same for one over the river.
struct ScriptedRiverStage: RiverStage {
    typealias Body = @Sendable (inout River) async throws(StageFailure) -> Void

    static let descriptor = PluginDescriptor(
        name: "scripted_river", role: .stage, summary: "Does what a test says.",
        example: #"{"use": "scripted_river"}"#)

    let body: Body

    init(options: NoOptions, context: PluginContext) { body = { (_) throws(StageFailure) in } }

    init(_ body: @escaping Body) { self.body = body }

    func apply(to river: inout River) async throws(StageFailure) { try await body(&river) }
}

extension PlannedStage {
    static func each(_ name: String, _ body: @escaping ScriptedStage.Body) -> PlannedStage {
        PlannedStage(name: name, path: "stages", plugin: .entry(ScriptedStage(body)))
    }

    static func waiting(_ name: String, _ body: @escaping ScriptedAsyncStage.Body) -> PlannedStage {
        PlannedStage(name: name, path: "stages", plugin: .asyncEntry(ScriptedAsyncStage(body)))
    }

    static func river(_ name: String, _ body: @escaping ScriptedRiverStage.Body) -> PlannedStage {
        PlannedStage(name: name, path: "stages", plugin: .river(ScriptedRiverStage(body)))
    }

    /// A river stage that changes nothing: the stages after it run in Route.
    static var passing: PlannedStage { .river("passing") { (_) throws(StageFailure) in } }

    /// A stage that drops the entries of which something holds.
    static func dropping(_ isDropped: @escaping @Sendable (Entry) -> Bool) -> PlannedStage {
        .each("dropping") { (entry) throws(StageFailure) in isDropped(entry) ? .drop(reason: "dull") : .keep }
    }

    /// A stage that adds a tag.
    static func tagging(_ tag: String) -> PlannedStage {
        .each("tagging") { (entry) throws(StageFailure) in
            entry.tags.append(tag)
            return .keep
        }
    }

    /// A river stage of the plugins, made from its element of the configuration.
    static func made<Stage: RiverStage>(_ stage: Stage.Type, _ json: String) throws -> PlannedStage {
        PlannedStage(
            name: Stage.descriptor.name, path: "stages", plugin: .river(try PluginContract.make(stage, json)),
            optionsHash: StableHash.hash(json))
    }
}
