package import TributaryPluginKit

extension Registry {
    /// The adapters that read a format, in the order in which they were registered.
    package var formats: [any DocumentAdapter.Type] {
        plugins.compactMap { $0 as? any DocumentAdapter.Type }
    }

    /// The media types of all formats: what a request accepts whose format is not known yet.
    package var acceptedTypes: [AcceptedType] {
        formats.flatMap { $0.accepts }
    }
}
