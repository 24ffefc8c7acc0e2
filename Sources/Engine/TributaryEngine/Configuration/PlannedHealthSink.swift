package import TributaryPluginKit

/// One element of `sinks` that is told how runs went, and receives no entries.
package struct PlannedHealthSink: Sendable {
    /// Its `name`, else its plugin's.
    package var key: String
    /// Where it stands in the configuration.
    package var path: ConfigurationPath
    /// The made plugin.
    package var plugin: any HealthSink

    /// A sink from its parts.
    package init(key: String, path: ConfigurationPath, plugin: any HealthSink) {
        self.key = key
        self.path = path
        self.plugin = plugin
    }
}
