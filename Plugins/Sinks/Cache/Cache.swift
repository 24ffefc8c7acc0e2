import FeedJSON
public import TributaryPluginKit

/// The sink that keeps entries in the store, so that they can be listed, searched and shown on pages.
///
/// It copies nothing: its deliveries are confirmed inside Route, and mean "keep this".
public struct Cache: ArchiveSink {
    /// What a user writes.
    public struct Options: PluginOptions {
        /// How long an entry is kept after the last reading that listed it; nil for ever.
        public let keepFor: TimeSpan?
        /// How many entries of each subscription are kept, the newest; nil for all.
        public let keepCount: Int?
        /// Whether entries that nobody has read are kept all the same.
        public let keepUnread: Bool
    }

    /// The description of the sink `cache`.
    public static let descriptor = PluginDescriptor(
        name: "cache", role: .sink,
        summary: "keeps entries, for list, search and pages",
        options: [
            Option(
                "keep_for", .duration,
                "How long an entry is kept after the last reading that listed it; absent: for ever."),
            Option(
                "keep_count", .integer(in: 1...Int.max),
                "How many entries of each subscription are kept, the newest; absent: all."),
            Option(
                "keep_unread", .boolean, default: false,
                "Whether entries that nobody has read are kept whatever their age and number."),
        ],
        example: #"{"use": "cache", "keep_for": "90d"}"#,
        delivery: DeliveryTraits(isRepeatable: true, firstFetch: .all))

    /// How long entries are kept.
    public let retention: Retention

    /// A cache with its options.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        retention = Retention(
            keepFor: options.keepFor?.seconds, keepCount: options.keepCount, keepsUnread: options.keepUnread)
    }
}
