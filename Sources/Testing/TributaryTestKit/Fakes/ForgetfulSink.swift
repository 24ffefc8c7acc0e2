import FeedModel
public import TributaryPluginKit

/// A sink that cannot be repeated: it writes the id of each entry at the end of a file, and never looks at what is there.
///
/// What is delivered twice stands there twice, so that whoever kills a run can count.
public struct ForgetfulSink: Sink {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var path: String
    }

    /// The description of the sink `forgetful`.
    public static let descriptor = PluginDescriptor(
        name: "forgetful", role: .sink, summary: "Writes ids at the end of a file.",
        options: [.required("path", .text, "The file.")],
        example: #"{"use": "forgetful", "path": "ids.txt"}"#,
        delivery: DeliveryTraits(isRepeatable: false, firstFetch: .all))

    private let name: String
    private let folder: any OutputFolder

    /// Makes the sink.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        (name, folder) = try context.file(options.path)
    }

    /// Writes the ids.
    public func deliver(_ batch: DeliveryBatch) async throws(SinkFailure) -> Receipt {
        let lines = batch.deliveries.map { $0.entry.id + "\n" }.joined()
        do throws(FileFailure) {
            _ = try await folder.append(Array(lines.utf8), to: name)
        } catch {
            throw error.ofSink()
        }
        return Receipt(for: batch)
    }
}
