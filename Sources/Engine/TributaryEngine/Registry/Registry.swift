package import TributaryPluginKit

/// The plugins that there are, by role and name: a plain value, filled where the program is put together.
///
/// Mistakes of a plugin's author stop the program at `register`; mistakes of a user are found by the planner.
package struct Registry: Sendable {
    /// The plugins in the order in which they were registered.
    package private(set) var plugins: [any Plugin.Type] = []

    /// A registry of these plugins.
    package init(_ plugins: [any Plugin.Type] = []) {
        for plugin in plugins { register(plugin) }
    }

    /// Adds a plugin; its role and name must be free, and its description must fit its role.
    package mutating func register(_ plugin: any Plugin.Type) {
        let descriptor = plugin.descriptor
        if let other = self.plugin(descriptor.role, named: descriptor.name) {
            preconditionFailure("\(plugin) and \(other) are both called the \(descriptor.role) \"\(descriptor.name)\"")
        }
        if let reason = Self.defect(of: plugin) { preconditionFailure("\(plugin) \(reason)") }
        plugins.append(plugin)
    }

    /// The plugin with a role and a name; nil where there is none.
    package func plugin(_ role: PluginRole, named name: String) -> (any Plugin.Type)? {
        plugins.first { $0.descriptor.role == role && $0.descriptor.name == name }
    }

    /// The plugins of a role, by name.
    package func plugins(_ role: PluginRole) -> [any Plugin.Type] {
        plugins.filter { $0.descriptor.role == role }.sorted { $0.descriptor.name < $1.descriptor.name }
    }
}

// MARK: - Promises of a plugin

extension Registry {
    /// What a plugin's description promises and its type does not keep; nil where all is well.
    package static func defect(of plugin: any Plugin.Type) -> String? {
        let descriptor = plugin.descriptor
        let forms = forms(of: plugin, as: descriptor.role)
        guard forms == 1 else {
            return
                "calls itself a \(descriptor.role) and must then conform to one of the role's protocols, not \(forms)"
        }
        guard (descriptor.delivery != nil) == (descriptor.role == .sink) else {
            return "must describe its deliveries if it is a sink, and only then"
        }
        let names = descriptor.options.options.map(\.name)
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            return "declares the option \"\(twice)\" twice"
        }
        if let taken = names.first(where: { ConfigurationLanguage.isReserved($0, in: descriptor.role) }) {
            return "declares the option \"\(taken)\", which is a key of the engine's own"
        }
        return nil
    }

    /// Whether a key of an element in the configuration is the engine's own, for plugins of a role.
    package static func isEngineKey(_ name: String, in role: PluginRole) -> Bool {
        ConfigurationLanguage.isReserved(name, in: role)
    }

    private static func forms(of plugin: any Plugin.Type, as role: PluginRole) -> Int {
        let conformances =
            switch role {
            case .adapter: [plugin is any FeedAdapter.Type]
            case .stage:
                [
                    plugin is any EntryStage.Type, plugin is any AsyncEntryStage.Type, plugin is any RiverStage.Type,
                ]
            case .sink:
                [
                    plugin is any Sink.Type, plugin is any PageSink.Type, plugin is any ArchiveSink.Type,
                    plugin is any HealthSink.Type,
                ]
            }
        return conformances.count { $0 }
    }
}
