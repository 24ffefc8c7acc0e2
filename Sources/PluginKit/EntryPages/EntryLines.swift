package import FeedModel
package import TributaryPluginKit

/// Where a sink writes entries as lines: a file that it appends to, or standard output.
package struct EntryLines: Sendable {
    private enum Target {
        case file(LineFile)
        case standardOutput(any OutputChannel)
    }

    private let target: Target

    /// How deliveries to a file are made.
    package static let traits = DeliveryTraits(isRepeatable: true, firstFetch: .all)
    /// How they are made instead where there is no path, and lines go to standard output.
    package static let traitsWithoutPath = [
        "path": DeliveryTraits(isRepeatable: false, firstFetch: .all, ownsStandardOutput: true)
    ]

    /// The file at a path; without one, standard output.
    package init(path: String?, context: PluginContext) throws(ConfigurationError) {
        guard let path else {
            target = .standardOutput(context.standardOutput)
            return
        }
        let (name, folder) = try context.file(path)
        target = .file(LineFile(name, in: folder))
    }

    /// Looks where the last run's last line ended.
    package func open(after mark: SinkMark?) {
        if case .file(let file) = target { file.open(after: mark) }
    }

    /// Writes the lines that are not in the file yet.
    ///
    /// - Parameter bytes: what an entry becomes: whole lines.
    package func deliver(
        _ batch: DeliveryBatch, as bytes: (Entry) -> [UInt8]
    ) async throws(SinkFailure) -> Receipt {
        switch target {
        case .standardOutput(let output):
            return try await output.deliver(batch, as: bytes)
        case .file(let file):
            var lines: [UInt8] = []
            for delivery in batch.deliveries { lines += bytes(delivery.entry) }
            do throws(FileFailure) {
                return Receipt(for: batch, mark: try await file.append(lines))
            } catch {
                throw error.ofSink()
            }
        }
    }
}
