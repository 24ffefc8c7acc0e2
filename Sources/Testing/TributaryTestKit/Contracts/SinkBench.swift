public import TributaryPluginKit

/// A sink under test and the receiver that it delivers to: a new one for every try.
public struct SinkBench: Sendable {
    /// The element of the configuration that the sink is made from.
    public var element: String
    /// What the sink is made with; the receiver stands behind it.
    public var context: PluginContext
    /// The ids of the entries that the receiver holds whole, in the order in which they came.
    public var received: @Sendable () async throws -> [String]
    /// Has the receiver take everything from now on, where a sink shall be seen to go on after a failure.
    public var repair: (@Sendable () async -> Void)?

    /// A bench from its parts.
    public init(
        element: String, context: PluginContext, repair: (@Sendable () async -> Void)? = nil,
        received: @escaping @Sendable () async throws -> [String]
    ) {
        self.element = element
        self.context = context
        self.repair = repair
        self.received = received
    }
}
