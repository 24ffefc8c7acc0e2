import EntryPages
import EntryViews
public import TributaryPluginKit

/// Appends each entry as a line of JSON, a JSON Feed item, to a file or to standard output.
public struct JSONLines: Sink {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var path: String?
    }

    /// What people and the engine must know of the sink.
    public static let descriptor = PluginDescriptor(
        name: "json_lines", role: .sink, summary: "appends entries to a file, one JSON Feed item a line",
        options: [
            Option(
                "path", .outputPath,
                "The file that lines are appended to; absent: they are written to standard output.")
        ],
        example: #"{"use": "json_lines", "path": "entries.jsonl"}"#,
        delivery: EntryLines.traits, deliveryWithout: EntryLines.traitsWithoutPath)

    private let lines: EntryLines

    /// Makes the sink.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        lines = try EntryLines(path: options.path, context: context)
    }

    /// Looks where the last run's last line ended.
    public func open(after mark: SinkMark?) async throws(SinkFailure) { lines.open(after: mark) }

    /// Writes the lines that are not in the file yet.
    public func deliver(_ batch: DeliveryBatch) async throws(SinkFailure) -> Receipt {
        try await lines.deliver(batch) { JSONLine.bytes(of: $0) }
    }
}
