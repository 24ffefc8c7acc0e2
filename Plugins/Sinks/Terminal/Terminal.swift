import EntryViews
import FeedJSON
public import TributaryPluginKit

/// Shows new entries on standard output, once each: as cards, as a list, as JSON Lines or as rows of fields.
public struct Terminal: Sink {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var style: EntryStyle
    }

    /// What people and the engine must know of the sink.
    public static let descriptor = PluginDescriptor(
        name: "terminal", role: .sink, summary: "shows new entries on standard output",
        options: [
            Option(
                "style", .choice(of: EntryStyle.allCases.map(\.rawValue)), default: "cards",
                "How entries look: cards, a list, JSON Lines, or tab-separated fields as in sfeed(5).")
        ],
        example: #"{"use": "terminal", "style": "cards"}"#,
        delivery: DeliveryTraits(
            isRepeatable: false, firstFetch: .newest(10), order: .newest, ownsStandardOutput: true))

    private let renderer: EntryRenderer
    private let output: any OutputChannel

    /// Makes the sink.
    public init(options: Options, context: PluginContext) {
        renderer = EntryRenderer(
            style: options.style,
            terminal: TerminalStyle(columns: context.terminal.columns, color: context.terminal.allowsColor))
        output = context.standardOutput
    }

    /// Writes the entries in one go; what was not written whole stays pending.
    public func deliver(_ batch: DeliveryBatch) async throws(SinkFailure) -> Receipt {
        try await output.deliver(batch) { renderer.bytes(of: $0) }
    }
}
