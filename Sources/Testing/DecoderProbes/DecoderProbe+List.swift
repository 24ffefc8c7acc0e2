public import TributaryPluginKit

extension DecoderProbe {
    /// The probes of all that reads what strangers write: each document adapter among the plugins, and what they are
    /// made of.
    public static func all(plugins: [any Plugin.Type]) -> [DecoderProbe] {
        plugins.compactMap { $0 as? any DocumentAdapter.Type }.map { adapter($0) }
            + [.xml, .opml, .json, .dates, .charsets, .html, .pages, .sanitizer, .urls, .conditions, .display]
    }
}
