import FeedJSON
public import TributaryPluginKit

/// Writes how runs, feeds and sinks do as metrics for Prometheus: a file for node_exporter's textfile collector.
///
/// https://prometheus.io/docs/instrumenting/exposition_formats/
public struct Prometheus: HealthSink {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var path: String
        var feeds: Bool
    }

    /// What people and the engine must know of the sink.
    public static let descriptor = PluginDescriptor(
        name: "prometheus", role: .sink, summary: "writes metrics of runs, feeds and sinks for Prometheus",
        options: [
            .required(
                "path", .outputPath, "The file to write; the textfile collector reads those that end with .prom."),
            Option("feeds", .boolean, default: true, "Whether each feed has metrics of its own."),
        ],
        example: #"{"use": "prometheus", "path": "/var/lib/prometheus/node-exporter/tributary.prom"}"#,
        delivery: DeliveryTraits(isRepeatable: true, firstFetch: .none))

    private let file: String
    private let folder: any OutputFolder
    private let showsFeeds: Bool

    /// Makes the sink.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        (file, folder) = try context.file(options.path)
        showsFeeds = options.feeds
    }

    /// Writes the file anew and puts it in the place of the one before.
    public func report(_ health: RunHealth) async throws(SinkFailure) {
        let page = MetricsPage(health, showsFeeds: showsFeeds)
        do throws(FileFailure) {
            try await folder.replace([OutputFile(file, Array(page.text.utf8))])
        } catch {
            throw error.ofSink()
        }
    }
}
