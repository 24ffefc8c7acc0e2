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
                "path", .text,
                "The file that lines are appended to; absent: they are written to standard output.")
        ],
        example: #"{"use": "json_lines", "path": "entries.jsonl"}"#,
        delivery: DeliveryTraits(isRepeatable: true, firstFetch: .all),
        deliveryWithout: ["path": DeliveryTraits(isRepeatable: false, firstFetch: .all, ownsStandardOutput: true)])

    private enum Target {
        case file(LineFile)
        case standardOutput(any OutputChannel)
    }

    private let target: Target

    /// Makes the sink.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        guard let path = options.path else {
            target = .standardOutput(context.standardOutput)
            return
        }
        let (name, folder) = try context.file(path)
        target = .file(LineFile(name, in: folder))
    }

    /// Looks where the last run's last line ended.
    public func open(after mark: SinkMark?) async throws(SinkFailure) {
        if case .file(let file) = target { file.open(after: mark) }
    }

    /// Writes the lines that are not in the file yet.
    public func deliver(_ batch: DeliveryBatch) async throws(SinkFailure) -> Receipt {
        switch target {
        case .standardOutput(let output):
            return try await output.deliver(batch) { JSONLine.bytes(of: $0) }
        case .file(let file):
            var lines: [UInt8] = []
            for delivery in batch.deliveries { lines += JSONLine.bytes(of: delivery.entry) }
            do throws(FileFailure) {
                return Receipt(for: batch, mark: try await file.append(lines))
            } catch {
                throw error.ofSink()
            }
        }
    }
}
