package import FeedJSON
package import TributaryPluginKit

extension Registry {
    /// Makes a plugin from an element of the configuration: checks its options, decodes them, and has it check itself.
    ///
    /// Members of the element that are not the plugin's options are left alone.
    ///
    /// - Throws: every mistake, with its path below `path` and its offset.
    package func make(
        _ plugin: any Plugin.Type, from element: JSONNode, at path: ConfigurationPath, context: PluginContext
    ) throws(ConfigurationError) -> any Plugin {
        try Self.make(plugin, from: element, at: path, context: context)
    }

    private static func make<Made: Plugin>(
        _ plugin: Made.Type, from element: JSONNode, at path: ConfigurationPath, context: PluginContext
    ) throws(ConfigurationError) -> Made {
        let table = plugin.descriptor.options
        let node = element.keepingMembers { table[$0] != nil }
        do throws(ConfigurationError) {
            let options = try OptionDecoder.decode(Made.Options.self, from: node, table: table)
            return try Made(options: options, context: context)
        } catch {
            throw ConfigurationError(error.placed(at: path, node: node))
        }
    }
}

extension JSONNode {
    /// The object without the members whose names are not wanted; any other value as it is.
    func keepingMembers(_ isWanted: (String) -> Bool) -> JSONNode {
        guard case .object(let members) = content else { return self }
        return JSONNode(offset: offset, content: .object(members.filter { isWanted($0.name) }))
    }
}
