import FeedJSON
import FeedModel
import TributaryPluginKit

/// The sink that keeps.
struct SampleCache: ArchiveSink {
    struct Options: PluginOptions {
        var keepFor: TimeSpan?
    }

    static let descriptor = PluginDescriptor(
        name: "cache", role: .sink, summary: "Keeps.", options: [Option("keep_for", .duration, "How long.")],
        example: #"{"use": "cache"}"#, delivery: DeliveryTraits(isRepeatable: true, firstFetch: .all))

    let retention: Retention

    init(options: Options, context: PluginContext) { retention = Retention(keepFor: options.keepFor?.seconds) }
}

/// A sink that owns standard output.
struct SampleTerminal: Sink {
    struct Options: PluginOptions {
        var style: String
    }

    static let descriptor = PluginDescriptor(
        name: "terminal", role: .sink, summary: "Shows.",
        options: [Option("style", .choice(of: ["cards", "list"]), default: "cards", "How.")],
        example: #"{"use": "terminal"}"#,
        delivery: DeliveryTraits(
            isRepeatable: false, firstFetch: .newest(10), order: .newest, ownsStandardOutput: true))

    let style: String

    init(options: Options, context: PluginContext) { style = options.style }

    func deliver(_ batch: DeliveryBatch) async throws(SinkFailure) -> Receipt { Receipt(for: batch) }
}

/// Another one.
struct SampleLines: Sink {
    static let descriptor = PluginDescriptor(
        name: "json_lines", role: .sink, summary: "Prints.", example: #"{"use": "json_lines"}"#,
        delivery: DeliveryTraits(isRepeatable: false, firstFetch: .all, ownsStandardOutput: true))

    init(options: NoOptions, context: PluginContext) {}

    func deliver(_ batch: DeliveryBatch) async throws(SinkFailure) -> Receipt { Receipt(for: batch) }
}

/// A sink that renders.
struct SamplePage: PageSink {
    struct Options: PluginOptions {
        var path: String
    }

    static let descriptor = PluginDescriptor(
        name: "html", role: .sink, summary: "Renders.", options: [.required("path", .outputPath, "Where.")],
        example: #"{"use": "html", "path": "public"}"#,
        delivery: DeliveryTraits(isRepeatable: true, firstFetch: .all, order: .newest))

    let folder: String

    init(options: Options, context: PluginContext) { folder = context.baseFolder + "/" + options.path }

    func render(_ view: any ArchiveView) async throws(SinkFailure) {}
}

/// A sink that checks itself what its table cannot, and says too much when it objects.
struct SampleMail: Sink {
    struct Options: PluginOptions {
        var to: String
    }

    static let descriptor = PluginDescriptor(
        name: "mail", role: .sink, summary: "Sends.", options: [.required("to", .text, "To whom.")],
        example: #"{"use": "mail", "to": "reader@example.org"}"#,
        delivery: DeliveryTraits(isRepeatable: false, firstFetch: .newest(1)))

    init(options: Options, context: PluginContext) throws(ConfigurationError) {
        guard options.to.contains("@") else {
            throw ConfigurationError("\"\(options.to)\" is no mail address; it has an @", at: "to")
        }
    }

    func deliver(_ batch: DeliveryBatch) async throws(SinkFailure) -> Receipt { Receipt(for: batch) }
}
