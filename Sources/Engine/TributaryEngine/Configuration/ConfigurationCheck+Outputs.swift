import FeedJSON
import TributaryPluginKit

extension ConfigurationCheck {
    /// What one sink writes, another one would replace, or take for its own.
    mutating func checkOutputs() {
        let (writtenSinks, expandedSinks) = (written.elements("sinks"), expanded.elements("sinks"))
        var outputs: [String: Sighting] = [:]
        if let store = expanded.member("store")?.value.member("path")?.value, let path = store.text, !path.isEmpty {
            outputs[FilePath.absolute(path, in: folder)] = (ConfigurationPath([.key("store")]), store.offset)
        }
        for index in writtenSinks.indices {
            let path = ConfigurationPath([.key("sinks"), .index(index)])
            guard let use = expandedSinks[index].member("use")?.value.text,
                let plugin = registry.plugin(.sink, named: use)
            else { continue }
            for option in plugin.descriptor.options.options where option.kind.isOutputPath {
                guard let node = writtenSinks[index].member(option.name)?.value,
                    let text = expandedSinks[index].member(option.name)?.value.text, !text.isEmpty
                else { continue }
                let output = FilePath.absolute(text, in: folder)
                if let first = outputs[output] {
                    note(
                        "\(named(first)) writes there already; give one of them another path",
                        at: path.appending(option.name), node)
                } else {
                    outputs[output] = (path, node.offset)
                }
            }
        }
    }
}
