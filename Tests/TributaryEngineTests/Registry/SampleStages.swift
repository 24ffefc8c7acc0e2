import EntryConditions
import FeedJSON
import FeedModel
import TributaryPluginKit

/// A stage that judges by a `where` of its own.
struct SampleKeep: EntryStage {
    struct Options: PluginOptions {
        var `where`: Condition
    }

    static let descriptor = PluginDescriptor(
        name: "keep", role: .stage, summary: "Keeps some.",
        options: [.required("where", .condition, "Which.")], example: #"{"use": "keep", "where": {}}"#)

    init(options: Options, context: PluginContext) {}

    func apply(_ entry: inout Entry) throws(StageFailure) -> Verdict { .keep }
}

/// Another one.
struct SampleDrop: EntryStage {
    static let descriptor = PluginDescriptor(
        name: "drop", role: .stage, summary: "Drops some.", options: SampleKeep.descriptor.options,
        example: #"{"use": "drop", "where": {}}"#)

    init(options: SampleKeep.Options, context: PluginContext) {}

    func apply(_ entry: inout Entry) throws(StageFailure) -> Verdict { .drop(reason: "it is dropped") }
}

/// A stage over the river.
struct SampleLimit: RiverStage {
    struct Options: PluginOptions {
        var count: Int
    }

    static let descriptor = PluginDescriptor(
        name: "limit", role: .stage, summary: "Lets so many through.",
        options: [.required("count", .integer(in: 1...1000), "How many.")], example: #"{"use": "limit", "count": 1}"#)

    let count: Int

    init(options: Options, context: PluginContext) { count = options.count }

    func apply(to river: inout River) async throws(StageFailure) {}
}

/// A stage over the river with a default.
struct SampleSort: RiverStage {
    struct Options: PluginOptions {
        var by: String
    }

    static let descriptor = PluginDescriptor(
        name: "sort", role: .stage, summary: "Orders.",
        options: [Option("by", .choice(of: ["date", "title"]), default: "date", "By what.")],
        example: #"{"use": "sort"}"#)

    let by: String

    init(options: Options, context: PluginContext) { by = options.by }

    func apply(to river: inout River) async throws(StageFailure) {}
}

/// A stage whose option is a list.
struct SampleDedupe: RiverStage {
    struct Options: PluginOptions {
        var by: [String]
    }

    static let descriptor = PluginDescriptor(
        name: "dedupe", role: .stage, summary: "Merges.",
        options: [Option("by", .list(of: .choice(of: ["url", "title"])), default: ["url"], "By what.")],
        example: #"{"use": "dedupe"}"#)

    init(options: Options, context: PluginContext) {}

    func apply(to river: inout River) async throws(StageFailure) {}
}

/// A stage that waits.
struct SampleFullText: AsyncEntryStage {
    static let descriptor = PluginDescriptor(
        name: "full_text", role: .stage, summary: "Waits.", example: #"{"use": "full_text"}"#)

    init(options: NoOptions, context: PluginContext) {}

    func apply(_ entry: inout Entry) async throws(StageFailure) -> Verdict { .keep }
}
