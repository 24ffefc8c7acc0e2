public import TributaryPluginKit

extension DecoderProbe {
    /// The probes of all that reads what strangers write: each document adapter among the plugins, and what they are
    /// made of.
    public static func all(plugins: [any Plugin.Type]) -> [DecoderProbe] {
        plugins.compactMap { $0 as? any DocumentAdapter.Type }.map { adapter($0) }
            + [.xml, .json, .dates, .charsets, .html, .sanitizer, .urls, .conditions, .display]
    }
}
