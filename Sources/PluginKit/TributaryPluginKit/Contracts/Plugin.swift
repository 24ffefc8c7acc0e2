public import FeedJSON

/// What every plugin is: a value made from its options, described to people by its descriptor.
///
/// A plugin conforms to one of the roles' protocols: ``FeedAdapter`` (or its easy form ``DocumentAdapter``),
/// ``EntryStage``, ``AsyncEntryStage``, ``RiverStage``, ``Sink``, ``PageSink``, ``ArchiveSink`` or ``HealthSink``.
public protocol Plugin: Sendable {
    /// The options as a user writes them; ``NoOptions`` for a plugin without any.
    associatedtype Options: PluginOptions

    /// What people and the engine must know of the plugin before one is made.
    static var descriptor: PluginDescriptor { get }

    /// Makes the plugin.
    ///
    /// Checks what the option table could not, does no I/O.
    init(options: Options, context: PluginContext) throws(ConfigurationError)
}

/// The options of a plugin: decoded only after the descriptor's option table found no mistake in them.
///
/// Keys are spelled in `snake_case` in the configuration; where the table gives an option a default, the decoder
/// fills it in, so its property need not be optional.
public protocol PluginOptions: Decodable, Sendable {}

/// The options of a plugin that has none.
public struct NoOptions: PluginOptions {
    /// Nothing.
    public init() {}
}

/// What a plugin does.
public enum PluginRole: String, Sendable, CaseIterable {
    /// Turns a subscription into a feed.
    case adapter
    /// Filters or transforms entries.
    case stage
    /// Receives entries.
    case sink
}

/// How much of a plugin may still change.
public enum PluginStability: String, Sendable {
    /// Options and behaviour stay.
    case stable
    /// Options may still change between versions.
    case experimental
}

/// What people and the engine must know of a plugin before one is made.
public struct PluginDescriptor: Sendable {
    /// The name that the configuration says after `use`, in `snake_case`.
    public var name: String
    /// What the plugin does.
    public var role: PluginRole
    /// One line for `tributary plugins`.
    public var summary: String
    /// The options, in the order in which they are documented.
    public var options: OptionTable
    /// What an adapter does with `url`, so that one that is missing is found before anything is read.
    public var location: LocationUse
    /// How an element with this plugin looks in the configuration, as JSON.
    public var example: String
    /// What a source may answer to an adapter that is made as `example` says, for previews; nil where it has no answers.
    public var sampleAnswer: String?
    /// How much may still change.
    public var stability: PluginStability
    /// How deliveries are made; nil where the plugin is no sink.
    public var delivery: DeliveryTraits?
    /// How deliveries are made instead where an option is absent, by its name: a `path`, without which a sink writes to
    /// standard output.
    public var deliveryWithout: [String: DeliveryTraits]

    /// Describes a plugin.
    public init(
        name: String, role: PluginRole, summary: String, options: OptionTable = [],
        location: LocationUse = .free, example: String, sampleAnswer: String? = nil,
        stability: PluginStability = .stable, delivery: DeliveryTraits? = nil,
        deliveryWithout: [String: DeliveryTraits] = [:]
    ) {
        self.name = name
        self.role = role
        self.summary = summary
        self.options = options
        self.location = location
        self.example = example
        self.sampleAnswer = sampleAnswer
        self.stability = stability
        self.delivery = delivery
        self.deliveryWithout = deliveryWithout
    }

    /// How deliveries are made by a sink with these members in its element; nil where the plugin is no sink.
    public func delivery(of element: JSONNode) -> DeliveryTraits? {
        deliveryWithout.first { element.member($0.key) == nil }?.value ?? delivery
    }
}
