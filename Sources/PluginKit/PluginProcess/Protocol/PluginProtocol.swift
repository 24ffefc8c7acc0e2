package import TributaryPluginKit

/// The protocol between Tributary and a plugin that is a process: JSON Lines (docs/plugin-protocol.md).
package enum PluginProtocol {
    /// The version that is spoken here.
    package static let version = 1
    /// The longest line either side may write, in bytes without its end.
    package static let longestLine = 16 << 20
}

/// Why a line is not what the protocol says: lower case, no full stop.
package struct ProtocolMistake: Error, Sendable, Hashable {
    /// What is wrong.
    package var message: String

    /// A mistake with a message.
    package init(_ message: String) {
        self.message = message
    }
}

/// The first line each way.
package struct Greeting: Sendable, Hashable {
    /// The version of the protocol.
    package var version: Int
    /// What the plugin is.
    package var role: PluginRole

    /// A greeting.
    package init(version: Int = PluginProtocol.version, role: PluginRole) {
        self.version = version
        self.role = role
    }
}
