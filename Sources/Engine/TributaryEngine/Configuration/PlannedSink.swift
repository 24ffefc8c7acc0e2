package import EntryConditions
package import TributaryPluginKit

/// One element of `sinks`, ready to receive.
package struct PlannedSink: Sendable {
    /// The made plugin, by its form.
    package enum Form: Sendable {
        /// Receives entries, once each.
        case sink(any Sink)
        /// Renders what the cache holds.
        case page(any PageSink)
        /// Keeps entries.
        case archive(any ArchiveSink)
    }

    /// What names the sink in the store: its `name`, else its plugin's.
    package var key: String
    /// Where it stands in the configuration.
    package var path: ConfigurationPath
    /// The made plugin.
    package var plugin: Form
    /// How its plugin wants its deliveries.
    package var traits: DeliveryTraits
    /// It receives the entries for which this holds; nil for all.
    package var condition: Condition?
    /// What it receives of a subscription at their first contact.
    package var firstFetch: DeliveryTraits.FirstFetch
    /// The order that the configuration asks for; nil where it asks for none, see ``order(inReorderedRiver:)``.
    package var chosenOrder: DeliveryTraits.Order?
    /// A stable hash of the plugin's options: a page sink renders again when they have changed.
    package var optionsHash: UInt64

    /// A sink from its parts; what is nil, its plugin's traits decide.
    package init(
        key: String, path: ConfigurationPath, plugin: Form, traits: DeliveryTraits, condition: Condition? = nil,
        firstFetch: DeliveryTraits.FirstFetch? = nil, chosenOrder: DeliveryTraits.Order? = nil,
        optionsHash: UInt64 = 0
    ) {
        self.key = key
        self.path = path
        self.plugin = plugin
        self.traits = traits
        self.condition = condition
        self.firstFetch = firstFetch ?? traits.firstFetch
        self.chosenOrder = chosenOrder
        self.optionsHash = optionsHash
    }

    /// The order of its deliveries: the chosen one, else the river's if a stage has given it one, else its plugin's.
    package func order(inReorderedRiver isReordered: Bool) -> DeliveryTraits.Order {
        chosenOrder ?? (isReordered ? .river : traits.order)
    }
}
